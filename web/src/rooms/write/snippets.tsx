/** Words that are used again: taken into the post, made of it, changed and deleted. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, FormEnd } from '../../ui/dialog.tsx'
import { Check } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Rows } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/snippets.ts'
import type { Account, Composition } from '../../writing/composition.ts'
import { before, type Place, type Snippet, taken, templateOf } from '../../writing/snippets.ts'
import type { Store } from '../../writing/store.ts'
import {
  baseOf,
  ChangeOrRemove,
  KindField,
  NameField,
  plain,
  Remove,
  search,
  snippetsQuery,
  useKept,
  WordsField,
} from '../snippets/parts.tsx'

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
      <Button small look="quiet" icon="copy" onClick={() => setPlace(null)}>
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
  const [wanted, setWanted] = useState('')
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
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
        aria-label={words.search}
        placeholder={words.search}
        className="control"
      />
      <Loaded query={query} what={words.what} rows={3}>
        {(all) => {
          const found = search(all, wanted)
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
          <ChangeOrRemove snippet={snippet} open={open} />
        </div>
      )}
    </li>
  )
}

/** A new one, or one that is there; of a template what it holds is written in the post, and taken from it. */
function Edit({
  snippet,
  store,
  accounts,
  onClose,
}: Partial<Written> & { snippet?: Snippet; onClose: () => void }) {
  const { id: here, crier } = useHere()
  const settle = useKept(onClose)
  const kept = useKeptWords(
    `${here}.snippet.${snippet?.id ?? 'new'}.in-post`,
    { onClose },
    { kind: snippet?.kind ?? 'text', again: false },
  )
  const { kind, again } = kept.choice
  const base = baseOf(snippet)
  const title = snippet ? words.changeNamed(snippet.name) : words.add
  const form = useForm(
    ({ name = '', content = '' }) => {
      if (!snippet) return crier.createSnippet({ name, kind, content })
      const written = again && store && accounts && templateOf(store.get(), accounts)
      if (kind === 'template') return crier.updateSnippet({ id: snippet.id, name, ...written })
      return crier.updateSnippet({ id: snippet.id, name, kind, content })
    },
    async ({ name }) => {
      kept.sent()
      await settle(words.kept(name))
    },
  )
  return (
    <Dialog title={title} onClose={kept.close}>
      <KeptForm
        kept={kept}
        base={base}
        form={form}
        label={title}
        again={snippet ? common.typed.asSaved : common.typed.anew}
      >
        <NameField name={snippet?.name} />
        {kind === 'template' ? (
          <Check
            label={words.again}
            hint={words.againHint}
            checked={again}
            onChange={({ target }) => kept.choose({ kind, again: target.checked })}
          />
        ) : (
          <>
            <KindField
              kind={kind}
              kinds={plain}
              onKind={(next) => kept.choose({ kind: next, again })}
            />
            <WordsField kind={kind} content={snippet?.content} />
          </>
        )}
        <FormEnd action={words.make} busy={form.busy} onClose={kept.close} />
      </KeptForm>
    </Dialog>
  )
}

function Keep({ store, accounts, onClose }: Written & { onClose: () => void }) {
  const { id: here, crier } = useHere()
  const settle = useKept(onClose)
  const kept = useKeptWords(`${here}.snippet.of-post`, { onClose })
  const form = useForm(
    ({ name = '' }) => crier.createSnippet({ name, ...templateOf(store.get(), accounts) }),
    async ({ name }) => {
      kept.sent()
      await settle(words.kept(name))
    },
  )
  return (
    <Dialog title={words.keepThis} onClose={kept.close}>
      <KeptForm kept={kept} form={form} label={words.keepThis} again={common.typed.anew}>
        <p className="text-muted">{words.keepThisText}</p>
        <NameField name={undefined} />
        <FormEnd action={words.make} busy={form.busy} onClose={kept.close} />
      </KeptForm>
    </Dialog>
  )
}
