/** Mutants that no test can notice, each with why: they change nothing that can be seen. */
export const EQUIVALENTS: Readonly<Record<string, string>> = {
  "server/publishing/judge.ts judge: 'The last row fits whatever comes to it.' → ''":
    'Nothing throws it: the last row always gives a ruling. It tells a reader and the compiler.',
  'server/publishing/judge.ts isOlderTwin.isKnown: at !== null && at >= facts.from - TWINS_KNOWN.for → at >= facts.from - TWINS_KNOWN.for':
    'Null is compared as 0, the year 1970, which is before any call; the question is for the compiler.',
  'server/publishing/entries.ts byTime: < → <=': 'No two entries have the same first number.',
  'server/publishing/entries.ts byTime: 1 → 2': 'Only the sign of a comparison is asked.',
  'server/publishing/entries.ts byTime: 1 → 2 (2)': 'Only the sign of a comparison is asked.',
  "server/publishing/entries.ts isOurs: key === 'size' && at !== null → key === 'size'":
    'Null is compared as 0, the year 1970, which is before any window; the question is for the compiler.',
  'server/publishing/entries.ts merge.words: < → <=':
    'At the same place of the list stands the same grade.',
  'server/publishing/entries.ts joined: && → ||':
    'A sight that is kept twice changes neither the first nor the last of them, which is all that is asked.',
  'server/publishing/entries.ts joined: a.at(-1) !== at && !a.includes(at) → a.at(-1) !== at':
    'A sight that is kept twice changes neither the first nor the last of them, which is all that is asked.',
  'server/publishing/entries.ts joined: a.at(-1) !== at && !a.includes(at) → !a.includes(at)':
    'The last is asked first for speed: it is among all of them.',
  'server/publishing/entries.ts joined: -1 → 1':
    'Whichever is asked first for speed is among all of them.',
  'server/publishing/entries.ts joined: 1 → 2':
    'Whichever is asked first for speed is among all of them.',
  'server/publishing/facts.ts isInTime: at === null || at <= settled → at <= settled':
    'Null is compared as 0, the year 1970, which is before any call; the question is for the compiler.',
  'server/publishing/facts.ts entryOf: find → findLast':
    'Entries that share a number are one entry: no two have it.',
  'server/publishing/words.ts MATCH.equal: 2 → 3':
    'Only their order is asked: the weakest is the least.',
}
