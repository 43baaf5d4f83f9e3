import { countedLength } from '@crier/sdk/measure'
import { z } from 'zod'
import { answersOf } from '../kit/polls.ts'
import type { Manifest } from '../platform.ts'
import { objects } from './objections.ts'
import { linksIn, MOST_LINKS, MOST_SPOILERS } from './text.ts'

const MB = 1024 * 1024

export const Options = z.strictObject({
  reply_control: z
    .enum([
      'everyone',
      'accounts_you_follow',
      'mentioned_only',
      'parent_post_author_only',
      'followers_only',
    ])
    .optional()
    .describe('Who may reply. Absent: everyone.'),
  topic_tag: z
    .string()
    .trim()
    .regex(/^[^.&]{1,50}$/)
    .optional()
    .describe('The topic of the post, without its sign; else the first hashtag of the text is it.'),
  link_attachment: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The link to show as a card below a text without media.'),
  poll: z
    .strictObject({ options: answersOf(25) })
    .optional()
    .describe(
      'A poll; its question is the text of the post. Texts without media and link card only.',
    ),
  text_attachment: z
    .strictObject({
      plaintext: z.string().trim().min(1).max(10_000).describe('The long text.'),
      link_attachment_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('A link to show with it, where the post itself has none.'),
    })
    .optional()
    .describe('A long text that opens from below the post. Texts without media and poll only.'),
  spoilers: z
    .array(z.string().min(1))
    .max(MOST_SPOILERS)
    .optional()
    .describe(
      'Passages of the text that are hidden until somebody taps them, wherever they stand in it, in ten places at most.',
    ),
  is_spoiler_media: z
    .boolean()
    .optional()
    .describe('Pictures and videos are hidden until somebody taps them.'),
  location_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .describe('The number of a place; get_account_choices finds places by words.'),
})

/** Of pictures and videos together. */
export const MOST_MEDIA = 20

export const manifest: Manifest = {
  id: 'threads',
  name: 'Threads',
  account_kinds: ['profile'],
  text: () => [
    {
      max: 500,
      counts: 'weighted',
      unit: 'characters (an emoji counts its bytes)',
      measure: countedLength,
    },
    {
      max: MOST_LINKS,
      counts: 'occurrences',
      unit: 'different links',
      measure: differentLinks,
    },
  ],
  media: {
    // "Aspect ratio limit: 10:1"; videos "required … between 0.01:1 and 10:1 but we recommend 9:16", "maximum columns 1920".
    image: {
      types: ['image/jpeg', 'image/png'],
      max: MOST_MEDIA,
      max_bytes: 8 * MB,
      ratio: { min: '1:10', max: '10:1' },
    },
    video: {
      types: ['video/mp4', 'video/quicktime'],
      max: MOST_MEDIA,
      max_bytes: 1024 * MB,
      max_duration: 300,
      ratio: { min: '0.01:1', max: '10:1' },
      max_width: 1920,
    },
    mixed: { max: MOST_MEDIA },
  },
  options_without_media: ['link_attachment', 'poll', 'text_attachment'],
  text_optional: true,
  first_comment: true,
  thread: { as: 'chain' },
  objects,
  removal: { by: 'api', replies: 'apart' },
  alt_text: { max: 1000 },
  options: Options,
  place_option: 'location_id',
  scopes: [
    'threads_basic',
    'threads_content_publish',
    'threads_manage_replies',
    'threads_read_replies',
    'threads_manage_insights',
    'threads_delete',
  ],
  more_scopes: ['threads_location_tagging'],
  hosts: { api: 'https://graph.threads.net', web: 'https://threads.com' },
  renews_while_alive: true,
  limits: { concurrent_per_account: 2, per_account_per_day: 250 },
  look_after: [10_000, 30_000, 60_000],
  metrics: {
    offers: ['impressions', 'likes', 'comments', 'shares', 'engagements'],
    per_call: 10,
  },
  audience: { offers: ['followers'] },
  client: 'required',
  needs: [
    'a Meta app with the use case “Access the Threads API” (its Threads app id and secret, not those of the app itself)',
    'our callback address among its redirect callback URLs',
    'app review for anyone but its testers',
    'for places: the permission threads_location_tagging, approved for the app and named in THREADS_SCOPES',
    'an instance with a public address: Threads fetches media by URL',
  ],
}

function differentLinks(text: string) {
  return linksIn(text).size
}
