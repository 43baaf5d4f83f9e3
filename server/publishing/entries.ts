/**
 * What the looks showed, as entries: each once, with all that was told of it in any look; one that was seen once and is
 * gone is not forgotten. And what explains an entry, a closed list: what nothing explains is open, it may be ours. Pure.
 */
import type { Evidence, Look, Seen, Window } from './evidence.ts'
import type { Grade } from './words.ts'

export interface Entry extends Seen {
  /** When each look showed it. */
  sights: number[]
}

/** Of the first send, whichever it was: of two whose clocks were not measured alike, their order may be told wrongly. */
export function windowOf({ sends }: Evidence): Window {
  if (sends.length === 0) throw new Error('No call was lost: there is nothing to judge.')
  return {
    from: Math.min(...sends.map(({ at, error }) => at - error)),
    sure: Math.min(...sends.map(({ at, error }) => at + error)),
  }
}

/** Every entry once, the oldest first; without a time last. */
export function entriesOf(evidence: Evidence): Entry[] {
  let entries: Entry[] = []
  for (const look of evidence.looks.toSorted((a, b) => a.at - b.at)) {
    const calibrated = isCalibrated(look, evidence)
    for (const seen of look.seen) {
      const sight = { ...seen, app: calibrated ? seen.app : undefined, sights: [look.at] }
      const known = entries.filter(({ ids }) => ids.some((id) => seen.ids.includes(id)))
      const merged = known.reduceRight<Entry>(
        (after, before) => merge(before, after, evidence),
        sight,
      )
      entries = [...entries.filter((entry) => !known.includes(entry)), merged]
    }
  }
  return entries.toSorted(byTime)
}

function byTime(a: Entry, b: Entry) {
  const times = (a.at ?? Number.MAX_VALUE) - (b.at ?? Number.MAX_VALUE)
  return times === 0 ? (a.ids[0] < b.ids[0] ? -1 : 1) : times
}

/** It may be ours: nothing explains it, or a key or media of ours proves it, which only a receipt outweighs. */
export function isOpen(entry: Entry, evidence: Evidence): boolean {
  const proven = isOurs(entry, evidence)
  return !EXPLANATIONS.some(
    (one) => (!proven || one.outweighs_proof) && one.explains(entry, evidence),
  )
}

/** By more than its words. */
export function isToldApart(entry: Entry, evidence: Evidence): boolean {
  return !isOpen({ ...entry, words: 'maybe' }, evidence)
}

/** A key or an upload of ours is in it. A file's size is one within the window only: the same file may be older. */
export function isOurs({ key, media, at }: Entry, evidence: Evidence): boolean {
  if (key === true || (key === 'size' && at !== null && at >= windowOf(evidence).from)) return true
  return numbersOf(media).some((id) => evidence.ours.media.includes(id))
}

export function isReceipt({ ids }: Seen, { receipts }: Evidence): boolean {
  return ids.some((id) => receipts.has(id))
}

interface Explanation {
  name: string
  outweighs_proof?: true
  explains(entry: Entry, evidence: Evidence): boolean
}

export const EXPLANATIONS: readonly Explanation[] = [
  { name: 'a receipt', outweighs_proof: true, explains: isReceipt },
  { name: 'its time', explains: ({ at }, evidence) => at !== null && at < windowOf(evidence).from },
  { name: 'its author', explains: ({ author }) => author === 'other' },
  { name: 'its role', explains: ({ role }, { ours }) => role !== ours.role },
  {
    name: 'its parent',
    // Of a comment null is no answer: its parent may not have been told.
    explains: ({ parent }, { ours }) => parent !== null && parent !== ours.parent,
  },
  {
    name: 'its media',
    explains: ({ media }, { ours }) =>
      ours.media.length > 0 && (media === 'none' || media?.in_full === true),
  },
  {
    name: 'media at all',
    // A link makes a card, whose picture is told as media too.
    explains: ({ media }, { ours }) =>
      !ours.has_media && !ours.has_link && numbersOf(media).length > 0,
  },
  {
    name: 'its app',
    explains: ({ app }, { sends }) =>
      app !== undefined && sends.every((send) => send.app !== null && send.app !== app),
  },
  { name: 'its fields', explains: ({ contradicts }) => contradicts !== null },
  { name: 'its words', explains: ({ words }) => words === 'other' },
]

/** A receipt of ours in the same look shows our app: then the platform tells apps truly. */
function isCalibrated({ seen }: Look, evidence: Evidence) {
  return seen.some((entry) => isReceipt(entry, evidence) && isOurApp(entry.app, evidence))
}

function isOurApp(app: Seen['app'], { sends }: Evidence) {
  return sends.some((send) => send.app === app)
}

/** Best first. */
export const GRADES: readonly Grade[] = ['same', 'alike', 'maybe', 'other']

/** Two sights of one entry. Where they differ, that holds which leaves it open. */
function merge(a: Entry, b: Entry, evidence: Evidence): Entry {
  const { ours } = evidence
  const [first, ...others] = a.ids
  const times = [a, b].flatMap(({ at }) => at ?? [])
  const wordless = a.wordless === false ? false : (b.wordless ?? a.wordless)
  return {
    ids: [first, ...new Set([...others, ...b.ids.filter((id) => id !== first)])],
    at: times.length === 0 ? null : Math.max(...times),
    url: a.url ?? b.url,
    author: b.author === 'us' ? 'us' : (a.author ?? b.author),
    app: isOurApp(b.app, evidence) || a.app === undefined ? b.app : a.app,
    role: b.role === ours.role ? b.role : a.role,
    parent: b.parent === ours.parent ? b.parent : (a.parent ?? b.parent),
    words: GRADES.indexOf(b.words) < GRADES.indexOf(a.words) ? b.words : a.words,
    ...((a.begins || b.begins) && { begins: true }),
    ...(wordless !== undefined && { wordless }),
    media: mediaOf(a.media, b.media),
    key: a.key === true ? true : b.key || a.key,
    contradicts: a.contradicts ?? b.contradicts,
    sights: joined(a.sights, b.sights),
  }
}

/** `a` goes on in the answer: of hundreds of looks at one entry none is copied. */
function joined(a: number[], b: readonly number[]) {
  for (const at of b) if (a.at(-1) !== at && !a.includes(at)) a.push(at)
  return a
}

function mediaOf(a: Seen['media'], b: Seen['media']): Seen['media'] {
  if (a === undefined || a === 'none') return b ?? a
  if (b === undefined || b === 'none') return a
  return { ids: [...new Set([...a.ids, ...b.ids])], in_full: a.in_full || b.in_full }
}

function numbersOf(media: Seen['media']) {
  return media === undefined || media === 'none' ? [] : media.ids
}
