/**
 * What became of a call whose answer was lost: one table, by evidence, for every platform. Pure. What it rests on and what
 * it cannot know stands in docs/decisions/0060-one-judge.md.
 */
import { type Entry, isOurs, isReceipt } from './entries.ts'
import type { Code, Doubt, Evidence, Known, Look, Original, Ruling, Verdict } from './evidence.ts'
import {
  asSeen,
  entryOf,
  type Facts,
  factsOf,
  hasWitness,
  isInTime,
  isUnrivalled,
  isWitnessed,
  mayBeRivals,
  mayBeWitnessed,
  ranked,
  willBeSettled,
} from './facts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Between two sights of the one entry that may be what a landed key became. */
const TWO_SIGHTS = 10 * MINUTE
/** A rival in flight is waited for, by looks; then a person decides. */
const RIVAL = { pause: 15 * SECOND, limit: 3 * MINUTE }
/** Between looks while what is shown is incomplete, or a file that was fetched shows nothing; an hour at most. */
const AGAIN = 5 * MINUTE
/** So often a look was incomplete or denied before that becomes a question: an hour may have passed without a single one. */
const LOOKS_AT_LEAST = 5
/** A platform knows a twin after some minutes at the latest, and for a day: one report of many tries says so of LinkedIn. */
const TWINS_KNOWN = { after: 5 * MINUTE, for: DAY }
/** Where one call more can do no harm whatever became of those before; who swallows so many answers is not asked for ever. */
const MOST_SENDS = 5
const MOST_CANDIDATES = 10
/** What of ours is shown without a number is looked for itself; by then it has one, or a person is asked about it. */
const NUMBERS_COME = 30 * MINUTE

/** Decided by the evidence alone. Throws when no call was lost. */
export function judge(evidence: Evidence): Verdict {
  const facts = factsOf(evidence)
  for (const [index, row] of TABLE.entries()) {
    const ruling = row(facts)
    if (ruling) return { rule: index + 1, ...ruling }
  }
  throw new Error('The last row fits whatever comes to it.')
}

type Row = (facts: Facts) => Ruling | undefined

/** The first row that fits decides. */
const TABLE: readonly Row[] = [
  landed,
  proven,
  refusedAsTwin,
  dead,
  working,
  stillOpen,
  contested,
  byWords,
  unsettled,
  incomplete,
  fetched,
  unexplained,
  givenUp,
  asked,
  sentTwice,
  absent,
]

/** 1. The key has landed. */
function landed(facts: Facts): Ruling | undefined {
  const posts = facts.told.filter((known) => known.is === 'landed')
  if (posts.length === 0) return undefined
  const named = posts.filter(({ ids }) => ids.length > 0)
  const [post] = named
  if (post) return found(facts, post, 'key', named)
  const [entry, ...others] = facts.open.filter((one) => mayHaveLanded(one, facts))
  const alone = entry && others.length === 0 && !mayBeRivals(entry, facts)
  const is = alone && ((facts.ours.wordy && fits(entry)) || standsAlone(entry, facts))
  return is && wasSeenTwice(entry, facts) ? found(facts, entry, 'key') : { is: 'landed' }
}

/** What came after ours was told to be out is another's, and so are words where we said none: no platform adds them. */
function mayHaveLanded({ at, wordless }: Entry, { ours, landed_by }: Facts) {
  const isEarly = at === null || landed_by === undefined || at <= landed_by
  return isEarly && (ours.wordy || wordless !== false)
}

/**
 * Where no words tell it, or too few of them are shown, its time does, between our call and the first word that it is out; and
 * whatever landed stands in the last look: were it another's, there would be two.
 */
function standsAlone({ wordless, at }: Entry, { ours, since, settled }: Facts) {
  const last = since.at(-1)
  const isWhole =
    last !== undefined &&
    last.at >= settled &&
    (last.reach === 'past_window' || last.reach === 'end_told') &&
    last.canary !== false
  return (ours.wordy || wordless === true) && at !== null && isWhole
}

/** By then ours is shown as well: were it another's, there would be two. */
function wasSeenTwice({ sights }: Entry, { looks }: Facts) {
  const told = looks.filter(({ known }) => known?.is === 'landed').map(({ at }) => at)
  const since = sights.filter((at) => at >= Math.min(...told))
  return Math.max(...since) - Math.min(...since) >= TWO_SIGHTS
}

/** 2. A key or media of ours is in an entry. */
function proven(facts: Facts): Ruling | undefined {
  const [oldest] = provenOf(facts)
  return oldest && found(facts, oldest, 'key')
}

/** Not a repost of it by whomever: such a one proves that ours is out, and is not it. A size may be a rival's, and after a restore that of any post with the same file: it keeps the entry open then, and the words tell. */
function provenOf(facts: Facts) {
  return facts.open.filter(
    (entry) =>
      isOurs(entry, facts) &&
      entry.role !== 'repost' &&
      entry.author !== 'other' &&
      !(entry.key === 'size' && (facts.sought || mayBeRivals(entry, facts))),
  )
}

/** 3. A second call was refused as the twin of a post: ours, if it stands in the window, and not before the platform came for its files. */
function refusedAsTwin(facts: Facts): Ruling | undefined {
  const { twin, entries, open, from, came, unfetched } = facts
  if (!twin) return undefined
  const { original } = twin
  if (!original) {
    const older = entries.find((entry) => isOlderTwin(entry, facts))
    return older && open.length === 0 ? duplicateOf(older.url ?? older.ids[0]) : undefined
  }
  const named = entryOf(original, facts)
  const at = original.at ?? named.at
  if (isReceipt(named, facts) || (at !== null && at < from) || (unfetched && original.there)) {
    return duplicateOf(named.url ?? original.id)
  }
  if (!original.there) return stillDenied(original, facts) ?? ask('ghost', facts, [named])
  if (at === null) return ask('twin', facts, [named])
  return mayBeRivals(named, facts) || !came ? undefined : found(facts, named, 'answer')
}

/** “There is no such thing” may be an outage: it is asked again before anybody is. */
function stillDenied({ denied }: Original, facts: Facts): Ruling | undefined {
  const { told, looks } = facts
  const isAgain = (known: Known) => known.is === 'twin' && known.original?.denied === 'again'
  if (!denied || told.filter(isAgain).length >= LOOKS_AT_LEAST) return undefined
  const last = Math.max(...looks.map(({ at }) => at))
  return wait(facts, last + AGAIN, 'The platform names a post that it does not show.')
}

/** Equal, and so late that the platform still knew it when our first call came. */
function isOlderTwin(entry: Entry, facts: Facts) {
  const { at, words, author, role } = entry
  const isEqual = words === 'same' && author !== 'other' && role === facts.ours.role
  const isKnown = at !== null && at >= facts.from - TWINS_KNOWN.for
  return isEqual && isKnown && (at < facts.from || isReceipt(entry, facts))
}

function duplicateOf(address: string): Ruling {
  const words = `The platform already shows the same post: ${address}`
  return { is: 'refused', code: 'duplicate_content', words }
}

/** 4. The key is dead, with a reason. Of two keys one may have landed all the same. */
function dead({ key, sends, open }: Facts): Ruling | undefined {
  const end = key.find(isRefused)
  if (!end || (sends.length > 1 && open.length > 0)) return undefined
  return { is: 'refused', code: end.code, words: end.words }
}

function isRefused(known: Known): known is Known & { is: 'dead'; code: Code } {
  return known.is === 'dead' && known.code !== 'unused'
}

/** 5. The platform works on it. */
function working(facts: Facts): Ruling | undefined {
  const known = facts.key.at(-1)
  if (known?.is !== 'working') return undefined
  if (facts.now >= facts.end + DAY) return ask('working', facts)
  return wait(facts, known.again, 'The platform is still working on it.')
}

/** 6. The key is open: the same call again can do no harm. */
function stillOpen({ key, deleted, too_late }: Facts): Ruling | undefined {
  if (key.at(-1)?.is !== 'open' || deleted || too_late) return undefined
  return { is: 'send', under: 'same_key' }
}

/** 7. An entry may be another step's, which will soon know. */
function contested(facts: Facts): Ruling | undefined {
  const sights = facts.open.flatMap((entry) => (mayBeRivals(entry, facts) ? entry.sights : []))
  if (sights.length === 0 || facts.now >= Math.min(...sights) + RIVAL.limit) return undefined
  return wait(
    facts,
    facts.now + RIVAL.pause,
    'Another post of this account may be the one that is shown.',
  )
}

/** 8. One entry fits by its words, or as many as there were calls. */
function byWords(facts: Facts): Ruling | undefined {
  const { sends, came } = facts
  if (!came) return undefined
  const open = pictured(facts)
  const same = open.filter(({ words }) => words === 'same')
  const alike = open.filter((entry) => entry.words === 'alike' || isMostlyOurs(entry, facts))
  const [oldest] = same
  if (oldest) {
    const fits = same.length === 1 || same.length === sends.length
    if (!fits || !same.every((entry) => isBelieved(entry, facts))) return undefined
    if (open.some((entry) => mayBeHidden(entry, facts))) return undefined
    return found(facts, oldest, 'words', same)
  }
  const [only, ...others] = alike
  if (!only || others.length > 0 || !isBelieved(only, facts)) return undefined
  // Behind a hidden address may stand another one: what is alike is a rival's as well, and a later one is a stranger's.
  const isOurs = isUnrivalled(only, facts) && isInTime(only, facts)
  return isOurs ? found(facts, only, 'words') : undefined
}

/** Of a post with a picture only those that show one, once one does. */
function pictured({ open, ours }: Facts) {
  const isPictured = ({ words, media }: Entry) =>
    words !== 'maybe' && media !== undefined && media !== 'none'
  if (!ours.has_media || !open.some(isPictured)) return open
  return open.filter(({ media }) => media !== 'none')
}

/** Ours may be what is shown with its link hidden, cut off or with other names, and what says the same a stranger's. A rival's is the rival's. */
function mayBeHidden(entry: Entry, facts: Facts) {
  const isLike = entry.words === 'alike' || (entry.begins === true && entry.words !== 'same')
  return isLike && isInTime(entry, facts) && isUnrivalled(entry, facts)
}

/** Ours but for its end or its names, by our app, or by our account below the very post that ours stands below. */
function isMostlyOurs({ begins, app, author, role, parent }: Entry, { ours, sends }: Facts) {
  const isPlaced = ours.parent !== null && parent === ours.parent && role === ours.role
  const isByApp = app !== undefined && app !== null && sends.every((send) => send.app === app)
  return begins === true && (isByApp || (isPlaced && author === 'us'))
}

/** Not before our first call began, with a picture if ours has one, and no rival's if it came when ours could land no more; not while numbers of our uploads may still tell. */
function isBelieved(entry: Entry, facts: Facts) {
  const { ours, since, believed, settled } = facts
  const isSince = entry.at !== null && entry.at >= believed
  const isAnybodys = isInTime(entry, facts) || isUnrivalled(entry, facts)
  // It may come into the list later than its post; until it does, the same words alone are a stranger's as well.
  const isWhole = !(ours.has_media && entry.media === 'none')
  const isAll = ours.media.length === 0 || since.some(({ at }) => at >= settled)
  return isSince && isWhole && isAll && isAnybodys && !mayBeRivals(entry, facts)
}

/** 9. It may still appear. */
function unsettled(facts: Facts): Ruling | undefined {
  const { since, end, settled, rule, now } = facts
  const last = since.at(-1)
  const pause = rule.looks[since.length]
  const why = 'It may still appear.'
  if (pause === undefined && last && last.at >= settled) return undefined
  const due = pause === undefined ? settled : (last?.at ?? end) + pause
  // Of a call that nobody saw end, the post may be there long before.
  return wait(facts, now < end ? Math.min(due, now + MINUTE) : due, why)
}

/** 10. The platform shows a part only, or not even what we know to be there. */
function incomplete(facts: Facts): Ruling | undefined {
  // What cannot be there need not be shown.
  if (facts.unfetched) return undefined
  const last = facts.since.at(-1)
  if (!last || !isIncomplete(last)) return undefined
  const times = facts.since.filter(isIncomplete).map(({ at }) => at)
  const isOften = times.length >= LOOKS_AT_LEAST
  if (isOften && facts.now >= Math.min(...times) + HOUR) return ask('incomplete', facts)
  return wait(facts, last.at + AGAIN, 'What the platform shows is incomplete.')
}

const isIncomplete = ({ reach, canary }: Look) => reach === 'part' || canary === false

/** 11. The platform came for the file, or still may. */
function fetched(facts: Facts): Ruling | undefined {
  if (!facts.sends.some((send) => send.fetched === true || send.fetched === false)) return undefined
  if (facts.now >= facts.end + HOUR) return ask('fetched', facts)
  return wait(facts, facts.now + AGAIN, 'The platform may be working on the file.')
}

/** 12. Something is there that may be ours. */
function unexplained(facts: Facts): Ruling | undefined {
  if (facts.open.length > 0 && !facts.unfetched) return ask('candidates', facts)
  if (!facts.twin) return undefined
  const { original } = facts.twin
  if (!original) return ask('twin', facts)
  const named = entryOf(original, facts)
  const isEarly = facts.now < facts.surely_over + HOUR
  if (!isEarly || !willBeSettled(named, facts)) return ask('twin', facts, [named])
  return wait(
    facts,
    facts.now + MINUTE,
    'Another post of this account may be the one that is named.',
  )
}

/** 13. Surely not there, and not wanted any more. */
function givenUp({ complete, deleted, too_late }: Facts): Ruling | undefined {
  if (!complete || !(deleted || too_late)) return undefined
  return { is: 'absent', why: deleted ? 'deleted' : 'too_late' }
}

/** 14. The workspace wants to be asked. */
function asked(facts: Facts): Ruling | undefined {
  return facts.policy === 'ask' ? ask('policy', facts) : undefined
}

/**
 * 15. A second call was lost as well: what a list did not show twice may be wrong in the same way. Unless it shows what it
 * could not show then: an hour after the last call, with numbers or apps for all of it, a post of ours that came since.
 */
function sentTwice(facts: Facts): Ruling | undefined {
  const { sends, complete, unfetched } = facts
  if (sends.length < 2) return undefined
  if (complete && sends.every(({ lost }) => lost === 'page')) {
    return { is: 'absent', why: 'gateway' }
  }
  // Neither rests on a list: no second one is taken, or none can be made of the calls that were lost.
  if ((refusesTwins(facts) || unfetched) && sends.length < MOST_SENDS) return undefined
  if (sends.length > 2 || !mayBeWitnessed(facts)) return ask('second_send', facts)
  const last = facts.since.at(-1)
  const early = facts.surely_over + HOUR
  if (!last || last.at < early) {
    const due = Math.min(early, (last?.at ?? early) + AGAIN)
    return wait(facts, due, 'Two answers in a row were lost.')
  }
  if (isWitnessed(facts)) return { is: 'send', under: 'new_key' }
  // What words alone tell apart may be a post of ours whose number is on its way.
  const isLate = last.at >= early + NUMBERS_COME
  if (isLate || !hasWitness(facts)) return ask('second_send', facts)
  return wait(facts, last.at + AGAIN, 'Two answers in a row were lost.')
}

/** The same post again is refused, and the refusal says that the first one landed. */
function refusesTwins({ rule, ours, now, from }: Facts) {
  return rule.twins && ours.wordy && now < from + TWINS_KNOWN.for
}

/** 16. Surely not there; or nobody can look, and the platform itself would refuse a second one. */
function absent(facts: Facts): Ruling {
  const { complete, sends, unfetched, deleted, too_late, surely_over, now } = facts
  if (unfetched || (complete && sends.length === 1)) return { is: 'send', under: 'new_key' }
  if (!refusesTwins(facts) || deleted || too_late) return ask('no_list', facts)
  const early = surely_over + TWINS_KNOWN.after
  if (now < early) return wait(facts, early, 'The platform may not know it yet.')
  return { is: 'send', under: 'new_key' }
}

interface Post {
  ids: string[]
  url: string | null
}

/** With what is known of that post from the lists, and with every other post of this step. */
function found(
  facts: Facts,
  { ids, url }: Post,
  proof: 'answer' | 'key' | 'words',
  all: readonly Post[] = [],
): Ruling {
  const entries = facts.entries.filter((one) => one.ids.some((id) => ids.includes(id)))
  const known = [...new Set([...ids, ...entries.flatMap((one) => one.ids)])]
  const twice = [...all, ...provenOf(facts)].filter(
    (one) => !one.ids.some((id) => known.includes(id)),
  )
  return {
    is: 'found',
    ids: known,
    url: [url, ...entries.map((one) => one.url)].find((one) => one !== null) ?? null,
    proof,
    twice: [...new Set(twice.flatMap((one) => one.ids.slice(0, 1)))],
  }
}

function fits({ words }: Entry) {
  return words === 'same' || words === 'alike'
}

function wait({ now }: Facts, until: number, why: string): Ruling {
  return { is: 'wait', until: Math.max(now, until), why }
}

function ask(why: Doubt, facts: Facts, named: readonly Entry[] = []): Ruling {
  const candidates = [...named, ...ranked(facts).filter((entry) => !named.includes(entry))]
  return { is: 'ask', why, candidates: candidates.slice(0, MOST_CANDIDATES).map(asSeen) }
}
