/** Words that are used again: taken into the post, made of it, changed and deleted. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Here, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, FormEnd } from '../../ui/dialog.tsx'
import { Check, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Rows } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/snippets.ts'
import type { Account, Composition } from '../../writing/composition.ts'
import { before, type Place, type Snippet, taken, templateOf } from '../../writing/snippets.ts'
import type { Store } from '../../writing/store.ts'

const snippetsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'snippets'],
    queryFn: async ({ signal }) => (await crier.listSnippets({}, { signal })).snippets,
  })

interface Written {
  store: Store
  accounts: readonly Account[]
}
type Open = 'new' | 'template' | { change: Snippet } | { remove: Snippet }

/** The button, and what it opens. `place`: where in the text it goes, null behind it; undefined while none is looked for. */
export function Snippets({
  store,
  accounts,
  version,
  place,
  setPlace,
  of,
  setText,
}: Written & {
  version: Place['version']
  place: number | null | undefined
  setPlace: (place: number | null | undefined) => void
  /** The text that is written. */
  of: (composition: Composition) => string
  setText: (value: string) => void
}) {
  return (
    <>
      <Button small look="quiet" icon="inbox" onClick={() => setPlace(null)}>
        {words.title}
      </Button>
      {place !== undefined && (
        <Choice
          store={store}
          accounts={accounts}
          place={{ version, at: place ?? undefined }}
          onClose={(took) => {
            setPlace(undefined)
            // Whoever typed it and wants none, wanted the character.
            if (took || place === null) return
            const now = of(store.get())
            setText(`${now.slice(0, place)}/${now.slice(place)}`)
          }}
        />
      )}
    </>
  )
}

function Choice({
  store,
  accounts,
  place,
  onClose,
}: Written & {
  place: Place
  /** Whether one was taken. */
  onClose: (took: boolean) => void
}) {
  const here = useHere()
  const say = useSay()
  const query = useQuery(snippetsQuery(here))
  const [open, setOpen] = useState<Open>()
  const [search, setSearch] = useState('')
  const back = () => setOpen(undefined)

  function take(snippet: Snippet) {
    const as = before(store.get())
    store.change((now) => taken(now, snippet, place))
    say(words.taken(snippet.name), {
      action: { label: words.undo, run: () => store.change(() => as) },
    })
    onClose(true)
  }

  if (open === 'new') return <Edit onClose={back} />
  if (open === 'template') return <Keep store={store} accounts={accounts} onClose={back} />
  if (open && 'change' in open)
    return <Edit snippet={open.change} store={store} accounts={accounts} onClose={back} />
  if (open) return <Remove snippet={open.remove} onClose={back} />
  return (
    <Dialog title={words.title} onClose={() => onClose(false)} wide>
      <input
        type="search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        aria-label={words.search}
        placeholder={words.search}
        className="control"
      />
      <Loaded query={query} what={words.what} rows={3}>
        {(all) => {
          const wanted = search.trim().toLocaleLowerCase()
          const found = all.filter(({ name, content }) =>
            `${name} ${content}`.toLocaleLowerCase().includes(wanted),
          )
          if (!found.length)
            return <p className="text-muted">{all.length ? words.notFound : words.none}</p>
          return (
            <Rows label={words.title}>
              {found.map((each) => (
                <Row
                  key={each.id}
                  snippet={each}
                  take={() => take(each)}
                  open={here.publishes ? setOpen : undefined}
                />
              ))}
            </Rows>
          )
        }}
      </Loaded>
      {here.publishes && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen('template')}>{words.keepThis}</Button>
          <Button icon="plus" onClick={() => setOpen('new')}>
            {words.add}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Row({
  snippet,
  take,
  open,
}: {
  snippet: Snippet
  take: () => void
  open: ((open: Open) => void) | undefined
}) {
  const { name, kind, content } = snippet
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      <button
        type="button"
        onClick={take}
        className="min-w-0 flex-1 basis-48 rounded-md p-1 text-start hover:bg-sunk"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
          <span className="text-sm text-muted">{words.kinds[kind]}</span>
        </span>
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {content}
        </span>
      </button>
      {open && (
        <div className="flex gap-1">
          <Button
            small
            look="quiet"
            aria-label={words.changeNamed(name)}
            onClick={() => open({ change: snippet })}
          >
            {words.change}
          </Button>
          <Button
            small
            look="quiet"
            aria-label={words.removeNamed(name)}
            onClick={() => open({ remove: snippet })}
          >
            {common.act.delete}
          </Button>
        </div>
      )}
    </li>
  )
}

function useKept(onClose: () => void) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return async (sentence: string) => {
    await queries.invalidateQueries(snippetsQuery(here))
    say(sentence)
    onClose()
  }
}

const plain = ['text', 'hashtags', 'first_comment'] as const

/** A new one, or one that is there; of a template what it holds is written in the post, and taken from it. */
function Edit({
  snippet,
  store,
  accounts,
  onClose,
}: Partial<Written> & { snippet?: Snippet; onClose: () => void }) {
  const { crier } = useHere()
  const kept = useKept(onClose)
  const [kind, setKind] = useState(snippet?.kind ?? 'text')
  const [again, setAgain] = useState(false)
  const title = snippet ? words.changeNamed(snippet.name) : words.add
  const form = useForm(
    ({ name = '', content = '' }) => {
      if (!snippet) return crier.createSnippet({ name, kind, content })
      const written = again && store && accounts && templateOf(store.get(), accounts)
      if (kind === 'template') return crier.updateSnippet({ id: snippet.id, name, ...written })
      return crier.updateSnippet({ id: snippet.id, name, kind, content })
    },
    ({ name }) => kept(words.kept(name)),
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} label={title}>
        <TextField
          name="name"
          label={common.thing.name}
          defaultValue={snippet?.name}
          maxLength={100}
          required
        />
        {kind === 'template' ? (
          <Check
            label={words.again}
            hint={words.againHint}
            checked={again}
            onChange={({ target }) => setAgain(target.checked)}
          />
        ) : (
          <>
            <SelectField
              name="kind"
              label={words.kind}
              value={kind}
              onChange={({ target }) =>
                setKind(plain.find((each) => each === target.value) ?? 'text')
              }
              options={plain.map((value) => ({ value, label: words.kinds[value] }))}
            />
            <TextArea
              name="content"
              label={words.content}
              hint={kind === 'hashtags' && words.tagsHint}
              rows={4}
              defaultValue={snippet?.content}
              required
            />
          </>
        )}
        <FormEnd action={words.make} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Keep({ store, accounts, onClose }: Written & { onClose: () => void }) {
  const { crier } = useHere()
  const kept = useKept(onClose)
  const form = useForm(
    ({ name = '' }) => crier.createSnippet({ name, ...templateOf(store.get(), accounts) }),
    ({ name }) => kept(words.kept(name)),
  )
  return (
    <Dialog title={words.keepThis} onClose={onClose}>
      <Form form={form} label={words.keepThis}>
        <p className="text-muted">{words.keepThisText}</p>
        <TextField name="name" label={common.thing.name} maxLength={100} required />
        <FormEnd action={words.make} busy={form.busy} onClose={onClose} />
      </Form>
    </Dialog>
  )
}

function Remove({ snippet: { id, name }, onClose }: { snippet: Snippet; onClose: () => void }) {
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
