/** What a container may say beside its file: tags, covers and trials ("IG User Media", read 2026-11-23; docs/facts/instagram.md §2). */
import { z } from 'zod'
import { integer, type Params, readList, readObject } from '../kit/graph-params.ts'
import { invalid } from '../kit/graph-refusals.ts'
import { publicPage } from '../kit/public-pages.ts'
import { pull } from './pictures.ts'
import type { Container } from './state.ts'

const username = z.string().regex(/^[\w.]{1,30}$/)
const share = z.number().min(0).max(1)
const Placed = z.strictObject({ username, x: share, y: share })
const Named = z.strictObject({ username, x: share.optional(), y: share.optional() })
const Trial = z.strictObject({ graduation_strategy: z.enum(['MANUAL', 'SS_PERFORMANCE']) })

export async function checkBeside(params: Params, kind: Container['kind']) {
  const { text } = params
  const tags = text.get('user_tags')
  if (tags !== undefined) checkTags(readList(tags), kind, text.has('image_url'))
  integer(params, 'thumb_offset')
  // The name is told, the code that comes with it is from memory.
  const place = text.get('location_id')
  if (place !== undefined && !publicPage(place)?.location)
    throw invalid('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID')
  for (const name of ['cover_url', 'trial_params'])
    if (text.has(name) && kind !== 'REELS') throw invalid(`Param ${name} is for REELS only`)
  const trial = text.get('trial_params')
  if (trial !== undefined && !Trial.safeParse(readObject(trial)).success)
    throw invalid('Param trial_params[graduation_strategy] must be one of {MANUAL, SS_PERFORMANCE}')
  const cover = text.get('cover_url')
  // It has its own advice on ratios, and is cropped.
  if (cover !== undefined) await pull(cover, 'image', true)
}

/** "Coordinates … are required" on pictures of the feed, on stories and videos they are not. */
function checkTags(tags: readonly unknown[], kind: Container['kind'], picture: boolean) {
  if (kind === 'CAROUSEL') throw invalid('Param user_tags is not supported on a carousel')
  if (tags.length > 20) throw invalid('Param user_tags must have at most 20 elements')
  const schema = picture && kind !== 'STORIES' ? Placed : Named
  const wrong = tags.findIndex((tag) => !schema.safeParse(tag).success)
  if (wrong >= 0)
    throw invalid(`Param user_tags[${wrong}] must have username, and x and y between 0 and 1`)
}

/** Whether it is among the media of its account is not documented; where it is not, lost answers are harder. */
export const isTrial = ({ extra }: { extra: Record<string, string> }) =>
  extra['trial_params'] !== undefined
