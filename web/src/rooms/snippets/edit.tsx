/** A snippet, new or changed, with all that the service takes; options of platforms are set where a post is written. */
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { Check, TextArea } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/snippets.ts'
import type { Snippet } from '../../writing/snippets.ts'
import { baseOf, KindField, NameField, plain, useKept, WordsField } from './parts.tsx'

const kinds = [...plain, 'template'] as const

interface Own {
  account_id: number
  content: string
}

export function Edit({
  snippet,
  accounts,
  onClose,
  reopen,
}: {
  snippet?: Snippet
  accounts: readonly Account[]
  onClose: () => void
  reopen: () => void
}) {
  const { id: here, crier } = useHere()
  const settle = useKept(onClose)
  const kept = useKeptWords(
    `${here}.snippet.${snippet?.id ?? 'new'}`,
    { onClose, reopen },
    firstOf(snippet),
  )
  const { kind, own, bare } = kept.choice
  const choose = (part: Partial<typeof kept.choice>) => kept.choose({ ...kept.choice, ...part })
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
    async ({ name }) => {
      kept.sent()
      await settle(words.kept(name))
    },
  )
  const template = kind === 'template'
  const base = baseOf(snippet)
  return (
    <Dialog title={title} onClose={kept.close} wide={template}>
      <KeptForm
        kept={kept}
        base={base}
        form={form}
        label={title}
        again={snippet ? common.typed.asSaved : common.typed.anew}
      >
        <NameField name={snippet?.name} />
        {/* What a template holds beside its words would have no place in another kind. */}
        {snippet?.kind !== 'template' && (
          <KindField kind={kind} kinds={kinds} onKind={(kind) => choose({ kind })} />
        )}
        <WordsField kind={kind} content={snippet?.content} />
        {template && (
          <>
            <TextArea
              name="first_comment"
              label={words.kinds.first_comment}
              rows={2}
              defaultValue={snippet?.first_comment ?? ''}
            />
            <Versions own={own} accounts={accounts} onOwn={(own) => choose({ own })} />
            <Options snippet={snippet} bare={bare} onBare={(bare) => choose({ bare })} />
          </>
        )}
        <FormEnd action={words.make} busy={form.busy} onClose={kept.close} />
      </KeptForm>
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

/** What is chosen beside the boxes before somebody chooses. */
function firstOf(snippet: Snippet | undefined) {
  const own: readonly Own[] = ownOf(snippet)
  return { kind: snippet?.kind ?? 'text', own, bare: false }
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
