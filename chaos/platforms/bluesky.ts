import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

export const bluesky: Tried = {
  people: [
    'ada.sandbox.test',
    'ben.sandbox.test',
    'chloe.sandbox.test',
    'dara.sandbox.test',
    ...crowd((number) => `crowd${number}.sandbox.test`),
  ],
  kinds: { text: 50, comment: 22, thread: 6, image: 12, image_only: 7, video: 3 },
  paths: ['text', 'comment', 'image', 'thread'],
  calls: {
    post: { share: 76, faults: { ...publishing, rate_limited_bare: 1, upstream_502: 5 } },
    upload: { share: 8, faults: { ...preparing, blob_missing: 3 } },
    read: { share: 12, faults: preparing },
    delete: { share: 6, faults: preparing },
    token: { share: 4, faults: token },
  },
  // It answers the first request with a nonce when the last one is too old: RFC 9449, section 8.
  refresh: { calls: 2 },
}
