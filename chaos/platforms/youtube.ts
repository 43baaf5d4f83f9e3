import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

export const youtube: Tried = {
  people: ['ada-lab', 'bruno-bakes', ...crowd((number) => `crowd-${number}`)],
  kinds: { video: 60, video_comment: 35, video_thread: 5 },
  paths: ['video', 'video_comment', 'video_thread'],
  options: (number) => (number % 3 ? undefined : { title: 'How we do it', privacy: 'unlisted' }),
  calls: {
    post: { share: 45, faults: { ...publishing, backend_503: 4, session_lost: 2, short_308: 4 } },
    comment: { share: 12, faults: publishing },
    upload: { share: 15, faults: { ...preparing, backend_503: 2, already_exists: 1 } },
    status: { share: 10, faults: { ...preparing, session_lost: 1 } },
    read: { share: 14, faults: { ...preparing, processing_slow: 2, list_lags: 4 } },
    delete: { share: 6, faults: preparing },
    update: { share: 4, faults: preparing },
    token: { share: 4, faults: token },
  },
  hides: 'list_lags',
  refresh: {},
}
