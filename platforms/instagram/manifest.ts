import { z } from 'zod'
import { GRAPH_VERSION } from '../meta/graph.ts'
import type { Manifest, MediaRule } from '../platform.ts'
import { objects } from './objections.ts'
import { captionRules, commentRules } from './text.ts'

const MB = 1024 * 1024

/** A username, and where on the picture. */
const PLACE = String.raw`(0(?:\.\d+)?|1(?:\.0+)?)`
export const TAG = new RegExp(`^([\\w.]{1,30})(?: ${PLACE} ${PLACE})?$`)

export const Options = z.strictObject({
  kind: z
    .enum(['post', 'reel', 'story'])
    .default('post')
    .describe(
      'A video alone is a reel, whichever of post and reel is said. Stories end after a day.',
    ),
  share_to_feed: z.boolean().optional().describe('Whether a reel is shown in the feed too.'),
  thumb_offset: z
    .int()
    .min(0)
    .optional()
    .describe('Which frame of a reel is its cover, in milliseconds from its beginning.'),
  cover_url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Reels: the public address of a JPEG that is the cover, instead of a frame.'),
  trial_reel: z
    .enum(['MANUAL', 'SS_PERFORMANCE'])
    .optional()
    .describe(
      'Reels: shown to people who do not follow the account first. Followers see it when you say so in the app (MANUAL), or once it does well (SS_PERFORMANCE).',
    ),
  collaborators: z
    .array(z.string().regex(/^[\w.]{1,30}$/))
    .max(3)
    .optional()
    .describe('Usernames, at most three, who are invited as authors.'),
  user_tags: z
    .array(
      z.string().regex(TAG, 'must be a username, or a username and its place, such as ada 0.5 0.8'),
    )
    .max(20)
    .optional()
    .describe(
      'Usernames who are tagged. On a picture each may have its place, from the left and from the top between 0 and 1: ada 0.5 0.8; else they stand in a row. Not in carousels.',
    ),
  location_id: z
    .string()
    .regex(/^\d+$/)
    .optional()
    .describe(
      'Id of a Facebook Page with a place; with Facebook Login get_account_choices finds them by words.',
    ),
  is_ai_generated: z.boolean().optional().describe('Discloses media made with AI.'),
})
export type Options = z.output<typeof Options>

/** With Instagram Login: professional accounts without a Facebook Page. */
export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
] as const

/** With Facebook Login: accounts behind Facebook Pages. */
export const FACEBOOK_SCOPES = [
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  // Pages that people have through a Business Portfolio.
  'business_management',
] as const

const image: MediaRule = { types: ['image/jpeg'], max: 1, max_bytes: 8 * MB }

/** "Required aspect ratio is between 0.01:1 and 10:1 but we recommend 9:16", "maximum columns 1920" (IG User Media). */
const video: MediaRule = {
  types: ['video/mp4', 'video/quicktime'],
  max: 1,
  max_bytes: 300 * MB,
  min_duration: 3,
  max_duration: 15 * 60,
  ratio: { min: '0.01:1', max: '10:1' },
  max_width: 1920,
}
const reel: MediaRule = { ...video, best_ratio: '9:16' }

export const manifest: Manifest = {
  id: 'instagram',
  name: 'Instagram',
  account_kinds: ['business'],
  text: () => captionRules,
  media: {
    image: { ...image, max: 10, ratio: { min: '4:5', max: '1.91:1' } },
    // Carousels are cropped to their first picture; what is best for a reel says nothing of them.
    video: { ...video, max: 10 },
    mixed: { max: 10 },
  },
  kinds: {
    reel: { media: { video: reel } },
    // "We recommend 9:16 to avoid cropping or blank space"; text, stickers and alternative texts are not taken.
    story: {
      media: {
        image: { ...image, best_ratio: '9:16' },
        video: { ...reel, max_bytes: 100 * MB, max_duration: 60 },
      },
      wordless: true,
      first_comment: false,
      refuses_options: [
        'share_to_feed',
        'thumb_offset',
        'cover_url',
        'trial_reel',
        'collaborators',
        'location_id',
      ],
    },
  },
  media_required: true,
  text_optional: true,
  first_comment: true,
  thread: { as: 'comments' },
  comment: () => commentRules,
  objects,
  removal: { by: 'person', at: 'https://www.instagram.com/' },
  alt_text: { max: 1000 },
  options: Options,
  place_option: 'location_id',
  scopes: INSTAGRAM_SCOPES,
  more_scopes: FACEBOOK_SCOPES,
  api_version: GRAPH_VERSION,
  hosts: {
    web: 'https://www.instagram.com',
    api: 'https://api.instagram.com',
    graph: 'https://graph.instagram.com',
    fb_web: 'https://www.facebook.com',
    fb_graph: 'https://graph.facebook.com',
    rupload: 'https://rupload.facebook.com',
  },
  // The guide says 100 posts in 24 h, two reference pages say 50; the account's own quota is asked before each post.
  renews_while_alive: true,
  // "An Instagram account can only create 400 containers within a rolling 24 hour period" (IG User Media, read 2026-11-28).
  limits: {
    concurrent_per_account: 1,
    per_account_per_day: 100,
    counted_per_day: { containers: 400 },
  },
  look_after: [5_000, 30_000, 60_000],
  settle: 10 * 60_000,
  metrics: {
    offers: ['reach', 'impressions', 'likes', 'comments', 'shares', 'engagements'],
    per_call: 20,
  },
  audience: { offers: ['followers', 'following', 'posts'] },
  client: 'required',
  needs: [
    'a Meta app with the product “Instagram” (Instagram Login), or one with Facebook Login and INSTAGRAM_SCOPES naming its permissions',
    'App Review for everybody who has no role in the app',
    'a public https address of this instance: Instagram fetches media by itself',
  ],
}
