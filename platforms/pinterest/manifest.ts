import type { Manifest } from '../platform.ts'
import { codePoints } from '@crier/sdk/measure'
import { Options } from './options.ts'
import { objects } from './place.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

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
  removal: { by: 'api', replies: 'with_post' },
  alt_text: { max: 500 },
  objects,
  options: Options,
  scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'],
  // Without them secret boards are not there.
  more_scopes: [
    'boards:read_secret',
    'boards:write_secret',
    'pins:read_secret',
    'pins:write_secret',
  ],
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
  audience: { offers: ['followers', 'following', 'posts'] },
  client: 'required',
  needs: [
    'a Pinterest business account and an app there, our callback address among its redirect URIs',
    'standard access for the app: with trial access pins are seen by their own account only',
  ],
}
