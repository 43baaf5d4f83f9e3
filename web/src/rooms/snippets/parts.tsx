/** What the composer and the room of snippets share. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Here, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/snippets.ts'
import type { Snippet } from '../../writing/snippets.ts'

export const snippetsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'snippets'],
    queryFn: async ({ signal }) => (await crier.listSnippets({}, { signal })).snippets,
  })

/** Those whose name or words hold what is looked for. */
export function search(all: readonly Snippet[], wanted: string) {
  const lower = wanted.trim().toLocaleLowerCase()
  return all.filter(({ name, content }) => `${name} ${content}`.toLocaleLowerCase().includes(lower))
}

export function useKept(onClose: () => void) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return async (sentence: string) => {
    await queries.invalidateQueries(snippetsQuery(here))
    say(sentence)
    onClose()
  }
}

/** What a change of it is typed over. */
export function baseOf(snippet: Snippet | undefined) {
  return snippet ? JSON.stringify([snippet.name, snippet.kind, snippet.content]) : ''
}

export const plain = ['text', 'hashtags', 'first_comment'] as const

export function NameField({ name }: { name: string | undefined }) {
  return (
    <TextField name="name" label={common.thing.name} defaultValue={name} maxLength={100} required />
  )
}

export function KindField<Kind extends Snippet['kind']>({
  kind,
  kinds,
  onKind,
}: {
  kind: Kind
  kinds: readonly Kind[]
  onKind: (kind: Kind) => void
}) {
  return (
    <SelectField
      name="kind"
      label={words.kind}
      value={kind}
      onChange={({ target }) => onKind(kinds.find((each) => each === target.value) ?? kind)}
      options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
    />
  )
}

export function WordsField({
  kind,
  content,
}: {
  kind: Snippet['kind']
  content: string | undefined
}) {
  return (
    <TextArea
      name="content"
      label={words.content}
      hint={kind === 'hashtags' && words.tagsHint}
      rows={4}
      defaultValue={content}
      required
    />
  )
}

export function Remove({
  snippet: { id, name },
  onClose,
}: {
  snippet: Snippet
  onClose: () => void
}) {
  const { crier } = useHere()
  const kept = useKept(onClose)
  return (
    <Confirm
      title={words.removeTitle(name)}
      action={common.act.delete}
      run={async () => {
        await crier.deleteSnippet({ id })
        await kept(words.removed(name))
      }}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </Confirm>
  )
}

export function ChangeOrRemove({
  snippet,
  open,
}: {
  snippet: Snippet
  open: (what: { change: Snippet } | { remove: Snippet }) => void
}) {
  return (
    <>
      <Button
        small
        look="quiet"
        aria-label={words.changeNamed(snippet.name)}
        onClick={() => open({ change: snippet })}
      >
        {words.change}
      </Button>
      <Button
        small
        look="quiet"
        aria-label={words.removeNamed(snippet.name)}
        onClick={() => open({ remove: snippet })}
      >
        {common.act.delete}
      </Button>
    </>
  )
}
