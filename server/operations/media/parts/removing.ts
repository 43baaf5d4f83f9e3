/** Deleting an item, by itself or among many. */
import { Problem } from '#rules/problem.ts'
import { noteLoose } from '#store/loose-blobs.ts'
import {
  findTwin,
  isKept,
  isShown,
  listUses,
  lockItem,
  removeItem,
  softDelete,
} from '#store/media.ts'
import { seriesShowing } from '#store/series.ts'
import type { Context } from '../../context.ts'
import { itemOf, noItem, requireSeenItem } from './arrivals.ts'
import { type Use, visibleOf } from './uses.ts'

interface Manner {
  /** Not to be brought back; one that was deleted before, too. */
  for_good?: boolean | undefined
  updated_at?: string | undefined
}

export async function removeOne(
  id: number,
  { for_good = false, updated_at }: Manner,
  context: Context,
) {
  const item = await lockItem(context, id)
  if (!item || (item.deleted_at !== null && !for_good)) throw noItem(id)
  if (updated_at !== undefined && item.deleted_at === null)
    requireSeenItem(await itemOf(context, id), updated_at)
  await requireUnused(id, context)
  // What is out goes on showing it for its time.
  if (!for_good || (await isShown(context, id))) {
    if (item.deleted_at === null) await softDelete(context, id, context.now)
    return
  }
  // Nobody may take these bytes for a copy of theirs between the look and the commit.
  if (item.sha256 !== null) await findTwin(context, item.sha256)
  await removeItem(context, id)
  if (await isKept(context, item.blob_key)) return
  const keys = [item.blob_key, ...(item.thumbnail_key ? [item.thumbnail_key] : [])]
  await noteLoose(context, keys, context.now)
}

async function requireUnused(id: number, context: Context) {
  const waiting = (await listUses(context, id)).filter(isWaiting)
  const recurring = await seriesShowing(context, id)
  if (waiting.length || recurring.length) throw inUse(waiting, recurring)
}

/** Of posts that still change with what is in the library. */
export function isWaiting({ status, deleted_at }: { status: string; deleted_at: unknown }) {
  return deleted_at === null && (status === 'draft' || status === 'scheduled')
}

function inUse(posts: readonly Use[], series: readonly Use[]) {
  const post_ids = visibleOf(posts)
  const series_ids = visibleOf(series)
  const named = [
    ...post_ids,
    ...(posts.length > post_ids.length ? ['and more'] : []),
    ...series_ids.map((id) => `series ${id}`),
    ...(series.length > series_ids.length ? ['and more series'] : []),
  ]
  const first = posts.length
    ? `Take it out of these posts${series.length ? ' and series' : ''} first, or delete them:`
    : 'Take it out of these series first, or end them:'
  return new Problem('media_in_use', `${first} ${named.join(', ')}.`, {
    post_ids,
    posts_total: posts.length,
    ...(series.length && { series_ids, series_total: series.length }),
  })
}
