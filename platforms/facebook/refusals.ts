/** What only Pages say. Subcodes seen in open-source clients, codes documented (README, "Refusals"). */
import type { Row } from '../kit/refusals.ts'

export const rules: readonly Row[] = [
  {
    // Photos belong to one post only: the lost call may have been the first.
    on: { subcode: [1366051], purpose: ['publish'] },
    kind: 'unknown',
    code: 'duplicate_content',
    message: 'Facebook says that these photos are posted already. Crier looks for the post.',
  },
  {
    on: { subcode: [1363047, 1609010] },
    kind: 'unknown',
    code: 'server_error',
    message: 'Facebook failed while it worked on the call; whether it took effect is not known.',
  },
  {
    on: { subcode: [1346003, 1404112, 1390008] },
    kind: 'later',
    code: 'blocked_for_now',
    scope: 'account',
    wait: 180,
    message: 'Facebook has limited this Page or person for some hours.',
  },
  {
    on: { subcode: [1404078, 4854002, 1404006] },
    kind: 'reconnect',
    code: 'account_locked',
    scope: 'account',
    message:
      'Facebook wants this person or Page to be verified. Settle it on facebook.com, then connect again.',
  },
  {
    on: { subcode: [1404102] },
    kind: 'rejected',
    code: 'against_policy',
    message: 'Facebook says that this goes against its community standards.',
  },
  {
    on: { subcode: [1366046] },
    kind: 'rejected',
    code: 'media_too_large',
    message: 'Facebook takes no photo like this. Save it as JPEG below 4 MB.',
  },
  {
    on: { subcode: [1349125, 2069019] },
    kind: 'rejected',
    code: 'media_rejected',
    message: 'Facebook cannot use this file. Convert it and try again.',
  },
  {
    on: { code: [382, 389, 6000, 6001] },
    kind: 'rejected',
    code: 'media_rejected',
    message: 'Facebook cannot use this video. Convert it (MP4, H.264, AAC) and try again.',
  },
  {
    on: { subcode: [2061006, 1609005, 1609008] },
    kind: 'rejected',
    code: 'invalid_link',
    message: 'Facebook refuses the link. Links to facebook.com itself are not taken.',
  },
]
