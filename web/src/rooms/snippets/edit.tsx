/** A snippet, new or changed, with all that the service takes; options of platforms are set where a post is written. */
import { useState } from 'react'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { Check, TextArea } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { list } from '../../words/format.ts'
import { words } from '../../words/snippets.ts'
import type { Snippet } from '../../writing/snippets.ts'
import { KindField, NameField, plain, useKept, WordsField } from './parts.tsx'

const kinds = [...plain, 'template'] as const

interface Own {
  account_id: number
  content: string
}

export function Edit({
  snippet,
  accounts,
  onClose,
}: {
  snippet?: Snippet
  accounts: readonly Account[]
  onClose: () => void
}) {
  const { crier } = useHere()
  const kept = useKept(onClose)
  const [kind, setKind] = useState(snippet?.kind ?? 'text')
  const [own, setOwn] = useState<readonly Own[]>(() => ownOf(snippet))
  const [bare, setBare] = useState(false)
  const title = snippet ? words.changeNamed(snippet.name) : words.add
  const form = useForm(
    ({ name = '', content = '', first_comment = '' }) => {
      const more =
        kind === 'template'
          ? {
              first_comment: first_comment.trim() ? first_comment : null,
              platform_content: contentOf(own, bare ? undefined : snippet),
              ...(bare && { platform_options: {} }),
            }
          : {}
      if (!snippet) return crier.createSnippet({ name, kind, content, ...more })
      return crier.updateSnippet({ id: snippet.id, name, kind, content, ...more })
    },
    ({ name }) => kept(words.kept(name)),
  )
  const template = kind === 'template'
  return (
    <Dialog title={title} onClose={onClose} wide={template}>
      <Form form={form} label={title}>
        <NameField name={snippet?.name} />
        {/* What a template holds beside its words would have no place in another kind. */}
        {snippet?.kind !== 'template' && <KindField kind={kind} kinds={kinds} onKind={setKind} />}
        <WordsField kind={kind} content={snippet?.content} />
        {template && (
          <>
            <TextArea
              name="first_comment"
              label={words.kinds.first_comment}
              rows={2}
              defaultValue={snippet?.first_comment ?? ''}
            />
            <Versions own={own} accounts={accounts} onOwn={setOwn} />
            <Options snippet={snippet} bare={bare} onBare={setBare} />
          </>
        )}
        <FormEnd action={words.make} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

/** Texts that differ for an account. */
function Versions({
  own,
  accounts,
  onOwn,
}: {
  own: readonly Own[]
  accounts: readonly Account[]
  onOwn: (own: readonly Own[]) => void
}) {
  const nameOf = (id: number) => {
    const account = accounts.find((each) => each.id === id)
    return account ? `${calledOf(account)} · ${platformName(account.platform)}` : String(id)
  }
  const others = accounts.filter(({ id }) => !own.some(({ account_id }) => account_id === id))
  return (
    <>
      {own.map(({ account_id, content }, index) => (
        <div key={account_id} className="grid gap-2">
          <TextArea
            name={`platform_content.${index}.content`}
            label={words.onlyFor(nameOf(account_id))}
            rows={3}
            value={content}
            onChange={({ target }) => onOwn(own.with(index, { account_id, content: target.value }))}
          />
          <Button
            small
            look="quiet"
            className="justify-self-start"
            onClick={() => onOwn(own.filter((each) => each.account_id !== account_id))}
          >
            {words.backToCommon(nameOf(account_id))}
          </Button>
        </div>
      ))}
      {others.length > 0 && (
        <select
          aria-label={words.addVersion}
          value=""
          onChange={({ target }) =>
            onOwn([...own, { account_id: Number(target.value), content: '' }])
          }
          className="control"
        >
          <option value="" disabled>
            {words.addVersion}
          </option>
          {others.map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

function Options({
  snippet,
  bare,
  onBare,
}: {
  snippet: Snippet | undefined
  bare: boolean
  onBare: (bare: boolean) => void
}) {
  const platforms = Object.keys(snippet?.platform_options ?? {})
  const some =
    platforms.length > 0 || snippet?.platform_content.some(({ options }) => options !== undefined)
  if (!some) return <p className="text-sm text-muted">{words.optionsHint}</p>
  return (
    <Check
      label={words.dropOptions}
      hint={
        platforms.length ? words.optionsFor(list(platforms.map(platformName))) : words.optionsHint
      }
      checked={bare}
      onChange={({ target }) => onBare(target.checked)}
    />
  )
}

function ownOf(snippet: Snippet | undefined): Own[] {
  return (snippet?.platform_content ?? []).flatMap(({ account_id, content }) =>
    content === undefined ? [] : [{ account_id, content }],
  )
}

/** The texts as they are now, beside the options that `before` has for its accounts. */
function contentOf(own: readonly Own[], before: Snippet | undefined) {
  const options = new Map(
    before?.platform_content.flatMap((each) =>
      each.options ? [[each.account_id, each.options] as const] : [],
    ),
  )
  const texts = new Map(own.map(({ account_id, content }) => [account_id, content]))
  return [...new Set([...texts.keys(), ...options.keys()])].map((account_id) => {
    const [content, kept] = [texts.get(account_id), options.get(account_id)]
    return {
      account_id,
      ...(content !== undefined && { content }),
      ...(kept && { options: kept }),
    }
  })
}
