/** English: moving many posts at once. */
import { plural } from '../format.ts'

export const retime = {
  open: 'Times',
  title: 'Times of what is chosen',
  how: 'How',
  slots: 'Into free slots',
  shift: 'Later or earlier',
  slotsHint: 'Each takes the next free slot, in the order of their times. Drafts are scheduled.',
  queue: 'From',
  schedule: 'The posting schedule',
  amount: 'How many',
  unit: 'Unit',
  units: { days: 'days', hours: 'hours', minutes: 'minutes' },
  direction: 'Direction',
  later: 'later',
  earlier: 'earlier',
  untimed: 'Not all of them have a time that could be moved.',
  submit: (n: number) => `Move ${plural(n, { one: 'post', other: 'posts' })}`,
  done: (n: number) => `${plural(n, { one: 'post', other: 'posts' })} moved`,
  undone: 'The times are as they were',
  notBack: 'The time that it had is over, or it went out meanwhile.',
}
