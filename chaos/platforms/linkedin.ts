import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

/** The last one looks after three Pages, whose posts can be read; those of the profiles cannot. */
export const linkedin: Tried = {
  people: ['ines-almeida', 'jonas-brandt', 'paula-pages', ...crowd((number) => `crowd-${number}`)],
  kinds: { text: 45, comment: 25, thread: 5, image: 15, image_comment: 5, video: 5 },
  paths: ['text', 'comment', 'image', 'thread'],
  calls: {
    post: { share: 60, faults: { ...publishing, token_too_fresh: 2 } },
    comment: { share: 12, faults: publishing },
    upload: { share: 10, faults: { ...preparing, media_slow: 2 } },
    status: { share: 4, faults: preparing },
    read: { share: 10, faults: preparing },
    delete: { share: 6, faults: preparing },
    edit: { share: 4, faults: preparing },
    token: { share: 4, faults: token },
  },
  refresh: {},
}
