import { z } from 'zod'
import type { Manifest } from '../platform.ts'
import { firstLink } from '../kit/links.ts'
import { answersOf } from '../kit/polls.ts'
import { objects } from './objections.ts'
import { LONGEST, MENTION, plainLength } from './text.ts'

const MB = 1024 * 1024
const MOST_MENTIONS = 30

export const Options = z.strictObject({
  visibility: z
    .enum(['PUBLIC', 'CONNECTIONS'])
    .default('PUBLIC')
    .describe(
      'Who sees the post: everyone, or the member’s connections. Pages post to everyone only.',
    ),
  mentions: z
    .array(
      z
        .string()
        .trim()
        .regex(
          MENTION,
          'must be a name and whose it is: Analytical Engines (urn:li:organization:2414183)',
        ),
    )
    .max(MOST_MENTIONS)
    .optional()
    .describe(
      'Pages and people whom the text mentions as @Name: each with its name as LinkedIn has it, and its URN behind it in brackets.',
    ),
  poll: z
    .strictObject({
      question: z.string().trim().min(1).max(140).describe('What is asked, below the text.'),
      options: answersOf(30),
      duration: z
        .enum(['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS'])
        .default('THREE_DAYS')
        .describe('How long people may vote.'),
    })
    .optional()
    .describe(
      'A poll below the text. Posts without media only; a link in the text has no card then.',
    ),
})
export type Options = z.output<typeof Options>

/** What an app needs for Pages; LinkedIn gives it to vetted apps only, and never together with signing members in. */
export const PAGE_SCOPES = [
  'w_organization_social',
  'r_organization_social',
  'rw_organization_admin',
  'r_basicprofile',
] as const

/** Members' numbers; LinkedIn gives it to vetted apps only. */
export const MEMBER_ANALYTICS = 'r_member_postAnalytics'

/** First comments; they come with Community Management, and posting does not bring them. */
export const COMMENT_SCOPES = {
  profile: 'w_member_social_feed',
  page: 'w_organization_social_feed',
}

export const manifest: Manifest = {
  id: 'linkedin',
  name: 'LinkedIn',
  account_kinds: ['profile', 'page'],
  text: () => [{ max: LONGEST, counts: 'utf16_units', unit: 'characters', measure: plainLength }],
  media: {
    // "Less than 36,152,320 pixels" (Images API).
    image: {
      types: ['image/jpeg', 'image/png'],
      max: 20,
      max_bytes: 8 * MB,
      max_pixels: 36_152_319,
    },
    gif: { types: ['image/gif'], max: 1, max_bytes: 8 * MB, max_pixels: 36_152_319 },
    // "3 seconds to 30 minutes", "75 KB to 500 MB", "1:2.4 to 2.4:1".
    video: {
      types: ['video/mp4'],
      max: 1,
      min_bytes: 75 * 1024,
      max_bytes: 500 * MB,
      min_duration: 3,
      max_duration: 30 * 60,
      ratio: { min: '1:2.4', max: '2.4:1' },
    },
    document: { types: ['application/pdf'], max: 1, max_bytes: 100 * MB },
  },
  options_without_media: ['poll'],
  // `commentary` is a required field; whether an empty one passes is not documented.
  text_optional: false,
  refuses_repeats: true,
  first_comment: true,
  thread: { as: 'comments' },
  link_card: (text, { poll }) => (poll === undefined ? firstLink(text) : undefined),
  comment: () => [{ max: 1250, counts: 'utf16_units', unit: 'characters', measure: plainLength }],
  // What an account was connected with before this was asked is not known: then it is tried.
  may_comment: ({ settings }) => settings['comments'] !== false,
  objects,
  removal: { by: 'api', replies: 'with_post' },
  editing: {},
  alt_text: { max: 4086 },
  options: Options,
  scopes: ['openid', 'profile', 'w_member_social'],
  more_scopes: [...PAGE_SCOPES, ...Object.values(COMMENT_SCOPES), MEMBER_ANALYTICS],
  // Monthly versions live for a year at least; July's ends on 2027-07-15, September's date is reckoned from that.
  api_version: { value: '202609', ends: '2027-09-15' },
  hosts: { api: 'https://api.linkedin.com', web: 'https://www.linkedin.com' },
  // "Share on LinkedIn": 150 calls a day for a member.
  limits: { concurrent_per_account: 1, per_account_per_day: 150 },
  look_after: [15_000, 30_000],
  // A Page's in one call, a member's in five calls each: more would use up a member's day.
  metrics: {
    offers: ['reach', 'impressions', 'likes', 'comments', 'shares', 'engagements'],
    per_call: 10,
  },
  // Of Pages.
  audience: { offers: ['followers'] },
  client: 'required',
  needs: [
    'a LinkedIn developer app with the products “Sign In with LinkedIn using OpenID Connect” and “Share on LinkedIn” (profiles), or “Community Management API” (Pages, vetted, in an app of its own)',
    'our callback address among its authorized redirect URLs, letter by letter',
    'for Pages: LINKEDIN_SCOPES with what that app was granted',
  ],
}
