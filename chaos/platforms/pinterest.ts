import { crowd, preparing, publishing, token, type Tried } from './platform.ts'

export const pinterest: Tried = {
  people: ['ada_makes', 'bruno_bakes', 'clara_collects', ...crowd((number) => `crowd_${number}`)],
  kinds: { image: 75, image_only: 15, video: 10 },
  paths: ['image', 'video'],
  options: (number) => (number % 3 ? undefined : { title: 'From our kitchen' }),
  calls: {
    post: { share: 65, faults: { ...publishing, created_200: 3 } },
    upload: { share: 9, faults: { ...preparing, media_slow: 2 } },
    status: { share: 6, faults: preparing },
    read: { share: 16, faults: { ...preparing, hidden_read: 6 } },
    delete: { share: 6, faults: preparing },
    token: { share: 4, faults: token },
  },
  hides: 'hidden_read',
  refresh: {},
}
