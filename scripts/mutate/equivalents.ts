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
  'server/publishing/judge.ts isBelieved.isSince: entry.at !== null && entry.at >= believed → entry.at >= believed':
    'Null is compared as 0, the year 1970, which is before any call; the question is for the compiler.',
  'server/publishing/facts.ts isInTime: at === null || at <= settled → at <= settled':
    'Null is compared as 0, the year 1970, which is before any call; the question is for the compiler.',
  'server/publishing/facts.ts saidBy: known → false':
    'What is kept is what would be made again: it is kept for speed.',
  'server/publishing/facts.ts saidBy: said.set(evidence, own) → ;':
    'What is kept is what would be made again: it is kept for speed.',
  'server/publishing/facts.ts entryOf: find → findLast':
    'Entries that share a number are one entry: no two have it.',
  'server/publishing/judge.ts isMostlyOurs.isPlaced: ours.parent !== null && parent === ours.parent && role === ours.role → ours.parent !== null && parent === ours.parent':
    'What is of another kind is explained by it, and not open any more.',
  'server/publishing/judge.ts isMostlyOurs.isByApp: app !== undefined && app !== null → app !== null':
    'A send knows its app or has null, never undefined; the question is for the compiler.',
  'server/publishing/judge.ts mayHaveLanded.isEarly: at === null || landed_by === undefined || at <= landed_by → at <= landed_by':
    'Null is compared as 0, before any word that it is out; and that there was such a word is asked before. Both questions are for the compiler.',
  'server/publishing/judge.ts mayHaveLanded.isEarly: || → && (2)':
    'Null is compared as 0, before any word that it is out; and that there was such a word is asked before.',
  'server/publishing/judge.ts mayHaveLanded.isEarly: at === null || landed_by === undefined → at === null':
    'That there was a word that it is out is asked before; the question is for the compiler.',
  'server/publishing/judge.ts mayHaveLanded.isEarly: at === null || landed_by === undefined → landed_by === undefined':
    'Null is compared as 0, before any word that it is out; the question is for the compiler.',
  "server/publishing/judge.ts stillDenied.isAgain: known.is === 'twin' && known.original?.denied === 'again' → known.original?.denied === 'again'":
    'Only a twin names an original; the question is for the compiler.',
  'server/publishing/judge.ts incomplete: !last || !isIncomplete(last) → !isIncomplete(last)':
    'Row 9 has waited for a look; the question is for the compiler.',
  'server/publishing/judge.ts sentTwice: !last || last.at < early → last.at < early':
    'Row 9 has waited for a look; the question is for the compiler.',
  'server/publishing/judge.ts sentTwice.due: last?.at ?? early → last?.at':
    'Row 9 has waited for a look; the question is for the compiler.',
  'server/publishing/facts.ts hasWitness: !last || last.cut → last.cut':
    'It is asked when a look was taken; the question is for the compiler.',
  'server/publishing/facts.ts hasWitness: false → undefined': 'It is asked for its truth only.',
  'server/publishing/facts.ts hasWitness.isWitness: isReceipt(seen, facts) && seen.by_number !== true && seen.role === ours.role && seen.at !== null → isReceipt(seen, facts) && seen.by_number !== true && seen.role === ours.role':
    'Null is compared as 0, the year 1970, which is before any call; the question is for the compiler.',
  "server/publishing/entries.ts isToldApart.words: 'maybe' → ''":
    'Any grade but that of other words explains nothing.',
  'server/publishing/words.ts MATCH.equal: 2 → 3':
    'Only their order is asked: the weakest is the least.',
  'server/publishing/decide.ts tellWhenOut.shown: some → every':
    'Entries that share a number are one entry, and what is found is known by all of its numbers.',
  'server/publishing/decide.ts tellWhenOut.calls: entry.sends ?? [] → entry.sends':
    'Without a call the judge has thrown; the question is for the compiler.',
  'server/publishing/decide.ts tellOf.evidence.candidates.after: at === null || !first → at === null':
    'Without a call the judge has thrown; the question is for the compiler.',
  "server/publishing/decide.ts verdictOf.until: 'until' in verdict ? untold(verdict.until, evidence.scale) : new Date(0) → (untold(verdict.until, evidence.scale))":
    'It is asked only whether it is to come, which no time at all is not either.',
  'server/publishing/decide.ts verdictOf.until: 0 → 1': 'It is asked only whether it is to come.',
}
