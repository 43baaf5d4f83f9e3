import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

/** Pictures are fetched from the API of the experiment, which is killed meanwhile. */
export const google_business: Tried = {
  people: ['922337203685471', '922337203685472', ...crowd((number) => `922337203685471${number}`)],
  kinds: { text: 70, image: 30 },
  paths: ['text', 'image'],
  calls: {
    post: { share: 66, faults: publishing },
    status: { share: 8, faults: { ...preparing, slow_processing: 3 } },
    read: { share: 22, faults: { ...preparing, hidden_read: 6 } },
    delete: { share: 6, faults: preparing },
    token: { share: 4, faults: token },
  },
  hides: 'hidden_read',
  refresh: {},
}
