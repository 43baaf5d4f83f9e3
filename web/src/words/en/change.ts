/** English: changing what is out on a platform. */
import type { Value } from '../format.ts'

export const words = {
  open: 'Edit what is published',
  openOn: (name: Value) => `Edit what is published on ${name}`,
  title: (name: Value) => `Edit what is published on ${name}`,
  lead: (name: Value) =>
    `${name} shows it as changed. What was written here stays as it was, and a copy is made of that.`,
  text: 'Text',
  textHint: 'The whole text, as it shall stand there.',
  also: 'Also on',
  alsoHint: 'The same text is out there.',
  unchanged: 'As it is',
  submit: (name: Value) => `Change it on ${name}`,
  asked: 'It is being changed',
  states: {
    pending: 'Waits to be changed.',
    editing: 'Being changed.',
    edited: 'Changed',
    failed: 'Not changed.',
  },
  reads: 'It reads there now',
  wanted: 'It shall read',
  by: (name: Value) => `Change it on ${name} yourself`,
  again: (name: Value) => `Try again to change it on ${name}`,
}
