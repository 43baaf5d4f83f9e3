import { crowd, preparing, publishing, rarely, token, type Tried } from './platform.ts'

/** Media are required, and fetched from the API of the experiment, which is killed meanwhile. */
export const instagram: Tried = {
  people: ['ada.prints', 'bruno.bakes', ...crowd((number) => `crowd.${number}`)],
  kinds: {
    image: 45,
    image_comment: 25,
    image_thread: 5,
    image_only: 8,
    video: 12,
    video_comment: 5,
  },
  paths: ['image', 'image_comment', 'video', 'image_thread'],
  calls: {
    post: {
      share: 45,
      faults: { ...rarely(publishing), rate_limited_bare: 1, landed_spam: 3, server: 3 },
    },
    comment: { share: 10, faults: rarely(publishing) },
    upload: { share: 15, faults: { ...rarely(preparing), pull_failed: 3, upload_failed: 2 } },
    status: {
      share: 15,
      faults: { ...rarely(preparing), not_found: 1, permalink_late: 3, media_slow: 2 },
    },
    read: { share: 12, faults: { ...rarely(preparing), hidden_read: 6 } },
    token: { share: 3, faults: token },
  },
  hides: 'hidden_read',
  refresh: { early: true },
}
