/** What the creator may do at this moment, asked before each post as TikTok demands, and what the post makes of it. */
import { z } from 'zod'
import { type Choices, Failure, type Json, type Publication } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { Options, privacyLevels } from './manifest.ts'
import type { CreatorFacts } from './objections.ts'

const flag = z.boolean().catch(false)
const Creator = z.object({
  creator_nickname: z.string().optional().catch(undefined),
  creator_username: z.string().optional().catch(undefined),
  privacy_level_options: z.array(z.string()).min(1),
  comment_disabled: flag,
  duet_disabled: flag,
  stitch_disabled: flag,
  max_video_post_duration_sec: z.number().positive().optional().catch(undefined),
})

/** As saved: the part of the post that depends on the creator. */
export const Terms = z.object({
  username: z.string().nullable(),
  privacy_level: z.enum(privacyLevels),
  disable_comment: z.boolean(),
  disable_duet: z.boolean(),
  disable_stitch: z.boolean(),
})
export type Terms = z.output<typeof Terms>

/** Of a draft, of which the creator decides all that in TikTok. No list shows one, so nobody else is meant to see it. */
export const DRAFT: Terms = {
  username: null,
  privacy_level: 'SELF_ONLY',
  disable_comment: false,
  disable_duet: false,
  disable_stitch: false,
}

/** Of what another run of the service sent: if anything shows it, the list of public posts does. */
export const UNTOLD: Terms = { ...DRAFT, privacy_level: 'PUBLIC_TO_EVERYONE' }

const query = async (access: Access) =>
  ask(access, { path: '/v2/post/publish/creator_info/query/', answer: Creator })

/** What posts are held against while they are written. A creator who is over a limit just now is connected all the same. */
export async function factsOf(access: Access): Promise<Record<string, Json>> {
  try {
    const { privacy_level_options: privacy_levels, ...creator } = await query(access)
    const max_video_seconds = creator.max_video_post_duration_sec
    const facts = { privacy_levels, ...(max_video_seconds && { max_video_seconds }) }
    return facts satisfies CreatorFacts
  } catch (error) {
    if (error instanceof Failure) return {}
    throw error
  }
}

const LEVELS: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
}

/** As TikTok says that an account posts no more for now, or at all; then it tells nothing else of it. */
const SHUT = ['daily_limit', 'account_restricted']

/** Who may see a post, in TikTok's own names for it, and what else a person must be told before posting there. */
export async function choices(access: Access): Promise<Choices> {
  try {
    return told(await query(access))
  } catch (error) {
    if (!(error instanceof Failure) || !SHUT.includes(error.code)) throw error
    const creator = { nickname: null, switched_off: [], longest_video_seconds: null }
    return {
      options: {},
      complete: false,
      creator: { ...creator, may_post_now: false, reason: error.message },
    }
  }
}

function told({ privacy_level_options: levels, ...creator }: z.output<typeof Creator>): Choices {
  const max_video_seconds = creator.max_video_post_duration_sec
  const off = [
    creator.comment_disabled && 'disable_comment',
    creator.duet_disabled && 'disable_duet',
    creator.stitch_disabled && 'disable_stitch',
  ]
  return {
    options: { privacy_level: levels.map((value) => ({ value, name: LEVELS[value] ?? value })) },
    complete: true,
    creator: {
      nickname: creator.creator_nickname ?? null,
      switched_off: off.filter((name) => name !== false),
      longest_video_seconds: max_video_seconds ?? null,
      may_post_now: true,
      reason: null,
    },
    settings: { privacy_levels: levels, ...(max_video_seconds && { max_video_seconds }) },
  }
}

export async function termsFor(access: Access, publication: Publication): Promise<Json> {
  const creator = await query(access)
  const options = Options.parse(publication.options)
  const privacy_level = privacyOf(creator.privacy_level_options, options.privacy_level)
  if (privacy_level === 'SELF_ONLY' && options.brand_content_toggle) {
    const message =
      'TikTok shows a paid partnership to others only: choose another privacy_level than SELF_ONLY.'
    throw new Failure('rejected', 'branded_content_private', message)
  }
  const longest = creator.max_video_post_duration_sec
  const duration = publication.media.find(({ mime_type }) =>
    mime_type.startsWith('video/'),
  )?.duration
  if (longest !== undefined && duration && duration > longest) {
    const message = `TikTok takes videos of at most ${longest} seconds from this account; this one has ${Math.ceil(duration)}.`
    throw new Failure('rejected', 'video_duration', message)
  }
  return {
    username: creator.creator_username ?? null,
    privacy_level,
    // What the creator has switched off stays off, whatever the post asks for.
    disable_comment: options.disable_comment || creator.comment_disabled,
    disable_duet: options.disable_duet || creator.duet_disabled,
    disable_stitch: options.disable_stitch || creator.stitch_disabled,
  } satisfies Terms
}

function privacyOf(offered: readonly string[], wanted: Terms['privacy_level'] | undefined) {
  const known = privacyLevels.filter((level) => offered.includes(level))
  const chosen = wanted === undefined ? known[0] : known.find((level) => level === wanted)
  if (chosen) return chosen
  const message = `TikTok does not let this account use privacy_level ${wanted ?? ''}. It offers: ${offered.join(', ')}.`
  throw new Failure('rejected', 'privacy_not_allowed', message)
}
