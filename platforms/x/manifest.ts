import { cashtags, links, weightedLength } from '@crier/sdk/measure'
import { z } from 'zod'
import { answersOf } from '../kit/polls.ts'
import type { AccountFacts, Manifest } from '../platform.ts'
import { idIn } from './permalink.ts'

const MB = 1024 * 1024
const LONG_POSTS = new Set(['Premium', 'PremiumPlus'])

export const Options = z.strictObject({
  reply_settings: z
    .enum(['following', 'mentionedUsers', 'subscribers', 'verified'])
    .optional()
    .describe('Who may reply. Absent: everyone.'),
  made_with_ai: z
    .boolean()
    .optional()
    .describe('Discloses that the post contains media made with AI.'),
  paid_partnership: z
    .boolean()
    .optional()
    .describe('Discloses that the post is a paid partnership.'),
  poll: z
    .strictObject({
      options: answersOf(25),
      duration_minutes: z
        .int()
        .min(5)
        .max(10_080)
        .default(1440)
        .describe('How long people may vote: five minutes to seven days. Absent: a day.'),
    })
    .optional()
    .describe('A poll; its question is the text of the post. Posts without media only.'),
})

export const manifest: Manifest = {
  id: 'x',
  name: 'X',
  account_kinds: ['profile'],
  text: (account) => [
    {
      max: longest(account),
      counts: 'weighted',
      unit: 'weighted characters',
      measure: weightedLength,
    },
    // "More than one cashtag per post refused on self-serve" (changelog of February 2026).
    { max: 1, counts: 'occurrences', unit: 'cashtags', measure: cashtags },
  ],
  media: {
    image: { types: ['image/jpeg', 'image/png', 'image/webp'], max: 4, max_bytes: 5 * MB },
    // "<=1280x1080"; videos "aspect 1:3..3:1", "0.5 s min" (docs.x.com, media best practices).
    gif: {
      types: ['image/gif'],
      max: 1,
      max_bytes: 15 * MB,
      max_width: 1280,
      max_height: 1080,
    },
    // What every account may post. X announced more (README, "Limits"), unconfirmed, and a manifest cannot ask the account here.
    video: {
      types: ['video/mp4', 'video/quicktime'],
      max: 1,
      max_bytes: 512 * MB,
      min_duration: 0.5,
      max_duration: 140,
      ratio: { min: '1:3', max: '3:1' },
    },
  },
  options_without_media: ['poll'],
  text_optional: true,
  refuses_repeats: true,
  first_comment: true,
  thread: { as: 'chain', distinct: true, id_in: idIn },
  removal: { by: 'api', replies: 'apart' },
  alt_text: { max: 1000 },
  // "post 0.015, with URL 0.20, media metadata 0.005" (docs.x.com, pricing, 2026-04-16).
  costs: {
    as_of: '2026-04-16',
    post: 15,
    with_link: 200,
    alt_text: 5,
    has_link: (text) => links(text.normalize('NFC')).length > 0,
    takes_alt_text: takesAltText,
  },
  options: Options,
  scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
  hosts: { api: 'https://api.x.com', web: 'https://x.com' },
  // 2,400 posts a day is X's own cap for an account, replies (so first comments too) and other apps included.
  limits: { concurrent_per_account: 2, per_account_per_day: 2400 },
  look_after: [10_000, 30_000, 60_000],
  // Ids of one look-up. Reach is not offered by any call.
  metrics: {
    offers: ['impressions', 'likes', 'comments', 'shares', 'engagements'],
    per_call: 100,
  },
  audience: { offers: ['followers', 'following', 'posts'] },
  client: 'required',
  public_client: true,
  needs: [
    'an X developer account with prepaid credits (posts are paid one by one, a post with a link costs 13 times as much)',
    'an app there with OAuth 2.0 switched on, permission to read and write, and our callback address registered letter by letter',
  ],
}

/** Its metadata of media is for pictures and GIFs. */
export function takesAltText({ mime_type }: { mime_type: string }): boolean {
  return mime_type.startsWith('image/')
}

function longest(account: AccountFacts | undefined) {
  const type = account?.settings['subscription_type']
  return typeof type === 'string' && LONG_POSTS.has(type) ? 25_000 : 280
}
