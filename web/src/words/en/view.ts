/** English: a post inside of an MCP client. */
import { list } from '../format.ts'

export const words = {
  title: 'A post',
  nothing: 'There is no post to show.',
  failed: 'That did not work. Try again.',
  tried: 'Nothing is written yet: so it would look.',
  atOnce: 'at once',
  outcomes: {
    draft: 'It is a draft.',
    scheduled: 'It goes out: {time}.',
    publishing: 'It is being published.',
    published: 'It is out.',
    partial: 'It is out in part.',
    failed: 'It did not go out.',
    deleted: 'It is deleted.',
  },
  make: (way: 'now' | 'at' | 'draft'): string =>
    way === 'now' ? 'Publish it now' : way === 'at' ? 'Schedule it' : 'Save it as a draft',
  approve: 'Look at it in Crier, and approve',
  open: 'Open it in Crier',
  accounts: 'Accounts',
  alsoOn: (names: readonly string[]) => `The same on ${list(names)}.`,
  see: 'See it',
  states: {
    pending: 'waits',
    publishing: 'is being published',
    published: 'is out',
    failed: 'failed',
    blocked: 'waits for a person',
  },
}
