/** What is done to all that is chosen. */
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { DownloadMediaInput } from '@crier/sdk'
import type { Counts, Item } from '../../api/media.ts'
import { sentenceOf } from '../../api/ask.ts'
import { room } from '../../shell/version.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'
import { type Chosen, COME } from './use-chosen.ts'
import type { Many } from './use-many.ts'
import { useWrite } from './use-write.ts'
import { NAMED, type useZip } from './use-zip.ts'

const placing = () => room(() => import('./placing.tsx'))
const Move = lazy(async () => ({ default: (await placing()).Move }))
const Tag = lazy(async () => ({ default: (await placing()).Tag }))
const Describe = lazy(async () => ({
  default: (await room(() => import('./describe.tsx'))).Describe,
}))

const Replace = lazy(async () => ({ default: (await room(() => import('./replace.tsx'))).Replace }))

type Doing = 'move' | 'tag' | { describe: readonly Item[] }

export function Bulk({
  chosen,
  counts,
  many,
  zip,
  like,
  deleted,
}: {
  chosen: Chosen
  counts: Counts | undefined
  many: Many
  zip: ReturnType<typeof useZip>
  /** What finds all of them. */
  like: DownloadMediaInput
  /** Whether these are in the bin. */
  deleted: boolean
}) {
  const [doing, setDoing] = useState<Doing>()
  const write = useWrite()
  const say = useSay()
  const [looking, setLooking] = useState(false)
  const { under } = many
  const items = [...chosen.items.values()]
  const some = chosen.but === undefined
  const described = some ? items.some(isPicture) : like.type === undefined || like.type === 'image'
  const close = () => setDoing(undefined)

  /** What is not known yet is asked for. */
  async function known(most: number) {
    if (some) return items
    if (chosen.count > most) {
      say(words.many.most(most), failed)
      return undefined
    }
    setLooking(true)
    try {
      return await chosen.some()
    } catch (error) {
      say(sentenceOf(error), failed)
      return undefined
    } finally {
      setLooking(false)
    }
  }
  async function describe() {
    const pictures = (await known(COME))?.filter(isPicture)
    if (pictures?.length) setDoing({ describe: pictures })
  }
  async function pack() {
    if (chosen.but?.size === 0) return zip.take(like)
    if (chosen.count > NAMED) return say(words.zip.most(NAMED), failed)
    const ids = (await known(NAMED))?.map(({ id }) => id)
    if (ids) zip.take({ ids })
  }

  if (under) {
    return (
      <div className={bar}>
        <span role="status" className="font-semibold tabular-nums">
          {words.many.under(under.done, under.of)}
        </span>
        <Button small icon="cross" onClick={many.stop}>
          {words.many.stop}
        </Button>
      </div>
    )
  }
  return (
    <div role="toolbar" aria-label={words.many.label} className={bar}>
      <span role="status" className="me-2 font-semibold max-sm:basis-full max-sm:ps-2">
        {words.many.chosen(chosen.count)}
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
          {some && (
            <Button small look="primary" icon="pen" onClick={() => write(items)}>
              {words.act.write}
            </Button>
          )}
          <Button small onClick={() => setDoing('move')}>
            {words.act.move}
          </Button>
          <Button small onClick={() => setDoing('tag')}>
            {words.act.tag}
          </Button>
          {described && (
            <Button small busy={looking} onClick={() => void describe()}>
              {words.act.describe}
            </Button>
          )}
          <Button small busy={zip.busy} onClick={() => void pack()}>
            {words.act.download}
          </Button>
          <Button small icon="trash" busy={many.busy} onClick={() => many.remove(chosen)}>
            {common.act.delete}
          </Button>
        </>
      )}
      <Button small look="quiet" onClick={chosen.clear}>
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
            has={[...new Set(items.flatMap(({ tags }) => tags))]}
            onClose={close}
            tag={(add, remove) => many.tag(chosen, add, remove)}
          />
        )}
        {typeof doing === 'object' && (
          <Describe
            items={doing.describe}
            onClose={close}
            reopen={(items) => setDoing({ describe: items })}
          />
        )}
      </Suspense>
    </div>
  )
}

const bar =
  'sticky bottom-[calc(1rem+var(--foot))] z-20 flex flex-wrap items-center gap-2 justify-self-center rounded-lg border border-line bg-card p-2 ps-4 shadow-high max-sm:justify-self-stretch max-sm:ps-2'

function isPicture({ mime_type }: Item) {
  return mime_type.startsWith('image/')
}

/** What was refused, file by file, with the way to what holds it, or another file in its place there. */
export function Refusals({ many }: { many: Many }) {
  const [replaced, setReplaced] = useState<number>()
  if (replaced !== undefined) {
    const back = () => setReplaced(undefined)
    return (
      <Suspense>
        <Replace item={{ id: replaced }} onDone={back} onClose={back} />
      </Suspense>
    )
  }
  return (
    <Dialog title={words.many.refused(many.refused.length)} onClose={many.seen}>
      <ul className="grid max-h-[55dvh] gap-3 overflow-y-auto">
        {many.refused.map(({ media_id, name, post_ids = [], code = '', message = '' }) => (
          <li key={media_id} className="grid gap-1">
            <strong dir="auto" className="break-all">
              {name}
            </strong>
            <span className="text-muted">
              <Refusal refused={{ code, message }} />
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {post_ids.map((id) => (
                <Link key={id} to="/posts/$id" params={{ id: String(id) }} onClick={many.seen}>
                  {common.thing.postNumber(id)}
                </Link>
              ))}
              {post_ids.length > 0 && (
                <Button small icon="retry" onClick={() => setReplaced(media_id)}>
                  {words.replace.there}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
