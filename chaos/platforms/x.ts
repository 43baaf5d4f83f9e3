import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

export const x: Tried = {
  people: [
    'ada_types',
    'bruno_bakes',
    'clara_long',
    'dmitri_dev',
    ...crowd((number) => `crowd_${number}`),
  ],
  kinds: { text: 50, comment: 22, thread: 6, image: 12, image_only: 7, video: 3 },
  paths: ['text', 'comment', 'image', 'thread'],
  calls: {
    post: { share: 70, faults: { ...publishing, rate_limited_bare: 1, media_lost: 6 } },
    upload: { share: 6, faults: preparing },
    alt: { share: 4, faults: preparing },
    status: { share: 1, faults: preparing },
    // X itself recognises a text that it has had, so such posts may be hidden as often as it comes. Media may repeat a text there.
    read: { share: 16, faults: { ...preparing, hidden_text: 10, hidden_read: 6 } },
    delete: { share: 6, faults: preparing },
    token: { share: 3, faults: token },
  },
  hides: 'hidden_read',
  refresh: {},
}
