/** Compares what the platforms received with what the store says, and both with what the service had acknowledged. */
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { judgeCalls } from './calls.ts'
import { timelines, type Timelines } from './timeline.ts'
import { type Arrival, type DeliveryRow, type Evidence, namesOf } from './evidence.ts'
import type { Case, Say } from './case.ts'
import { kinds } from './kinds.ts'
import type { Ledger } from './ledger.ts'
import { errandsOf, judgeEdits, judgeOthers, judgeRemoval, presentOf } from './live-verdict.ts'
import { partsOf, partTextOf, saysSame, versionOf } from './texts.ts'
import type { Violation } from './violation.ts'

export interface Verdict {
  violations: Violation[]
  timelines: Timelines
}

export function judge(ledger: Ledger, evidence: Evidence): Verdict {
  const violations: Violation[] = judgeCalls(ledger, evidence)
  const posts = new Map(evidence.posts.map((post) => [post.id, post]))
  const entries = new Map(ledger.entries.map((entry) => [entry.post_id, entry]))
  const arrivals = Map.groupBy(shared(ledger, evidence), ({ of }) => of.delivery_id)
  const refused = new Set(evidence.refused.map(({ delivery_id }) => delivery_id))
  const lines = timelines(evidence.attempts)
  const errands = errandsOf(evidence)

  for (const delivery of evidence.deliveries) {
    const { id, post_id } = delivery
    const say: Say = (kind, what) => violations.push({ kind, post_id, what, delivery })
    const { removal, edits } = errands(delivery)
    const all = presentOf(arrivals.get(id) ?? [], delivery, removal)
    const one: Case = {
      delivery,
      post: posts.get(post_id),
      entry: entries.get(post_id),
      received: all.filter(({ of }) => of.step !== 'comment' && !isPart(of.step)),
      parts: all.filter(({ of }) => isPart(of.step)),
      comments: all.filter(({ of }) => of.step === 'comment'),
      refused: refused.has(id),
      removal,
      edits,
      evidence,
    }
    judgeDelivery(one, say)
    judgeThread(one, say)
    judgeComment(one, say)
    judgeWords(one, say)
    judgeRemoval(one, say)
    judgeEdits(one, say)
    for (const fault of lines.faultsOf(delivery)) say('wrongly reported', fault)
  }
  violations.push(...judgePosts(evidence), ...judgeStrangers(evidence), ...judgeOthers(evidence))
  return { violations, timelines: lines }
}

/**
 * Of two deliveries that are the same post in everything, whichever landed may be either's: the other one is sent then. What a
 * delivery says to be its own is given to it, where it is what that one says as well, changed meanwhile or not.
 */
function shared({ entries }: Ledger, { deliveries, arrivals }: Evidence): Arrival[] {
  const byPost = new Map(entries.map((entry) => [entry.post_id, entry]))
  const byId = new Map(deliveries.map((row) => [row.id, row]))
  const textsOf = ({ post_id }: DeliveryRow) => {
    const entry = byPost.get(post_id)
    return entry && kinds[entry.kind].parts === 1 && !kinds[entry.kind].media ? entry.texts : []
  }
  const claims = new Map(
    deliveries.map((row) => [`${row.platform} ${row.platform_post_id}`, row] as const),
  )
  return arrivals.map((arrival) => {
    const maker = byId.get(arrival.of.delivery_id)
    const claimer = claims.get(`${arrival.platform} ${arrival.id}`)
    if (!maker || claimer?.platform_account_id !== maker.platform_account_id) return arrival
    const both = textsOf(maker).filter((text) => textsOf(claimer).includes(text))
    if (versionOf(arrival.text, both) === undefined) return arrival
    return { ...arrival, of: { ...arrival.of, delivery_id: claimer.id } }
  })
}

function judgeDelivery(one: Case, say: Say) {
  const { delivery, post, received, refused } = one
  const broken = brokeOff(one)
  const { status, platform_post_id, blocked_reason, error_code, due_at } = delivery
  const ids = received.map(({ id }) => id)
  const unknown = status === 'blocked' && blocked_reason === 'outcome_unknown'
  const waitsForPerson = status === 'blocked' && blocked_reason === 'account_disconnected'
  if (ids.length > 1) say('duplicate', `received ${ids.length} times: ${ids.join(', ')}`)
  if (received.some(({ account }) => !namesOf(delivery).includes(account)))
    say('wrongly reported', 'stands on another account')

  if (status === 'published' && !ids.length) {
    if (!refused && !isAnothers(one)) say('lost', 'says published, but is not there')
  }
  // A number that is still owed says nothing wrong.
  else if (
    status === 'published' &&
    platform_post_id !== null &&
    !ids.includes(platform_post_id) &&
    !(isAnothers(one) && warnsOf(one))
  )
    say('wrongly reported', `says ${platform_post_id}, but ${ids.join(', ')} is there`)
  if ((status === 'failed' || status === 'pending') && ids.length && !broken)
    say('wrongly reported', `says ${status} (${error_code}), but ${ids.join(', ')} is there`)

  const waits = post?.deleted_at || post?.status === 'draft' || due_at === null
  if (status === 'publishing' || (status === 'pending' && !waits))
    say('stuck', `is still ${status}`)
  // Whoever is asked to connect an account again finds it well: our person has seen to every account.
  if (waitsForPerson) say('stuck', `waits for its account to be connected again: ${error_code}`)
  if (
    (status === 'failed' && !mayFail(one)) ||
    (status === 'blocked' && !unknown && !waitsForPerson)
  )
    say('lost', `was given up: ${status}, ${error_code}`)
}

/**
 * A post of somebody else on that account, which says the same, came while our call was under way: where words are all that is
 * shown, nobody can tell them apart (docs/decisions/0060). It says so once, under the other number.
 */
export function isAnothers({
  delivery,
  entry,
  evidence,
}: Pick<Case, 'delivery' | 'entry' | 'evidence'>) {
  const { platform, platform_post_id, proof } = delivery
  if (proof !== 'words' || !entry || kinds[entry.kind].media) return false
  return evidence.others.some(
    (post) =>
      post.platform === platform &&
      post.id === platform_post_id &&
      namesOf(delivery).includes(post.account) &&
      entry.texts.some((own) => saysSame(post.text, own)),
  )
}

/** Deliveries that are there and tell the number of such a post, and have not told that another one says the same. */
export function mistaken({ violations }: Verdict, ledger: Ledger, evidence: Evidence): number[] {
  const entries = new Map(ledger.entries.map((entry) => [entry.post_id, entry]))
  return violations.flatMap(({ kind, delivery }) => {
    if (kind !== 'wrongly reported' || !delivery) return []
    return isAnothers({ delivery, entry: entries.get(delivery.post_id), evidence })
      ? [delivery.id]
      : []
  })
}

/** …and that it may be: where ours stands beside it, its author is told so, and where. */
function warnsOf({ delivery, received }: Pick<Case, 'delivery' | 'received'>) {
  const warnings = delivery.warnings.filter((warning) => warning.startsWith('maybe_another:'))
  return received.some(({ id, url }) => warnings.some((words) => words.includes(url ?? id)))
}

/** For good, and truly. No other fault of this experiment gives anything a reason to be given up. */
function mayFail(one: Case) {
  const { error_code } = one.delivery
  if (error_code === 'duplicate_content') return hasTwin(one)
  // Nothing can be said below a post whose number nobody tells.
  if (error_code === 'thread_unfinished')
    return (owesAny(one.delivery) || wasFound(one.delivery)) && brokeOff(one)
  // It was deleted meanwhile; a gateway's pages stood before it twice.
  return one.refused || error_code === 'given_up' || error_code === 'refused_by_gateway'
}

/** Somebody’s equal post stands on the same account: the platform takes no second one. */
function hasTwin({ delivery, entry, evidence }: Case) {
  const names = namesOf(delivery)
  return [...evidence.arrivals, ...evidence.others].some(
    ({ platform, account, text }) =>
      platform === delivery.platform &&
      names.includes(account) &&
      entry &&
      [...entry.texts, ...partsOf(entry.number, kinds[entry.kind].parts)].some((own) =>
        saysSame(text, own),
      ),
  )
}

const isPart = (step: string) => step.startsWith('part_')

/** Its beginning is out, and says so; the rest is not. */
function brokeOff({ delivery, entry, received, parts }: Case) {
  const { platform_post_id } = delivery
  const whole = entry ? kinds[entry.kind].parts : 1
  const isShort = whole > 1 && 1 + parts.length < whole
  return isShort && (owes(delivery) || received.some(({ id }) => id === platform_post_id))
}

const Untold = z.looseObject({ result: z.looseObject({ platform_post_id: z.null() }) })

/** The platform has told that it is out, and not as which: somebody's equal post stands beside it, or its number comes late. */
function owes({ steps }: DeliveryRow) {
  return Unnumbered.safeParse(steps).success
}

const Unnumbered = z.looseObject({ post: Untold })

/** As `owes`, of any of its parts: what follows cannot be said below it. */
function owesAny({ steps }: DeliveryRow) {
  const all = z.record(z.string(), z.unknown()).catch({}).parse(steps)
  return Object.entries(all).some(
    ([name, step]) => (name === 'post' || isPart(name)) && Untold.safeParse(step).success,
  )
}

/** A part's number was told after all: as late as its thread was given up for. */
function wasFound({ steps }: DeliveryRow) {
  const all = z.record(z.string(), z.looseObject({ proof: z.string().optional() })).safeParse(steps)
  return Object.entries(all.data ?? {}).some(
    ([name, { proof }]) => (name === 'post' || isPart(name)) && proof !== undefined,
  )
}

/** Each part once, below the one before or as a comment below the post, and none missing of what says that it is out. */
function judgeThread({ delivery, entry, received, parts }: Case, say: Say) {
  const whole = entry ? kinds[entry.kind].parts : 1
  if (whole === 1) return
  const { number } = entry ?? { number: 0 }
  let above: readonly Arrival[] = received
  for (let part = 2; part <= whole; part++) {
    const own = parts.filter(({ of }) => of.step === `part_${part}`)
    const name = `part ${part} of ${whole}`
    if (own.length > 1) say('duplicate', `${name} was received ${own.length} times`)
    if (!own.length && delivery.status === 'published') say('lost', `${name} is not there`)
    if (own.length && !above.length)
      say('wrongly reported', `${name} is there, and what it follows is not`)
    const astray = own.filter(({ reply_to }) => !above.some(({ id }) => id === reply_to))
    if (astray.length) say('wrongly reported', `${name} stands below another post`)
    if (own.some(({ text }) => !saysSame(text, partTextOf(number, part))))
      say('wrongly reported', `${name} went out with other words`)
    if (manifests[delivery.platform]?.thread?.as === 'chain') above = own
  }
}

function judgeComment({ delivery, received, comments }: Case, say: Say) {
  const parents = new Set(received.map(({ id }) => id))
  if (comments.length > 1) say('duplicate', `its comment was received ${comments.length} times`)
  if (delivery.commented && !comments.length) say('lost', 'says that its comment is out')
  const astray = comments.filter(({ reply_to }) => !parents.has(reply_to ?? ''))
  if (astray.length) say('wrongly reported', 'its comment stands under another post')
}

/** What was acknowledged to a caller must be what went out. */
function judgeWords({ entry, received, comments }: Case, say: Say) {
  if (!entry) return
  if (entry.cancelled && (received.length || comments.length))
    say('wrongly reported', 'went out, though its cancellation was acknowledged')
  for (const { text } of received) {
    const version = versionOf(text, entry.texts)
    if (version === undefined)
      say('wrongly reported', `went out with other words: ${JSON.stringify(text)}`)
    else if (version < entry.acknowledged)
      say(
        'wrongly reported',
        `went out as v${version}, though v${entry.acknowledged} was acknowledged`,
      )
  }
}

/** The status of a post follows from its deliveries. */
function judgePosts({ posts, deliveries }: Evidence): Violation[] {
  const byPost = Map.groupBy(deliveries, ({ post_id }) => post_id)
  return posts.flatMap((post): Violation[] => {
    const statuses = new Set((byPost.get(post.id) ?? []).map(({ status }) => status))
    const open = statuses.has('pending') || statuses.has('publishing')
    // What broke off behind its beginning is out, told or not as which post.
    const out = (byPost.get(post.id) ?? []).some(
      (one) => one.platform_post_id !== null || owes(one),
    )
    const ended = statuses.has('published') || out ? 'published' : 'failed'
    const expected = open || statuses.size === 0 ? ['scheduled', 'draft', ended] : [ended]
    const sound =
      expected.includes(post.status) &&
      (post.status === 'published') === (post.published_at !== null) &&
      (post.status === 'failed') === (post.error_message !== null)
    if (sound) return []
    const what = `post ${post.id} says ${post.status}, its deliveries ${[...statuses].join(', ')}`
    return [{ kind: 'wrongly reported', post_id: post.id, what, delivery: undefined }]
  })
}

/** On a platform, and of no delivery. */
function judgeStrangers({ strangers, arrivals, deliveries }: Evidence): Violation[] {
  const known = new Set(deliveries.map(({ id }) => id))
  const unknown = arrivals.filter(({ of }) => !known.has(of.delivery_id))
  return [...strangers, ...unknown].map(({ platform, account, id, text }) => ({
    kind: 'wrongly reported',
    post_id: undefined,
    what: `${account} on ${platform} received ${id}, which nobody asked for: ${text}`,
    delivery: undefined,
  }))
}
