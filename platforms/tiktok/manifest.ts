/** What TikTok takes. Where each number comes from and how sure it is: README.md. */
import { z } from 'zod'
import type { Manifest, MediaRules, TextRule } from '../platform.ts'
import { longestVideo, objects } from './objections.ts'

const MB = 1_000_000

/** What drafts need ("Upload" reference). */
export const DRAFTS = 'video.upload'
/** What the numbers of a profile need ("Get User Info"). */
export const STATS = 'user.info.stats'

export const privacyLevels = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const

const flag = (what: string) => z.boolean().default(false).describe(what)

export const Options = z.strictObject({
  kind: z
    .enum(['post', 'inbox'])
    .default('post')
    .describe(
      'Out at once, or a draft in the inbox of the creator, who writes its text in TikTok, chooses there who sees it, and posts it. Five drafts may wait in 24 hours.',
    ),
  privacy_level: z
    .enum(privacyLevels)
    .optional()
    .describe(
      'Who can see the post; TikTok says for each account which levels it may use. Absent: everyone, or else the first level that TikTok names.',
    ),
  title: z.string().max(90).optional().describe('Photos only: a title above the text.'),
  disable_comment: flag('Nobody can comment.'),
  disable_duet: flag('Videos only: nobody can make a duet with it.'),
  disable_stitch: flag('Videos only: nobody can stitch it.'),
  auto_add_music: flag('Photos only: TikTok adds music.'),
  brand_content_toggle: flag(
    'Discloses a paid partnership with somebody else. Not possible with SELF_ONLY.',
  ),
  brand_organic_toggle: flag('Discloses that the post promotes the creator’s own business.'),
  is_aigc: flag('Discloses that the content was made with AI.'),
  video_cover_timestamp_ms: z
    .int()
    .min(0)
    .optional()
    .describe('Videos only: which moment is the cover.'),
  photo_cover_index: z.int().min(0).max(34).default(0).describe('Photos only: which is the cover.'),
})

export type Options = z.output<typeof Options>

const atMost = (max: number): TextRule => ({
  max,
  counts: 'utf16_units',
  unit: 'UTF-16 units',
  measure: letters,
})

const media: MediaRules = {
  // "Maximum of 1080p", else `picture_size_check_failed`.
  image: {
    types: ['image/jpeg', 'image/webp'],
    max: 35,
    max_bytes: 20 * MB,
    max_short_side: 1080,
  },
  video: {
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    max: 1,
    max_bytes: 4000 * MB,
    max_duration: 600,
    // "Minimum of 360 pixels for both height and width, maximum of 4096 pixels for both."
    min_width: 360,
    min_height: 360,
    max_width: 4096,
    max_height: 4096,
  },
}

export const manifest: Manifest = {
  id: 'tiktok',
  name: 'TikTok',
  account_kinds: ['profile'],
  text: () => [atMost(2200)],
  // "description": "The maximum length is 4000 in UTF-16 runes" (content-posting-api-reference-photo-post).
  text_with: { image: [atMost(4000)] },
  media,
  kinds: {
    // "Inform users that they must click on inbox notifications to continue the editing flow in TikTok and complete the post."
    inbox: {
      media,
      wordless: true,
      refuses_options: [
        'video_cover_timestamp_ms',
        'auto_add_music',
        'brand_content_toggle',
        'brand_organic_toggle',
        'is_aigc',
      ],
      leaves_options: ['privacy_level', 'disable_comment', 'disable_duet', 'disable_stitch'],
    },
  },
  text_optional: true,
  media_required: true,
  first_comment: false,
  objects,
  longest_video: longestVideo,
  removal: { by: 'person', at: 'https://www.tiktok.com/' },
  alt_text: null,
  options: Options,
  scopes: ['user.info.basic', 'user.info.profile', 'video.publish', 'video.list'],
  // An app has them only where TikTok has approved them.
  more_scopes: [DRAFTS, STATS],
  hosts: {
    api: 'https://open.tiktokapis.com',
    web: 'https://www.tiktok.com',
    upload: 'https://open-upload.tiktokapis.com',
  },
  // "Typically 15 posts a day per creator", shared by all apps.
  limits: { concurrent_per_account: 1, per_account_per_day: 15 },
  look_after: [10_000, 30_000, 120_000, 600_000],
  // Reach is not offered.
  metrics: { offers: ['impressions', 'likes', 'comments', 'shares', 'engagements'], per_call: 20 },
  audience: { offers: ['followers', 'following', 'posts', 'likes'] },
  client: 'required',
  needs: [
    'a TikTok developer app with Login Kit and the Content Posting API (Direct Post), and our callback address registered',
    'TikTok’s audit of that app: before it, posts are SELF_ONLY, for accounts that are private, five of them a day',
    'for drafts in the inbox: the scope video.upload, approved for the app and named in TIKTOK_SCOPES',
    'for followers and what else TikTok counts of a profile: the scope user.info.stats, likewise',
    'for photos, a public address of this service whose domain is verified in the developer portal',
  ],
}

function letters(text: string) {
  return text.length
}
