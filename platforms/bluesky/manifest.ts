/** What Bluesky takes: limits of the lexicons and of the servers that apply them. See README.md for where each comes from. */
import { graphemes, utf8Bytes } from '@crier/sdk/measure'
import { z } from 'zod'
import type { Manifest } from '../platform.ts'
import { linkIn } from './facets.ts'
import { quotedIn } from './quote.ts'

export const Options = z.strictObject({
  langs: z
    .array(
      z
        .string()
        .regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i, 'must be a language tag such as en or pt-BR')
        .refine(isTag, 'must be a language tag such as en or pt-BR'),
    )
    .max(3)
    .optional()
    .describe(
      'Languages of the text as BCP 47 tags, at most three; feeds and translation go by them. Left out: those of the account’s last post.',
    ),
  reply_control: z
    .enum(['everybody', 'nobody', 'mentioned', 'following', 'followers'])
    .default('everybody')
    .describe(
      'Who may reply: everybody, nobody, people mentioned in the post, people the account follows, or people who follow it.',
    ),
  quote_control: z
    .enum(['everybody', 'nobody'])
    .default('everybody')
    .describe('Who may quote the post.'),
  quote: z
    .string()
    .trim()
    .max(2048)
    .refine((text) => quotedIn(text) !== undefined, {
      error: 'must be the address of a post, such as https://bsky.app/profile/…/post/…',
    })
    .optional()
    .describe('The address of a post to quote, below the text and whatever stands beside it.'),
  adult_content: z
    .enum(['sexual', 'nudity', 'porn'])
    .optional()
    .describe(
      'A label that hides pictures and videos until readers ask for them: suggestive, nude without being so, or for adults only.',
    ),
  graphic_media: z
    .boolean()
    .optional()
    .describe('A label for what may disturb: blood, violence, what is hard to look at.'),
})

/** What looks like one may still be none: xx-a announces an extension, and has none. */
function isTag(text: string) {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export type Options = z.output<typeof Options>

export const manifest: Manifest = {
  id: 'bluesky',
  name: 'Bluesky',
  account_kinds: ['profile'],
  text: () => [
    { max: 300, counts: 'graphemes', unit: 'graphemes', measure: graphemes },
    { max: 3000, counts: 'bytes', unit: 'bytes', measure: utf8Bytes },
  ],
  media: {
    // More than four make a gallery. Sizes since 2026; a server that has not been updated refuses more than 976.56 KB, which it says.
    image: { types: ['image/jpeg', 'image/png', 'image/webp'], max: 10, max_bytes: 2_000_000 },
    // Servers with the older lexicon refuse more than 100 MB, which nothing makes smaller: that is said when it comes to it.
    video: { types: ['video/mp4'], max: 1, max_bytes: 300_000_000, max_duration: 180 },
  },
  text_optional: true,
  first_comment: true,
  thread: { as: 'chain' },
  link_card: linkIn,
  removal: { by: 'api', replies: 'apart' },
  alt_text: { max: 2000 },
  options: Options,
  scopes: ['atproto', 'transition:generic'],
  hosts: {
    pds: 'https://bsky.social',
    plc: 'https://plc.directory',
    public: 'https://public.api.bsky.app',
    video: 'https://video.bsky.app',
    web: 'https://bsky.app',
  },
  // 35,000 points a day and 3 points for a new record.
  limits: { concurrent_per_account: 4, per_account_per_day: 11_666 },
  look_after: [1_000, 5_000, 30_000],
  // Neither views nor reach exist on Bluesky.
  metrics: { offers: ['likes', 'comments', 'shares', 'engagements'], per_call: 25, public: true },
  audience: { offers: ['followers', 'following', 'posts'], public: true },
  client: 'optional',
  hint: {
    label: 'Handle',
    text: 'Such as ada.bsky.social. It says on which server the account is; without one, Bluesky’s own.',
  },
  needs: [
    'a Bluesky account, and either an app password (Settings, Privacy and security, App passwords)',
    'or, to connect without a password, a client metadata document at a public https address, whose address is the client id',
  ],
}
