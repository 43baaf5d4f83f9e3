/** English: what was tried, as a post’s page tells it. */
import { plural, type Value } from '../format.ts'

export const attempts = {
  behind: {
    why: 'Why',
    failed: {
      card: 'The post is out, without the preview of its link.',
      comment: 'The post is out, without its first comment.',
      captions: 'The post is out, without captions.',
      thumbnail: 'The post is out, without the cover that was chosen.',
      playlist: 'The post is out, and not in its playlist.',
      check: 'The post is out; the platform may still object to it.',
    },
    unknown: {
      card: 'The post is out; it is not known whether with the preview of its link.',
      comment: 'The post is out; it is not known whether its first comment is. Look there.',
      captions: 'The post is out; it is not known whether it has captions. Look there.',
      thumbnail: 'The post is out; it is not known whether it has its cover. Look there.',
      playlist: 'The post is out; it is not known whether it is in its playlist. Look there.',
      check: 'The post is out; it is not known whether the platform objects to it. Look there.',
    },
    other: 'The post is out; something behind it came to nothing.',
    twice: (where: string) =>
      `What may be this post stands there more than once: ${where}. If it is, take one down.`,
    another: (where: string) =>
      `Another post there says the same: ${where}. This one was known by its words alone and may be the other: compare them before you change or take down either.`,
  },
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
