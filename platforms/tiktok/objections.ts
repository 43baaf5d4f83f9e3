/** What TikTok would refuse of a post as a whole: by its documents, and by what it told of the creator when the account was connected. */
import { z } from 'zod'
import { type Objection, objection, type Written, type WrittenMedia } from '../kit/objections.ts'
import type { AccountFacts } from '../platform.ts'

const FRAMES = { least: 23, most: 60 }

/** `Offered.settings`. Empty: TikTok did not tell, and it is asked before the post goes out anyway. */
export const CreatorFacts = z.object({
  privacy_levels: z.array(z.string()).optional().catch(undefined),
  max_video_seconds: z.number().positive().optional().catch(undefined),
  /** Whether drafts may be sent; accounts of before that was asked do not say. */
  drafts: z.boolean().optional().catch(undefined),
})
export type CreatorFacts = z.output<typeof CreatorFacts>

export function longestVideo({ settings }: AccountFacts): number | undefined {
  return CreatorFacts.parse(settings).max_video_seconds
}

export function objects({ options, media }: Written, { settings }: AccountFacts): Objection[] {
  const { privacy_levels, max_video_seconds, drafts } = CreatorFacts.parse(settings)
  const objections = media.flatMap((file, index) => [
    ...aboutFile(file, { media: index }, max_video_seconds),
  ])
  const to_inbox = options['kind'] === 'inbox'
  if (to_inbox && drafts === false)
    objections.push(objection({ option: 'kind' }, 'drafts_not_permitted', {}))
  // Who sees a draft is chosen in TikTok.
  const level = to_inbox ? undefined : options['privacy_level']
  if (typeof level === 'string' && privacy_levels && !privacy_levels.includes(level)) {
    const values = { level, levels: privacy_levels }
    objections.push(objection({ option: 'privacy_level' }, 'privacy_not_offered', values))
  }
  if (level === 'SELF_ONLY' && options['brand_content_toggle'] === true)
    objections.push(objection({ option: 'brand_content_toggle' }, 'partnership_private', {}))
  return [...objections, ...aboutOptions(options, media)]
}

/** Each kind of post has options that the other does not: TikTok passes over them, and their author would not know. */
function* aboutOptions(options: Written['options'], media: Written['media']): Generator<Objection> {
  const [first] = media
  if (!first) return
  const { title, auto_add_music, photo_cover_index: cover, video_cover_timestamp_ms: at } = options
  if (!first.mime_type.startsWith('video/')) {
    if (typeof at === 'number') yield objection(BY_TIME, 'cover_time_of_photos', {})
    if (typeof cover === 'number' && cover >= media.length)
      yield objection(BY_NUMBER, 'cover_number_over', { limit: media.length - 1, measured: cover })
    return
  }
  if (typeof title === 'string') yield objection({ option: 'title' }, 'title_of_video', {})
  if (auto_add_music === true) yield objection({ option: 'auto_add_music' }, 'music_of_video', {})
  if (typeof cover === 'number' && cover > 0)
    yield objection(BY_NUMBER, 'cover_number_of_video', {})
  if (typeof at === 'number' && first.duration !== null && at > first.duration * 1000)
    yield objection(BY_TIME, 'cover_time_over', { limit: first.duration, measured: at / 1000 })
}

const BY_TIME = { option: 'video_cover_timestamp_ms' }
const BY_NUMBER = { option: 'photo_cover_index' }

function* aboutFile(
  file: WrittenMedia,
  at: { media: number },
  longest: number | undefined,
): Generator<Objection> {
  const { mime_type, duration, frame_rate } = file
  if (!mime_type.startsWith('video/')) return
  if (longest !== undefined && duration !== null && duration > longest)
    yield objection(at, 'media_seconds_here', { limit: longest, measured: duration })
  // Measured rates are rarely whole: 23.976 is what TikTok calls 23 at least, 59.94 is below 60.
  if (frame_rate !== null && (frame_rate < FRAMES.least || frame_rate > FRAMES.most + 0.5))
    yield objection(at, 'media_frames', {
      least: FRAMES.least,
      limit: FRAMES.most,
      measured: frame_rate,
    })
}
