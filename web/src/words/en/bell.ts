/** English: what the bell opens. */
import { plural, type Value } from '../format.ts'

export const words = {
  times: (n: number) => plural(n, { one: 'time', other: 'times' }),
  readAll: 'Mark all as read',
  none: 'Nothing to tell. What needs you is told here.',
  preferences: 'What is mailed, and when',
  notRead: ', not read',
  reconnect: (account: Value, platform: Value) => `Reconnect ${account} on ${platform}`,
  anAccount: 'an account',
  more: (n: number) => `and ${n} more`,
  noWords: (id: Value) => `Post ${id}`,
}
