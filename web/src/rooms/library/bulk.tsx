/** What is done to all that is chosen. */
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Counts, Item } from '../../api/media.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'
import { useWrite } from './use-write.ts'
import type { useMany } from './use-many.ts'

const placing = () => room(() => import('./placing.tsx'))
const Move = lazy(async () => ({ default: (await placing()).Move }))
const Tag = lazy(async () => ({ default: (await placing()).Tag }))
const Describe = lazy(async () => ({
  default: (await room(() => import('./describe.tsx'))).Describe,
}))

type Doing = 'move' | 'tag' | 'describe'

export function Bulk({
  chosen,
  counts,
  many,
  deleted,
  clear,
}: {
  chosen: readonly Item[]
  counts: Counts | undefined
  many: ReturnType<typeof useMany>
  /** Whether these are in the bin. */
  deleted: boolean
  clear: () => void
}) {
  const [doing, setDoing] = useState<Doing>()
  const write = useWrite()
  const pictures = chosen.filter(({ mime_type }) => mime_type.startsWith('image/'))
  const close = () => setDoing(undefined)
  return (
    <div
      role="toolbar"
      aria-label={words.many.label}
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-2 justify-self-center rounded-lg border border-line bg-card p-2 ps-4 shadow-high max-sm:justify-self-stretch max-sm:ps-2"
    >
      <span role="status" className="me-2 font-semibold max-sm:basis-full max-sm:ps-2">
        {words.many.chosen(chosen.length)}
      </span>
      {deleted ? (
        <Button
          small
          look="primary"
          icon="undo"
          busy={many.busy}
          onClick={() => many.restore(chosen)}
        >
          {common.act.restore}
        </Button>
      ) : (
        <>
          <Button small look="primary" icon="pen" onClick={() => write(chosen)}>
            {words.act.write}
          </Button>
          <Button small onClick={() => setDoing('move')}>
            {words.act.move}
          </Button>
          <Button small onClick={() => setDoing('tag')}>
            {words.act.tag}
          </Button>
          {pictures.length > 0 && (
            <Button small onClick={() => setDoing('describe')}>
              {words.act.describe}
            </Button>
          )}
          <Button small icon="trash" busy={many.busy} onClick={() => many.remove(chosen)}>
            {common.act.delete}
          </Button>
        </>
      )}
      <Button small look="quiet" onClick={clear}>
        {words.many.none}
      </Button>
      <Suspense>
        {doing === 'move' && (
          <Move
            folders={counts?.folders.map(({ folder }) => folder) ?? []}
            onClose={close}
            move={(folder) => many.move(chosen, folder)}
          />
        )}
        {doing === 'tag' && (
          <Tag
            has={[...new Set(chosen.flatMap(({ tags }) => tags))]}
            onClose={close}
            tag={(add, remove) => many.tag(chosen, add, remove)}
          />
        )}
        {doing === 'describe' && <Describe items={pictures} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** What was refused, file by file, with the way to what holds it. */
export function Refusals({ many }: { many: ReturnType<typeof useMany> }) {
  if (!many.refused.length) return null
  return (
    <Dialog title={words.many.refused(many.refused.length)} onClose={many.seen}>
      <ul className="grid max-h-[55dvh] gap-3 overflow-y-auto">
        {many.refused.map(({ media_id, name, message, post_ids = [] }) => (
          <li key={media_id} className="grid gap-1">
            <strong dir="auto" className="break-all">
              {name}
            </strong>
            <span className="text-muted">{message}</span>
            <span className="flex flex-wrap gap-x-3">
              {post_ids.map((id) => (
                <Link key={id} to="/posts/$id" params={{ id: String(id) }} onClick={many.seen}>
                  {common.thing.postNumber(id)}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
