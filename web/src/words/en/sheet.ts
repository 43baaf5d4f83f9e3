/** English: a calendar on paper and as a picture, and many posts of it at once. */
import { plural, type Value } from '../format.ts'

const posts = (count: number) => plural(count, { one: 'post', other: 'posts' })

export const words = {
  choose: 'Choose several',
  print: 'Print…',
  save: 'Save as picture',
  copy: 'Copy picture',
  copied: 'The picture is copied',
  notCopied: 'This browser copies no pictures: save it instead.',
  notDrawn: 'The picture could not be made.',
  made: (when: Value) => `Crier · as of ${when}`,
  empty: 'Nothing is planned in these days.',
  risk: 'At risk',
  file: { month: 'calendar', week: 'calendar-week', list: 'calendar-list' },
  bar: 'What is done with the posts that are chosen',
  hint: 'Press the posts that you want',
  spread: 'Spread over slots…',
  move: 'Move…',
  clear: 'Choose none',
  together: {
    title: (count: number) => `Move ${posts(count)}`,
    hint: 'The first of them goes there, and the others as far as it does.',
    moved: (count: number) => `${posts(count)} moved`,
    undone: 'The times are as they were',
    notBack: (count: number) => `${posts(count)} could not be brought back.`,
    past: (count: number) => `${posts(count)} would stand in the past. Nothing was moved.`,
    none: 'None of these can be moved.',
    stays: (names: Value, why: Value) => `${names}: ${why}`,
    others: (count: Value) => `${count} more`,
    named: (text: Value) => `“${text}”`,
  },
  slots: {
    title: 'Spread over free slots',
    from: 'Slots of',
    own: 'The queue of each',
    schedule: 'The posting schedule',
    list: 'What goes where',
    looks: 'Looking for free slots',
    goes: (count: number, first: Value, last: Value) =>
      `${posts(count)} from ${first} to ${last}. Nothing is moved yet.`,
    goesOne: (when: Value) => `1 post, at ${when}. Nothing is moved yet.`,
    none: 'None of these gets a slot.',
    was: (when: Value) => `was ${when}`,
    same: 'stays there',
    draft: 'A draft: it will be scheduled.',
    stay: 'Stay where they are',
    submit: (count: number) => `Spread ${posts(count)}`,
    toSchedule: 'Set up the schedule',
    done: (count: number) => `${posts(count)} spread over free slots`,
    others: (count: number) =>
      `${posts(count)} got another time than you saw: the slot was taken meanwhile.`,
    left: (count: number, why: Value) => `${posts(count)} stayed. ${why}`,
  },
}
