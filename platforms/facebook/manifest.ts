import { z } from 'zod'
import { GRAPH_VERSION } from '../graph.ts'
import type { Manifest } from '../platform.ts'

const MB = 1024 * 1024

export const Options = z.strictObject({
  link: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A link to preview below the text; posts without media only.'),
  video_as: z
    .enum(['video', 'reel'])
    .default('video')
    .describe('Reels are upright, 3 to 90 seconds, at most 30 a day for a Page.'),
  title: z.string().max(255).optional().describe('Title of a video.'),
})
export type Options = z.output<typeof Options>

export const manifest: Manifest = {
  id: 'facebook',
  name: 'Facebook Pages',
  account_kinds: ['page'],
  text: () => [{ max: 63_206, unit: 'characters', measure: (text) => text.length }],
  media: {
    // 10 MB are documented, above 4 MB refusals were seen (README).
    image: { types: ['image/jpeg', 'image/png'], max: 10, max_bytes: 4 * MB },
    video: {
      types: ['video/mp4', 'video/quicktime'],
      max: 1,
      max_bytes: 10_000 * MB,
      max_duration: 240 * 60,
    },
  },
  text_optional: true,
  first_comment: true,
  // Photos only. The documents name no length.
  alt_text: { max: 1000 },
  options: Options,
  scopes: [
    'pages_show_list',
    'pages_read_engagement',
    'pages_manage_posts',
    'pages_manage_engagement',
    'pages_read_user_content',
    'read_insights',
  ],
  api_version: GRAPH_VERSION,
  hosts: {
    graph: 'https://graph.facebook.com',
    rupload: 'https://rupload.facebook.com',
    web: 'https://www.facebook.com',
  },
  limits: { concurrent_per_account: 1, per_account_per_day: null },
  // "Not found twice over about five minutes" before a post is sent again.
  look_after: [30_000, 120_000, 150_000],
  metrics: {
    offers: ['reach', 'impressions', 'likes', 'comments', 'shares', 'engagements'],
    per_call: 20,
  },
  client: 'required',
  needs: [
    'a Meta app with Facebook Login and our callback address among its valid redirect addresses',
    'App Review and Business Verification for everybody who has no role in the app',
  ],
}
