import { z } from 'zod'
import { GRAPH_VERSION } from '../meta/graph.ts'
import type { Manifest, MediaRule } from '../platform.ts'
import { objects } from './objections.ts'
import { MENTION } from './text.ts'

const MB = 1024 * 1024
/** Ours: no number is documented. */
const MOST_MENTIONS = 30

export const Options = z.strictObject({
  link: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A link to preview below the text; posts without media only.'),
  kind: z
    .enum(['post', 'reel', 'story'])
    .default('post')
    .describe('Reels are upright videos, at most 30 a day for a Page. Stories end after a day.'),
  title: z.string().max(255).optional().describe('Title of a video.'),
  mentions: z
    .array(
      z
        .string()
        .trim()
        .regex(
          MENTION,
          'must be a name and the number of its Page: Analytical Engines (105000000000003)',
        ),
    )
    .max(MOST_MENTIONS)
    .optional()
    .describe(
      'Pages that the text mentions as @Name: each with that name, and its number behind it in brackets. The app needs the feature Page Mentioning. Not on videos.',
    ),
  place: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .describe(
      'The number of a Page with a location, where this is; get_account_choices finds places by words. Not on videos.',
    ),
})
export type Options = z.output<typeof Options>

/** 10 MB are documented, above 4 MB refusals were seen (README). */
const image: MediaRule = { types: ['image/jpeg', 'image/png'], max: 1, max_bytes: 4 * MB }

/** "Aspect ratio 9 x 16", "minimum is 540 x 960 pixels", "3 to 90 seconds"; "video stories can not exceed 60 seconds". */
const upright: MediaRule = {
  types: ['video/mp4', 'video/quicktime'],
  max: 1,
  max_bytes: 10_000 * MB,
  min_duration: 3,
  max_duration: 90,
  best_ratio: '9:16',
  min_width: 540,
  min_height: 960,
}

export const manifest: Manifest = {
  id: 'facebook',
  name: 'Facebook Pages',
  account_kinds: ['page'],
  text: () => [{ max: 63_206, counts: 'utf16_units', unit: 'characters', measure: letters }],
  media: {
    image: { ...image, max: 10 },
    video: {
      types: ['video/mp4', 'video/quicktime'],
      max: 1,
      max_bytes: 10_000 * MB,
      max_duration: 240 * 60,
    },
  },
  kinds: {
    reel: {
      media: { video: upright },
      media_required: true,
      refuses_options: ['mentions', 'place'],
    },
    story: {
      media: { image, video: { ...upright, max_duration: 60 } },
      media_required: true,
      wordless: true,
      first_comment: false,
      refuses_options: ['link', 'title', 'mentions', 'place'],
    },
  },
  options_without_media: ['link'],
  text_optional: true,
  refuses_repeats: true,
  first_comment: true,
  thread: { as: 'comments' },
  objects,
  removal: { by: 'api', replies: 'with_post' },
  // Of posts of the feed; what is documented of a video names its own number, which changes no post.
  editing: {
    except: ({ options, mime_types }) => {
      if (options['kind'] === 'story') return 'stories'
      return mime_types.some((type) => type.startsWith('video/')) ? 'videos' : undefined
    },
  },
  // Photos only. The documents name no length.
  alt_text: { max: 1000 },
  options: Options,
  place_option: 'place',
  scopes: [
    'pages_show_list',
    'pages_read_engagement',
    'pages_manage_posts',
    'pages_manage_engagement',
    'pages_read_user_content',
    'read_insights',
    // Pages that people have through a Business Portfolio.
    'business_management',
  ],
  api_version: GRAPH_VERSION,
  hosts: {
    graph: 'https://graph.facebook.com',
    rupload: 'https://rupload.facebook.com',
    web: 'https://www.facebook.com',
  },
  renews_while_alive: true,
  // "30 API-published Reels within a 24-hour moving period" (Reels Publishing); of other posts no number is documented.
  limits: {
    concurrent_per_account: 1,
    per_account_per_day: null,
    counted_per_day: { reels: 30 },
  },
  // "Not found twice over about five minutes" before a post is sent again.
  look_after: [30_000, 120_000, 150_000],
  settle: 10 * 60_000,
  metrics: {
    offers: ['reach', 'impressions', 'likes', 'comments', 'shares', 'engagements'],
    per_call: 20,
  },
  audience: { offers: ['followers', 'likes'] },
  client: 'required',
  needs: [
    'a Meta app with Facebook Login and our callback address among its valid redirect addresses',
    'App Review and Business Verification for everybody who has no role in the app',
  ],
}

function letters(text: string) {
  return text.length
}
