/** What only Instagram says; the subcode is the key ("Error codes", developers.facebook.com, read 2026-11-20). */
import type { GraphRule } from '../meta/refusals.ts'

const again = 'Instagram could not prepare the media. They will be prepared again.'

export const rules: readonly GraphRule[] = [
  {
    // "(#10) Not enough viewers for the media to show insights": no permission is missing.
    codes: [10],
    words: /not enough viewers/i,
    purpose: 'read',
    kind: 'rejected',
    code: 'too_few_viewers',
    message: 'Instagram tells no numbers of a story that fewer than five people have seen.',
  },
  {
    subcodes: [2207051],
    purpose: 'publish',
    kind: 'unknown',
    code: 'blocked_as_spam',
    message:
      'Instagram says that it blocked this as spam, and is known to have posted it all the same.',
  },
  {
    subcodes: [2207051],
    kind: 'later',
    code: 'blocked_as_spam',
    scope: 'account',
    minutes: 180,
    message: 'Instagram takes this account’s activity for spam. The post waits for some hours.',
  },
  {
    subcodes: [2207001, 2207085],
    kind: 'unknown',
    code: 'server_error',
    message: 'Instagram failed while it worked on the call; whether it took effect is not known.',
  },
  {
    subcodes: [2207003, 2207032, 2207053, 2207077, 2207082],
    kind: 'later',
    code: 'media_not_prepared',
    minutes: 1,
    message: again,
  },
  { subcodes: [2207020], kind: 'later', code: 'container_gone', minutes: 1, message: again },
  { subcodes: [2207008], kind: 'later', code: 'container_unknown', minutes: 1, message: again },
  {
    subcodes: [2207027],
    kind: 'later',
    code: 'media_not_ready',
    minutes: 1,
    message: 'Instagram is still working on the media. The post goes out when they are ready.',
  },
  {
    subcodes: [2207042],
    kind: 'later',
    code: 'daily_limit',
    scope: 'account',
    minutes: 180,
    message: 'This account has published as much as Instagram allows in 24 hours.',
  },
  {
    subcodes: [2207050],
    kind: 'reconnect',
    code: 'account_restricted',
    scope: 'account',
    message: 'Instagram has restricted this account. Settle it in the app, then connect it again.',
  },
  {
    subcodes: [2207052],
    kind: 'later',
    code: 'media_not_fetched',
    minutes: 2,
    message: 'Instagram could not fetch a file from this instance. It will try again.',
  },
  {
    subcodes: [2207006],
    kind: 'rejected',
    code: 'media_not_there',
    message: 'Instagram does not find the media, or the account may not use them.',
  },
  {
    subcodes: [2207057],
    kind: 'rejected',
    code: 'invalid_thumbnail',
    message: 'thumb_offset lies outside of the video.',
  },
  {
    subcodes: [2207004],
    kind: 'rejected',
    code: 'media_too_large',
    message: 'An image is larger than Instagram takes (8 MB).',
  },
  {
    subcodes: [2207005],
    kind: 'rejected',
    code: 'media_type_not_supported',
    message: 'Instagram takes images as JPEG only.',
  },
  {
    subcodes: [2207009],
    kind: 'rejected',
    code: 'media_ratio',
    message: 'Instagram takes images between 4:5 and 1.91:1. Crop the image.',
  },
  {
    subcodes: [2207010],
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The caption has more characters, hashtags or mentions than Instagram takes.',
  },
  {
    subcodes: [2207026],
    kind: 'rejected',
    code: 'media_rejected',
    message: 'Instagram cannot use this video. Convert it (MP4, H.264, AAC, 3 s to 15 min).',
  },
  {
    subcodes: [2207028],
    kind: 'rejected',
    code: 'too_many_media',
    message: 'A carousel has two to ten images and videos.',
  },
  {
    subcodes: [2207081],
    kind: 'rejected',
    code: 'not_allowed_for_account',
    message: 'This account may not do that on Instagram.',
  },
  {
    subcodes: [2207023, 2207035, 2207036, 2207037, 2207040],
    kind: 'rejected',
    code: 'invalid_request',
    message: 'Instagram refuses an option of this post. Its words say which.',
  },
]
