/** Mutants that no test can notice, each with why: they change nothing that can be seen. */
export const EQUIVALENTS: Readonly<Record<string, string>> = {
  "server/publishing/judge.ts judge: 'The last row fits whatever comes to it.' → ''":
    'Nothing throws it: the last row always gives a ruling. It tells a reader and the compiler.',
  'server/publishing/judge.ts isOlderTwin.isKnown: at !== null && at >= facts.from - TWINS_KNOWN.for → at >= facts.from - TWINS_KNOWN.for':
    'Null is compared as 0, the year 1970, which is before any call; the question is for the compiler.',
  'server/publishing/words.ts MATCH.equal: 2 → 3':
    'Only their order is asked: the weakest is the least.',
}
