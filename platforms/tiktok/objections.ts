/** What TikTok would refuse of a post as a whole: by its documents, and by what it told of the creator when the account was connected. */
import { z } from 'zod'
import type { Objection, Written, WrittenMedia } from '../kit/objections.ts'
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
  const objections: Objection[] = media.flatMap((file, index) =>
    [...aboutFile(file, max_video_seconds)].map((text) => ({ media: index, text })),
  )
  const to_inbox = options['kind'] === 'inbox'
  if (to_inbox && drafts === false) {
    const text =
      'was connected without the permission for drafts (video.upload): name it in TIKTOK_SCOPES where the app has it, and connect the account again.'
    objections.push({ option: 'kind', text })
  }
  // Who sees a draft is chosen in TikTok.
  const level = to_inbox ? undefined : options['privacy_level']
  if (typeof level === 'string' && privacy_levels && !privacy_levels.includes(level)) {
    const text = `may not use ${level}; TikTok offers this account ${privacy_levels.join(', ')}. If that has changed since, get_account_choices with refresh reads it anew.`
    objections.push({ option: 'privacy_level', text })
  }
  if (level === 'SELF_ONLY' && options['brand_content_toggle'] === true) {
    const text =
      'shows a paid partnership to others only: choose another privacy_level than SELF_ONLY.'
    objections.push({ option: 'brand_content_toggle', text })
  }
  for (const [option, text] of aboutOptions(options, media)) objections.push({ option, text })
  return objections
}

/** Each kind of post has options that the other does not: TikTok passes over them, and their author would not know. */
function* aboutOptions(
  options: Written['options'],
  media: Written['media'],
): Generator<[option: string, text: string]> {
  const [first] = media
  if (!first) return
  const { title, auto_add_music, photo_cover_index: cover, video_cover_timestamp_ms: at } = options
  if (!first.mime_type.startsWith('video/')) {
    if (typeof at === 'number')
      yield ['video_cover_timestamp_ms', 'has covers by time for videos only; this has photos.']
    if (typeof cover === 'number' && cover >= media.length)
      yield ['photo_cover_index', `counts photos from 0 to ${media.length - 1}; this is ${cover}.`]
    return
  }
  if (typeof title === 'string')
    yield ['title', 'has titles for photos only; what a video says is its content.']
  if (auto_add_music === true) yield ['auto_add_music', 'adds music to photos only.']
  if (typeof cover === 'number' && cover > 0)
    yield ['photo_cover_index', 'has covers by number for photos only; this has a video.']
  if (typeof at === 'number' && first.duration !== null && at > first.duration * 1000)
    yield [
      'video_cover_timestamp_ms',
      `has a video of ${first.duration} s here; the cover is at ${at / 1000} s.`,
    ]
}

function* aboutFile(file: WrittenMedia, longest: number | undefined) {
  const { mime_type, duration, frame_rate } = file
  if (!mime_type.startsWith('video/')) return
  if (longest !== undefined && duration !== null && duration > longest)
    yield `takes videos of at most ${longest} s from this account; this has ${duration} s.`
  // Measured rates are rarely whole: 23.976 is what TikTok calls 23 at least, 59.94 is below 60.
  if (frame_rate !== null && (frame_rate < FRAMES.least || frame_rate > FRAMES.most + 0.5))
    yield `takes videos of ${FRAMES.least} to ${FRAMES.most} frames a second; this has ${frame_rate}.`
}
