/** What follows from the evidence of a lost call before anything is decided, and what other steps must know of it. Pure. */
import {
  entriesOf,
  type Entry,
  GRADES,
  isOpen,
  isOurs,
  isReceipt,
  isToldApart,
  windowOf,
} from './entries.ts'
import type { Evidence, Known, Look, Seen, Send } from './evidence.ts'

const MINUTE = 60_000

/** A call that nobody saw end is over so long after it began. */
const LONGEST_CALL = 10 * MINUTE
/**
 * A clock that was measured is off by ten seconds at most, in the experiment, which divides our pauses by 30 and so makes
 * answers as much slower, by two minutes; one that was not, by ten minutes.
 */
const MEASURED = 2 * MINUTE

export interface Facts extends Evidence {
  /** From then on an entry of ours may stand; before, never. */
  from: number
  /** From then on words are believed. */
  believed: number
  entries: Entry[]
  open: Entry[]
  /** When the last call was over; and by when at the latest, however our clock is off. */
  end: number
  surely_over: number
  /** Whatever landed is shown by then. */
  settled: number
  /** Looks after that, in order. */
  since: Look[]
  /** What the platform said of keys and calls, in order; and since the last call was over. */
  told: Known[]
  key: Known[]
  twin: Extract<Known, { is: 'twin' }> | undefined
  /** A key of ours was told to have landed: it stands there since then at the latest, by the clock that is later. */
  landed_by: number | undefined
  /** The platform never came for the file: whatever is shown is not ours. */
  unfetched: boolean
  /** It may have come, or need not: before it did nothing of ours is there, whatever says the same. */
  came: boolean
  /** What is not shown is not there. */
  complete: boolean
}

export function factsOf(evidence: Evidence): Facts {
  const { sends, rule } = evidence
  const { from, sure } = windowOf(evidence)
  const measured = sends.every(({ error }) => error <= MEASURED)
  const entries = entriesOf(evidence)
  const end = Math.max(...sends.map(over))
  const surely_over = surelyOver(sends)
  const looks = evidence.looks.toSorted((a, b) => a.at - b.at)
  const since = looks.filter(({ at }) => at >= end)
  const saying = (some: Look[]) => some.flatMap(({ known }) => known ?? [])
  const [told, key] = [saying(looks), saying(since)]
  const unfetched = sends.every(({ fetched }) => fetched === 'expired')
  return {
    ...evidence,
    from,
    believed: measured ? from : sure,
    entries,
    open: entries.filter((entry) => isOpen(entry, evidence)),
    end,
    surely_over,
    settled: surely_over + rule.settle,
    since,
    told,
    key,
    landed_by: landedBy(looks, sends),
    twin: told.findLast((known) => known.is === 'twin'),
    unfetched,
    came: sends.some(({ fetched }) => fetched === true || fetched === undefined),
    complete: unfetched || key.at(-1)?.is === 'open' || since.at(-1)?.reach !== 'no_list',
  }
}

/** When the last call was over, with as much as our clock may be off. */
export function surelyOver(sends: readonly Send[]) {
  return Math.max(...sends.map((send) => over(send) + send.error))
}

const over = ({ at, ended_at }: Send) => ended_at ?? at + LONGEST_CALL

function landedBy(looks: readonly Look[], sends: readonly Send[]) {
  const first = looks.find(({ known }) => known?.is === 'landed')
  return first && first.at + Math.max(...sends.map(({ error }) => error))
}

/** What may be ours, best first. Of a step that has its receipt it is what an audit is about: a second post. */
export function candidatesOf(evidence: Evidence): Seen[] {
  return ranked(factsOf(evidence)).map(asSeen)
}

/**
 * Numbers of what may be this step's, for the evidence of its rival: open to it and not too late to have landed, or what a
 * twin of both was refused for. What says exactly what the rival says, or its beginning, and not what this one says, is the
 * rival's if it is anybody's: no platform makes the words of one post out of another's.
 */
export function claimsOf(evidence: Evidence, rival: Evidence): string[] {
  const facts = factsOf(evidence)
  const rivals = saidBy(rival)
  const isRivals = (entry: Entry) =>
    entry.words !== 'same' &&
    !entry.begins &&
    !isOurs(entry, evidence) &&
    rivals.some(({ ids }) => ids.some((id) => entry.ids.includes(id)))
  const claims = facts.open
    .filter((entry) => isInTime(entry, facts) && !isRivals(entry))
    .flatMap(({ ids }) => ids)
  const original = facts.twin?.original
  const isSince = original && (original.at === null || original.at >= facts.from)
  return isSince && isInTime(original, facts) ? [...claims, original.id] : claims
}

/** Asked once for each of its rivals, of whom there may be hundreds. */
const said = new WeakMap<Evidence, Entry[]>()

function saidBy(evidence: Evidence): Entry[] {
  const known = said.get(evidence)
  if (known) return known
  const own = entriesOf(evidence).filter(({ words, begins }) => words === 'same' || begins)
  said.set(evidence, own)
  return own
}

/**
 * What may be this post as well as the one that it was found to be: it says the same, was there in time, and is no other step's.
 * Of a post with a picture nothing that is listed without one.
 */
export function likenessesOf(evidence: Evidence): Seen[] {
  const facts = factsOf(evidence)
  const isLike = ({ words, begins }: Entry) =>
    words === 'same' || words === 'alike' || begins === true
  return facts.open
    .filter((entry) => isLike(entry) || isOurs(entry, evidence))
    .filter((entry) => isInTime(entry, facts) && isUnrivalled(entry, facts))
    .filter(({ media }) => !(evidence.ours.has_media && media === 'none'))
    .map(asSeen)
}

/** By proof, then by words; the oldest first. */
export function ranked(facts: Facts): Entry[] {
  const proven = facts.open.filter((entry) => isOurs(entry, facts))
  const others = facts.open.filter((entry) => !proven.includes(entry))
  return [...proven, ...GRADES.flatMap((grade) => others.filter(({ words }) => words === grade))]
}

export function asSeen(entry: Entry): Seen {
  const { sights: _sights, ...seen } = entry
  return seen
}

/** By then it has landed, or never will. */
export function isInTime({ at }: Pick<Entry, 'at'>, { settled }: Facts) {
  return at === null || at <= settled
}

/** No other step's, in doubt or in flight. */
export function isUnrivalled({ ids }: Entry, { rivals }: Facts) {
  return !rivals.some((rival) => rival.ids.some((id) => ids.includes(id)))
}

/** …by more than the order of two equal ones. */
export function mayBeRivals({ ids }: { ids: string[] }, { rivals }: Facts) {
  return rivals.some(
    (rival) => (rival.in_flight || !rival.yields) && rival.ids.some((id) => ids.includes(id)),
  )
}

/** …of one of which it will be known before long. */
export function willBeSettled(entry: { ids: string[] }, facts: Facts) {
  const rivals = facts.rivals.filter((rival) => rival.in_flight || rival.looked_for)
  return mayBeRivals(entry, { ...facts, rivals })
}

/**
 * What the platform shows of ours, it shows with numbers of our files or with our app, in a list that younger posts come into as
 * well: below a post nothing of ours follows before this is settled.
 */
export function mayBeWitnessed({ ours, sends, complete }: Facts) {
  const isTold = ours.media.length > 0 || sends.every(({ app }) => app !== null)
  return complete && isTold && ours.parent === null
}

/**
 * The last look would have shown what landed: it shows a post of ours that came since; and of nothing that any look showed do words
 * alone say that it is not ours. What was there and is not any more may be ours, in a list that leaves it out.
 */
export function isWitnessed(facts: Facts) {
  return hasWitness(facts) && facts.entries.every((entry) => isToldApart(entry, facts))
}

/**
 * The last look shows a post of ours that is younger than all calls that were lost: it is no list that stands still, nor one
 * that leaves ours out.
 */
export function hasWitness(facts: Facts) {
  const { since, ours, surely_over } = facts
  const last = since.at(-1)
  if (!last || last.cut) return false
  const isWitness = (seen: Seen) =>
    isReceipt(seen, facts) &&
    seen.by_number !== true &&
    seen.role === ours.role &&
    seen.at !== null &&
    seen.at > surely_over
  return last.seen.some(isWitness)
}

/** A post that the platform names, as a look showed it, if one did. */
export function entryOf({ id, at }: { id: string; at: number | null }, facts: Facts): Entry {
  const { role, parent } = facts.ours
  const blank = { url: null, author: undefined, app: undefined, media: undefined }
  return (
    facts.entries.find(({ ids }) => ids.includes(id)) ?? {
      ...blank,
      ids: [id],
      at,
      role,
      parent,
      words: 'maybe',
      key: false,
      contradicts: null,
      sights: [],
    }
  )
}
