/** The files of the post: on their way, in order, each with its text for people who cannot see it. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { langOf } from '../../api/refusals.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bar } from '../../ui/ring.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { useOrder } from '../../ui/use-order.ts'
import { words } from '../../words/write.ts'
import { length, size } from '../../words/format.ts'
import { inSizes } from '../../words/sizes.ts'
import { type File as Written, fileOf } from '../../writing/composition.ts'
import type { Store } from '../../writing/store.ts'
import { add, again, drop, usePreview, useUploads } from '../../writing/uploads.ts'
import type { Problem } from '../../writing/patch.ts'

const loadLibrary = () => room(() => import('./library.tsx'))
const Library = lazy(async () => ({ default: (await loadLibrary()).Library }))
const loadByAddress = () => room(() => import('./by-address.tsx'))
const ByAddress = lazy(async () => ({ default: (await loadByAddress()).ByAddress }))
const loadAlt = () => room(() => import('./alt.tsx'))
// What is done to one file: not before somebody asks for it.
const doings = {
  alt: lazy(async () => ({ default: (await loadAlt()).Alt })),
  crop: lazy(async () => ({ default: (await room(() => import('./crop.tsx'))).Crop })),
  cover: lazy(async () => ({ default: (await room(() => import('./cover.tsx'))).Cover })),
}
type Doing = keyof typeof doings

export const TAKEN = '.jpg,.jpeg,.png,.gif,.webp,.mp4,.mov,.webm,.m4v,.pdf,.srt,.vtt'

export function MediaTray({
  store,
  files,
  field,
  problems,
  saveAlt,
}: {
  store: Store
  /** Of one part of a thread, or of the post itself. */
  files: readonly Written[]
  /** As the service names them: `media_ids`, `thread.0.media_ids`. */
  field: string
  problems: readonly Problem[]
  saveAlt: (file: Written, alt_text: string) => void
}) {
  const [editing, setEditing] = useState<{ key: string; doing: Doing }>()
  const move = useCallback(
    (from: number, by: number) =>
      store.change(({ files: before }) => {
        const it = files[from]
        const there = files[Math.max(0, Math.min(files.length - 1, from + by))]
        const rest = before.filter(({ key }) => key !== it?.key)
        const place = before.findIndex(({ key }) => key === there?.key)
        return { files: it && place >= 0 ? rest.toSpliced(place, 0, it) : before }
      }),
    [store, files],
  )
  const Editor = editing && doings[editing.doing]
  const edited = files.find(({ key }) => key === editing?.key)
  if (!files.length) return null
  return (
    <>
      <ul
        aria-label={words.write.files}
        className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] items-start gap-3"
      >
        {files.map((file, index) => (
          <Item
            key={file.key}
            store={store}
            file={file}
            index={index}
            count={files.length}
            place={`${field}.${index}`}
            problems={problems.filter((each) => each.field === `${field}.${index}`)}
            move={move}
            edit={(doing) => setEditing({ key: file.key, doing })}
          />
        ))}
      </ul>
      {edited && Editor && (
        <Suspense>
          <Editor
            key={edited.key}
            store={store}
            file={edited}
            onClose={() => setEditing(undefined)}
            reopen={() => setEditing(editing)}
            save={(alt) => saveAlt(edited, alt)}
          />
        </Suspense>
      )}
    </>
  )
}

function Item({
  store,
  file,
  place,
  index,
  count,
  problems,
  move,
  edit,
}: {
  store: Store
  file: Written
  place: string
  index: number
  count: number
  problems: readonly Problem[]
  move: (from: number, by: number) => void
  edit: (doing: Doing) => void
}) {
  const { small } = usePreview(file)
  const progress = useUploads().get(file.key)
  const item = useRef<HTMLLIElement>(null)
  useOrder(item, index, move)
  const picture = file.type.startsWith('image/')
  const isThere = file.id !== undefined
  const broken = progress?.state === 'failed' || progress?.state === 'lost'
  // Sentences for each of many accounts would stand in a column of two words.
  const beside = problems.length > 0 && !broken
  return (
    <li
      data-place={place}
      tabIndex={-1}
      ref={item}
      className={`group relative overflow-hidden rounded-lg border ${problems.length || broken ? 'border-danger' : 'border-line'} ${broken ? 'sm:col-span-2' : ''} ${beside ? 'col-span-full grid grid-cols-[8.5rem_minmax(0,1fr)] bg-card' : 'bg-sunk'}`}
    >
      <div className={`relative bg-sunk ${broken ? 'min-h-34' : 'aspect-square self-start'}`}>
        {broken ? (
          <p className="grid min-h-34 content-end justify-items-start gap-1.5 bg-danger-soft px-2.5 pt-12 pb-2.5 text-xs text-danger">
            <Icon name="warning" className="size-5" />
            <span lang={langOf(progress.problem)} className="min-w-0 break-words hyphens-auto">
              {progress.problem ?? words.write.lostFile}
            </span>
          </p>
        ) : (
          <Thumb {...small} alt={file.alt_text} name={file.name} />
        )}
        <div className="absolute inset-x-1.5 top-1.5 flex justify-between gap-1">
          <span className="flex gap-1">
            <IconButton
              look="over"
              label={words.write.moveBack(file.name)}
              icon="up"
              turned
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              look="over"
              label={words.write.moveOn(file.name)}
              icon="down"
              turned
              disabled={index === count - 1}
              onClick={() => move(index, 1)}
            />
          </span>
          <IconButton
            look="over"
            label={words.write.removeFile(file.name)}
            icon="cross"
            onClick={() => drop(store, file.key)}
          />
        </div>
        {picture && !broken && (
          <button
            type="button"
            onClick={() => edit('alt')}
            aria-label={words.write.describe(file.name)}
            className={`absolute bottom-1.5 start-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-2 text-xs font-bold tracking-wide ${
              file.alt_text ? 'bg-accent text-on-accent' : 'bg-ink text-page'
            }`}
          >
            <Icon name={file.alt_text ? 'check' : 'plus'} className="size-3.5" />
            {words.write.alt}
          </button>
        )}
        {picture && isThere && file.type !== 'image/gif' && (
          <span className="absolute end-1.5 bottom-1.5">
            <IconButton
              look="over"
              label={words.write.crop(file.name)}
              icon="crop"
              onClick={() => edit('crop')}
            />
          </span>
        )}
        {file.type.startsWith('video/') && isThere && (
          <button
            type="button"
            onClick={() => edit('cover')}
            aria-label={words.write.coverOf(file.name)}
            className="absolute start-1.5 bottom-1.5 inline-flex min-h-7 items-center rounded-md bg-ink px-2 text-xs font-bold text-page"
          >
            {words.write.cover}
          </button>
        )}
        {file.duration !== undefined && (
          <span className="absolute end-1.5 bottom-1.5 rounded-md bg-ink px-1.5 text-xs text-page tabular-nums">
            {length(file.duration)}
          </span>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1 bg-card px-2.5 py-2 text-xs break-words">
        <span className="truncate font-medium" title={file.name}>
          {file.name}
        </span>
        {progress && !broken && (
          <>
            <Bar
              share={progress.received / Math.max(1, file.size)}
              label={words.write.uploading(file.name)}
            />
            <span className="text-muted tabular-nums">
              {progress.state === 'waiting'
                ? words.write.waits
                : words.write.sofar(size(progress.received), size(file.size))}
            </span>
          </>
        )}
        {!progress && <span className="text-muted">{size(file.size)}</span>}
        {progress?.state === 'failed' && (
          <Button small icon="retry" onClick={() => void again(store, file)}>
            {words.write.tryAgain}
          </Button>
        )}
        {problems.map(({ text, lang }) => (
          <span key={text} className="text-danger" lang={lang}>
            {inSizes(text)}
          </span>
        ))}
      </div>
    </li>
  )
}

/** Opens the device's own chooser. */
export function PickFiles({
  store,
  part,
  field,
}: {
  store: Store
  part: string | undefined
  field: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [choosing, setChoosing] = useState<'library' | 'address'>()
  const end = () => setChoosing(undefined)
  useEffect(() => {
    // It is there when somebody opens it, also without a connection by then.
    for (const load of [loadLibrary, loadByAddress, loadAlt]) void load().catch(() => undefined)
  }, [])
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={TAKEN}
        tabIndex={-1}
        aria-label={words.write.addFiles}
        className="sr-only"
        onChange={({ target }) => {
          void add(store, [...(target.files ?? [])], part)
          target.value = ''
        }}
      />
      <Button
        small
        look="quiet"
        icon="image"
        data-place={field}
        onClick={() => input.current?.click()}
      >
        {words.write.media}
      </Button>
      <Button small look="quiet" icon="inbox" onClick={() => setChoosing('library')}>
        {words.library.button}
      </Button>
      <Button small look="quiet" icon="link" onClick={() => setChoosing('address')}>
        {words.address.button}
      </Button>
      {choosing === 'address' && (
        <Suspense>
          <ByAddress store={store} part={part} onClose={end} />
        </Suspense>
      )}
      {choosing === 'library' && (
        <Suspense>
          <Library
            has={new Set(store.get().files.map(({ id }) => id))}
            onTake={(items) => {
              const added = items.map((item) => ({
                ...fileOf(item),
                ...(part !== undefined && { part }),
              }))
              store.change(({ files }) => ({ files: [...files, ...added] }))
            }}
            onClose={end}
          />
        </Suspense>
      )}
    </>
  )
}
