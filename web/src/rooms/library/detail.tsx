/** One file: what it is, what is said of it, where it is shown, and what can be made of it. */
import { CrierError } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { type Counts, itemQuery, type WholeItem } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button, OutLink } from '../../ui/button.tsx'
import { Chips } from '../../ui/chips.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { common } from '../../words/common.ts'
import { length, number, size } from '../../words/format.ts'
import { words } from '../../words/library.ts'
import { isChanged, keep, saidOf, type Typed, typedOf, withChange } from './typed.ts'
import { useWrite } from './use-write.ts'

const Make = lazy(async () => ({ default: (await room(() => import('./make.tsx'))).Make }))
const Fitting = lazy(async () => ({ default: (await room(() => import('./fitting.tsx'))).Fitting }))
const Replace = lazy(async () => ({ default: (await room(() => import('./replace.tsx'))).Replace }))

export function Detail({
  id,
  counts,
  onOpen,
  onRemove,
  onClose,
}: {
  id: number
  counts: Counts | undefined
  onOpen: (id: number) => void
  onRemove: (item: WholeItem) => void
  onClose: () => void
}) {
  const here = useHere()
  const query = useQuery(itemQuery(here, id))
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [id])
  return (
    // Escape closes it from wherever within.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={box}
      tabIndex={-1}
      aria-label={words.detail.label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
      className="file-sheet grid content-start gap-5 rounded-lg border border-line bg-card p-5 shadow-card outline-none"
    >
      <Loaded query={query} what={words.whatOne}>
        {(item) => (
          <Whole
            key={item.id}
            item={item}
            counts={counts}
            onOpen={onOpen}
            onRemove={() => onRemove(item)}
            onClose={onClose}
          />
        )}
      </Loaded>
      {query.isError && <Button onClick={onClose}>{common.act.close}</Button>}
    </aside>
  )
}

function Whole({
  item,
  counts,
  onOpen,
  onRemove,
  onClose,
}: {
  item: WholeItem
  counts: Counts | undefined
  onOpen: (id: number) => void
  onRemove: () => void
  onClose: () => void
}) {
  const { edits } = useHere()
  const write = useWrite()
  const [doing, setDoing] = useState<'make' | 'replace'>()
  const close = () => setDoing(undefined)
  const isPicture = item.mime_type.startsWith('image/')
  const isVideo = item.mime_type.startsWith('video/')
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <h2 dir="auto" className="min-w-0 text-lg break-all">
          {item.original_name}
        </h2>
        <IconButton label={common.act.close} icon="cross" onClick={onClose} />
      </div>
      <div className="h-60 overflow-hidden rounded-lg bg-sunk">
        {item.mime_type.startsWith('audio/') ? (
          <div className="grid size-full place-items-center p-4">
            {/* Captions are files of their own. */}
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
            <audio src={item.cdn_url} controls className="w-full" aria-label={item.original_name} />
          </div>
        ) : (
          <Thumb
            type={item.mime_type}
            src={item.cdn_url}
            alt={item.alt_text ?? ''}
            name={item.original_name}
            contain
            plays
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {edits && (
          <Button small look="primary" icon="pen" onClick={() => write([item])}>
            {words.act.writeOne}
          </Button>
        )}
        {edits && (isPicture || isVideo) && (
          <Button small icon={isPicture ? 'crop' : 'film'} onClick={() => setDoing('make')}>
            {isPicture ? words.act.crop : words.act.cut}
          </Button>
        )}
        {edits && (
          <Button small icon="retry" onClick={() => setDoing('replace')}>
            {words.act.replace}
          </Button>
        )}
        <OutLink small icon="download" href={item.cdn_url} download={item.original_name}>
          {words.act.download}
        </OutLink>
        {edits && (
          <Button small icon="trash" onClick={onRemove}>
            {common.act.delete}
          </Button>
        )}
      </div>
      {edits && <Said item={item} folders={counts?.folders.map(({ folder }) => folder) ?? []} />}
      <UsedIn item={item} />
      <Suspense>
        <Fitting told={item.fitting ?? []} />
      </Suspense>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact name={words.detail.kind}>{item.mime_type}</Fact>
        <Fact name={words.detail.size}>{size(item.size_bytes)}</Fact>
        <Fact name={words.list.added}>
          <At at={item.created_at} />
        </Fact>
        {item.width !== null && item.height !== null && (
          <Fact name={words.detail.pixels}>
            {words.detail.by(number(item.width), number(item.height))}
          </Fact>
        )}
        {item.duration !== null && <Fact name={words.detail.length}>{length(item.duration)}</Fact>}
        {item.derived_from !== undefined && (
          <Fact name={words.detail.madeOf}>
            <Link to="/library" search={{ item: String(item.derived_from) }}>
              {words.detail.original}
            </Link>
          </Fact>
        )}
        {item.sha256 !== null && (
          <Fact name={words.detail.digest}>
            <code className="text-xs break-all">{item.sha256}</code>
          </Fact>
        )}
      </dl>
      <Suspense>
        {doing === 'make' && <Make item={item} onMade={onOpen} onClose={close} />}
        {doing === 'replace' && <Replace item={item} onDone={onOpen} onClose={close} />}
      </Suspense>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

/** Folder, tags and alt text, saved together. */
function Said({ item, folders }: { item: WholeItem; folders: readonly string[] }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [typed, setTyped] = useState(() => typedOf(item))
  const [known, setKnown] = useState(item)
  if (known !== item) {
    setKnown(item)
    setTyped(withChange(typed, item))
  }
  const { alt, folder, tags } = typed.said
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => keep(typed), [typed])
  const type = (some: Partial<Typed['said']>) =>
    setTyped({ ...typed, said: { ...typed.said, ...some } })

  async function save() {
    setBusy(true)
    setProblem(undefined)
    try {
      const said = { alt_text: alt.trim() || null, folder: folder.trim() || null, tags: [...tags] }
      const now = await here.crier.updateMedia({
        id: item.id,
        ...said,
        updated_at: typed.over.updated_at,
      })
      const over = { ...item, ...now }
      setTyped({ said: saidOf(over), over })
      say(words.detail.saved)
    } catch (error) {
      setProblem(sentenceOf(error))
      // It is told by now, and saved over what is there with the next press.
      if (error instanceof CrierError && error.code === 'media_changed') {
        const query = { ...itemQuery(here, item.id), staleTime: 0 }
        const over = await queries.fetchQuery(query).catch(() => item)
        setTyped({ ...typed, over })
      }
    }
    await queries.invalidateQueries({ queryKey: [here.id, 'media'] })
    setBusy(false)
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      {item.mime_type.startsWith('image/') && (
        <label className="grid gap-1.5 text-sm font-medium">
          {words.detail.alt}
          <textarea
            rows={3}
            maxLength={500}
            dir="auto"
            value={alt}
            onChange={({ target }) => type({ alt: target.value })}
            placeholder={words.detail.altHint}
            className="control font-normal"
          />
        </label>
      )}
      <label className="grid gap-1.5 text-sm font-medium">
        {words.detail.folder}
        <input
          dir="auto"
          maxLength={255}
          list="folders"
          value={folder}
          onChange={({ target }) => type({ folder: target.value })}
          className="control font-normal"
        />
      </label>
      <datalist id="folders">
        {folders.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
      <div className="grid gap-1.5">
        <Chips
          label={words.detail.tags}
          list={tags}
          onList={(list) => type({ tags: list })}
          coloured
        />
      </div>
      {isChanged(typed.said, item) && (
        <Button type="submit" look="primary" busy={busy} className="justify-self-start">
          {common.act.save}
        </Button>
      )}
    </form>
  )
}

function UsedIn({ item: { used_in } }: { item: WholeItem }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="text-sm font-semibold">{words.detail.usedIn(used_in?.count ?? 0)}</h3>
      {used_in ? (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {used_in.post_ids.map((id) => (
            <li key={id}>
              <Link to="/posts/$id" params={{ id: String(id) }}>
                {common.thing.postNumber(id)}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{words.detail.unused}</p>
      )}
    </section>
  )
}
