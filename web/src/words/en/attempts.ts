/** English: what was tried, as a post’s page tells it. */
import { plural, type Value } from '../format.ts'

export const attempts = {
  timeline: {
    now: 'now',
    earlier: (n: number) => plural(n, { one: 'earlier line', other: 'earlier lines' }),
    tried: (name: Value) => `What was tried on ${name}`,
    code: 'Code',
    step: 'Step',
    theirWords: 'The platform’s words',
    request: 'Request',
    at: (at: string) => `At: ${at}`,
    copied: 'Details copied',
    selectIt: 'Select the text and copy it',
  },
  told: {
    clearedUp: 'Cleared up: it is published. Nothing went out twice.',
    sent: (name: Value) => `Sent to ${name}, and published.`,
    failed: (why: Value) => `${why}. It was not published.`,
    refused: (name: Value) => `${name} refused it`,
    untold: (name: Value) =>
      `${name} could not tell what became of it. Nothing is sent again before somebody looks.`,
    waitsForSomebody: (why: Value) => `${why}. It waits for somebody.`,
    inTheWay: 'Something stands in the way',
    later: (why: Value) => `${why}. It is tried again by itself.`,
    notYet: (name: Value) => `${name} did not take it yet`,
    notSeen: (name: Value) => `Looked on ${name}: it is not to be seen there yet.`,
    couldNotLook: (name: Value, why: Value) => `Wanted to look on ${name}. ${why}. We look again.`,
    lost: (name: string, why: string) =>
      `Sent to ${name}, and the answer was lost: ${why}. We look whether it is there before anything is sent again.`,
    hasIt: (name: Value) => `${name} has it, and has not finished yet.`,
    goesOnWhy: (why: Value) => `${why}. It goes on by itself.`,
    stopped: 'Crier was stopped just then, and goes on with it.',
    lookingOn: (name: Value) => `Looking for it on ${name} …`,
    sending: (name: Value) => `Being sent to ${name} …`,
    brokenOff: 'This try was broken off on our side. The next one looks before it sends.',
    settled: 'Settled: it is there.',
    weLook: (name: Value) => `We look for it on ${name}.`,
    goesOn: 'It goes on by itself.',
    waits: (name: Value) => `${name}. It waits.`,
    tried: 'It is tried again.',
  },
}
