import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

/** Fifteen posts a day for an account, over which the service itself watches: the draw leaves it at fewer. */
export const tiktok: Tried = {
  people: ['ada.moves', 'bruno.bakes', 'private.pia', ...crowd((number) => `crowd.${number}`)],
  kinds: { video: 65, image: 35 },
  paths: ['video', 'image'],
  options: (number) => (number % 4 ? undefined : { privacy_level: 'SELF_ONLY' }),
  calls: {
    post: { share: 50, faults: publishing },
    upload: { share: 14, faults: { ...preparing, upload_expired: 2 } },
    status: { share: 14, faults: { ...preparing, slow_processing: 4, late_id: 3 } },
    me: { share: 6, faults: preparing },
    read: { share: 12, faults: { ...preparing, hidden_read: 6 } },
    token: { share: 4, faults: token },
  },
  hides: 'hidden_read',
  refresh: {},
}
