import { crowd, preparing, publishing, rarely, token, type Tried } from './platform.ts'

export const threads: Tried = {
  people: ['mara.weaves', 'tomas.trails', 'yuki.draws', ...crowd((number) => `crowd.${number}`)],
  kinds: { text: 45, comment: 19, thread: 6, image: 15, image_comment: 5, image_only: 5, video: 5 },
  paths: ['text', 'comment', 'image', 'thread'],
  calls: {
    post: { share: 55, faults: { ...rarely(publishing), transient: 4, media_not_found: 3 } },
    upload: { share: 17, faults: { ...rarely(preparing), transient: 2, download_failed: 2 } },
    status: { share: 13, faults: { ...rarely(preparing), transient: 2 } },
    read: { share: 12, faults: { ...rarely(preparing), no_permalink: 4, hidden_read: 6 } },
    delete: { share: 6, faults: rarely(preparing) },
    token: { share: 3, faults: token },
  },
  hides: 'hidden_read',
  refresh: { early: true },
}
