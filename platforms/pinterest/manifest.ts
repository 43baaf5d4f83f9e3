import { z } from 'zod'
import type { Manifest } from '../platform.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

export function codePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

export const Options = z.strictObject({
  board_id: z
    .string()
    .regex(/^\d+$/, 'The number of a board, as text.')
    .optional()
    .describe('The board to pin to. Absent: the first one of the account.'),
  board_section_id: z
    .string()
    .regex(/^\d+$/, 'The number of a section, as text.')
    .optional()
    .describe('The section of the board to pin to. Absent: none.'),
  title: z
    .string()
    .trim()
    .min(1)
    .refine((title) => codePoints(title) <= 100, 'At most 100 characters.')
    .optional()
    .describe('Title of the pin, up to 100 characters. Absent: none.'),
  link: z.url().max(2048).optional().describe('Where the pin leads to.'),
  // "cover_image_key_frame_time": an integer (description v5.23.0).
  cover_second: z
    .int()
    .min(0)
    .optional()
    .describe(
      'Videos: the second whose picture is the cover, unless a picture comes with the video. Absent: the beginning.',
    ),
})

export const manifest: Manifest = {
  id: 'pinterest',
  name: 'Pinterest',
  // Boards are no accounts of their own: they would share a refresh token that dies with its first use.
  account_kinds: ['profile'],
  text: () => [{ max: 800, counts: 'code_points', unit: 'characters', measure: codePoints }],
  media: {
    image: { types: ['image/jpeg', 'image/png'], max: 5, max_bytes: 20 * MB },
    video: {
      types: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
      max: 1,
      max_bytes: 2 * GB,
      min_duration: 4,
      max_duration: 900,
      ratio: { min: '1:2', max: '1.91:1' },
    },
    cover: { types: ['image/jpeg', 'image/png'], max: 1, max_bytes: 20 * MB },
  },
  media_required: true,
  text_optional: true,
  first_comment: false,
  alt_text: { max: 500 },
  options: Options,
  scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'],
  hosts: {
    api: 'https://api.pinterest.com',
    web: 'https://www.pinterest.com',
    upload: 'https://pinterest-media-upload.s3-accelerate.amazonaws.com',
  },
  // There is a cap on pins a day against spam; Pinterest does not tell it.
  limits: { concurrent_per_account: 2, per_account_per_day: null },
  look_after: [10_000, 60_000],
  metrics: {
    offers: ['impressions', 'likes', 'comments', 'shares', 'engagements'],
    // One call each; 60 of them fit into a minute.
    per_call: 10,
  },
  client: 'required',
  needs: [
    'a Pinterest business account and an app there, our callback address among its redirect URIs',
    'standard access for the app: with trial access pins are seen by their own account only',
  ],
}
