import { crowd, preparing, publishing, rarely, token, type Tried } from './platform.ts'

export const facebook: Tried = {
  people: ['ada.letterpress', 'bruno.bakes', ...crowd((number) => `crowd.${number}`)],
  kinds: {
    text: 40,
    comment: 20,
    thread: 5,
    image: 15,
    image_comment: 5,
    image_only: 5,
    video: 10,
  },
  paths: ['text', 'comment', 'image', 'video', 'thread'],
  calls: {
    post: {
      share: 55,
      faults: { ...rarely(publishing), rate_limited_bare: 1, temporary: 2 },
    },
    comment: { share: 10, faults: rarely(publishing) },
    upload: { share: 10, faults: rarely(preparing) },
    status: { share: 10, faults: { ...rarely(preparing), permalink_late: 4, media_slow: 3 } },
    read: { share: 12, faults: { ...rarely(preparing), hidden_read: 6 } },
    delete: { share: 6, faults: rarely(preparing) },
    edit: { share: 4, faults: rarely(preparing) },
    token: { share: 3, faults: token },
  },
  hides: 'hidden_read',
  // It is asked about the Page's token first.
  refresh: { early: true, calls: 2 },
}
