/** What only Instagram says; the subcode is the key ("Error codes", developers.facebook.com, read 2026-11-20). */
import type { Row } from '../kit/refusals.ts'

const again = 'Instagram could not prepare the media. They will be prepared again.'

export const rules: readonly Row[] = [
  {
    // "(#10) Not enough viewers for the media to show insights": no permission is missing.
    on: { code: [10], words: /not enough viewers/i, purpose: ['read'] },
    kind: 'rejected',
    code: 'too_few_viewers',
    message: 'Instagram tells no numbers of a story that fewer than five people have seen.',
  },
  {
    on: { subcode: [2207051], purpose: ['publish'] },
    kind: 'unknown',
    code: 'blocked_as_spam',
    message:
      'Instagram says that it blocked this as spam, and is known to have posted it all the same.',
  },
  {
    on: { subcode: [2207051] },
    kind: 'later',
    code: 'blocked_for_now',
    scope: 'account',
    wait: 180,
    message: 'Instagram takes this account’s activity for spam. The post waits for some hours.',
  },
  {
    on: { subcode: [2207001, 2207085] },
    kind: 'unknown',
    code: 'server_error',
    message: 'Instagram failed while it worked on the call; whether it took effect is not known.',
  },
  {
    on: { subcode: [2207003, 2207032, 2207053, 2207077, 2207082] },
    kind: 'later',
    code: 'media_not_prepared',
    wait: 1,
    message: again,
  },
  {
    on: { subcode: [2207020] },
    kind: 'later',
    code: 'container_gone',
    wait: 1,
    message: again,
  },
  {
    on: { subcode: [2207008] },
    kind: 'later',
    code: 'container_gone',
    wait: 1,
    message: again,
  },
  {
    on: { subcode: [2207027] },
    kind: 'later',
    code: 'media_not_ready',
    wait: 1,
    message: 'Instagram is still working on the media. The post goes out when they are ready.',
  },
  {
    on: { subcode: [2207042] },
    kind: 'later',
    code: 'daily_limit',
    scope: 'account',
    wait: 180,
    message: 'This account has published as much as Instagram allows in 24 hours.',
  },
  {
    on: { subcode: [2207050] },
    kind: 'reconnect',
    code: 'account_restricted',
    scope: 'account',
    message: 'Instagram has restricted this account. Settle it in the app, then connect it again.',
  },
  {
    on: { subcode: [2207052] },
    kind: 'later',
    code: 'media_not_fetched',
    wait: 2,
    message: 'Instagram could not fetch a file from this instance. It will try again.',
  },
  {
    on: { subcode: [2207006] },
    kind: 'rejected',
    code: 'media_not_there',
    message: 'Instagram does not find the media, or the account may not use them.',
  },
  {
    on: { subcode: [2207057] },
    kind: 'rejected',
    code: 'invalid_thumbnail',
    message: 'thumb_offset lies outside of the video.',
  },
  {
    on: { subcode: [2207004] },
    kind: 'rejected',
    code: 'media_too_large',
    message: 'An image is larger than Instagram takes (8 MB).',
  },
  {
    on: { subcode: [2207005] },
    kind: 'rejected',
    code: 'media_type',
    message: 'Instagram takes images as JPEG only.',
  },
  {
    on: { subcode: [2207009] },
    kind: 'rejected',
    code: 'media_ratio',
    message: 'Instagram takes images between 4:5 and 1.91:1. Crop the image.',
  },
  {
    on: { subcode: [2207010] },
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The caption has more characters, hashtags or mentions than Instagram takes.',
  },
  {
    on: { subcode: [2207026] },
    kind: 'rejected',
    code: 'media_rejected',
    message: 'Instagram cannot use this video. Convert it (MP4, H.264, AAC, 3 s to 15 min).',
  },
  {
    on: { subcode: [2207028] },
    kind: 'rejected',
    code: 'too_many_media',
    message: 'A carousel has two to ten images and videos.',
  },
  {
    on: { subcode: [2207081] },
    kind: 'rejected',
    code: 'forbidden',
    message: 'This account may not do that on Instagram.',
  },
  {
    on: { words: /INVALID_LOCATION_ID/ },
    kind: 'rejected',
    code: 'invalid_options',
    message: 'This Facebook Page has no place, so no post can name it. Choose another location_id.',
  },
  {
    on: { subcode: [2207023, 2207035, 2207036, 2207037, 2207040] },
    kind: 'rejected',
    code: 'invalid_request',
    message: 'Instagram refuses an option of this post. Its words say which.',
  },
]
