/** Compares what the platforms received with what the store says, and both with what the service had acknowledged. */
import { timelines, type Timelines } from './timeline.ts'
import type { Arrival, DeliveryRow, Evidence, PostRow } from './evidence.ts'
import type { Entry, Ledger } from './ledger.ts'
import { readMarker } from './texts.ts'

export const kindsOfViolation = ['duplicate', 'lost', 'stuck', 'wrongly reported'] as const

export interface Violation {
  kind: (typeof kindsOfViolation)[number]
  marker: string
  what: string
  delivery: DeliveryRow | undefined
}

export interface Verdict {
  violations: Violation[]
  timelines: Timelines
}

export function judge(ledger: Ledger, evidence: Evidence): Verdict {
  const violations: Violation[] = []
  const posts = new Map(evidence.posts.map((post) => [post.id, post]))
  const entries = new Map(ledger.entries.map((entry) => [entry.marker, entry]))
  const arrivals = Map.groupBy(evidence.arrivals, ({ platform, marker }) => `${platform} ${marker}`)
  const lines = timelines(evidence.attempts)

  for (const delivery of evidence.deliveries) {
    const marker = markerOf(posts.get(delivery.post_id))
    if (marker === undefined) continue
    const here = (arrivals.get(`${delivery.platform} ${marker}`) ?? []).filter(({ account }) =>
      namesOf(delivery).includes(account),
    )
    const say = (kind: Violation['kind'], what: string) =>
      violations.push({ kind, marker, what, delivery })
    judgeDelivery(delivery, posts.get(delivery.post_id), here, say)
    judgeComment(delivery, here, say)
    judgeWords(entries.get(marker), here, say)
    for (const fault of lines.faultsOf(delivery)) say('wrongly reported', fault)
  }
  violations.push(...judgeCalls(ledger, evidence.posts), ...judgePosts(evidence))
  for (const { text, account } of evidence.strangers)
    violations.push({
      kind: 'wrongly reported',
      marker: '?',
      what: `${account} received a post that nobody asked for: ${text}`,
      delivery: undefined,
    })
  return { violations, timelines: lines }
}

/** Emulators name an account by its id, the last part of it, or its handle. */
function namesOf({ platform_account_id, username }: DeliveryRow) {
  return [platform_account_id, /[^:]*$/.exec(platform_account_id)?.[0] ?? '', username]
}

type Say = (kind: Violation['kind'], what: string) => void

function judgeDelivery(
  delivery: DeliveryRow,
  post: PostRow | undefined,
  arrivals: readonly Arrival[],
  say: Say,
) {
  const { status, platform_post_id, blocked_reason, error_code, due_at } = delivery
  const received = arrivals.filter(({ comment }) => !comment)
  const ids = received.map(({ id }) => id)
  const unknown = status === 'blocked' && blocked_reason === 'outcome_unknown'
  const waitsForPerson = status === 'blocked' && blocked_reason === 'account_disconnected'
  if (ids.length > 1) say('duplicate', `received ${ids.length} times: ${ids.join(', ')}`)

  if (status === 'published' && !ids.length) say('lost', 'says published, but is not there')
  // A number that is still owed says nothing wrong.
  else if (status === 'published' && platform_post_id !== null && !ids.includes(platform_post_id))
    say('wrongly reported', `says ${platform_post_id}, but ${ids.join(', ')} is there`)
  if ((status === 'failed' || status === 'pending') && ids.length)
    say('wrongly reported', `says ${status} (${error_code}), but ${ids.join(', ')} is there`)

  const waits = post?.deleted_at || post?.status === 'draft' || due_at === null
  if (status === 'publishing' || (status === 'pending' && !waits))
    say('stuck', `is still ${status}`)
  // Whoever is asked to connect an account again finds it well: our person has seen to every account.
  if (waitsForPerson) say('stuck', `waits for its account to be connected again: ${error_code}`)
  // No fault of this experiment is a refusal for good, so nothing has a reason to be given up.
  if (
    (status === 'failed' && error_code !== 'given_up') ||
    (status === 'blocked' && !unknown && !waitsForPerson)
  )
    say('lost', `was given up: ${status}, ${error_code}`)
}

function judgeComment(delivery: DeliveryRow, arrivals: readonly Arrival[], say: Say) {
  const comments = arrivals.filter(({ comment }) => comment)
  const parents = new Set(arrivals.filter(({ comment }) => !comment).map(({ id }) => id))
  if (comments.length > 1) say('duplicate', `its comment was received ${comments.length} times`)
  if (delivery.commented && !comments.length) say('lost', 'says that its comment is out')
  const astray = comments.filter(({ reply_to }) => !parents.has(reply_to ?? ''))
  if (astray.length) say('wrongly reported', 'its comment stands under another post')
}

/** What was acknowledged to a caller must be what went out. */
function judgeWords(entry: Entry | undefined, arrivals: readonly Arrival[], say: Say) {
  if (!entry) return
  if (entry.cancelled && arrivals.length)
    say('wrongly reported', 'went out, though its cancellation was acknowledged')
  for (const { version, comment } of arrivals) {
    if (!comment && version < entry.version.acknowledged)
      say(
        'wrongly reported',
        `went out as v${version}, though v${entry.version.acknowledged} was acknowledged`,
      )
  }
}

function judgeCalls(ledger: Ledger, posts: readonly PostRow[]): Violation[] {
  const violations: Violation[] = []
  const stored = Map.groupBy(posts, (post) => markerOf(post) ?? '')
  for (const { marker, created, post_id, cancelled } of ledger.entries) {
    const say = (kind: Violation['kind'], what: string) =>
      violations.push({ kind, marker, what, delivery: undefined })
    const found = stored.get(marker) ?? []
    const known = created === 'acknowledged' || created === 'seeded'
    if (found.length > 1)
      say(
        'duplicate',
        `one call made ${found.length} posts: ${found.map(({ id }) => id).join(', ')}`,
      )
    if (known && !found.some(({ id }) => id === post_id))
      say('lost', `post ${post_id} was acknowledged, but is not stored`)
    if (created === 'refused' && found.length)
      say('wrongly reported', 'was refused, and stored all the same')
    if (cancelled && found.some(({ deleted_at }) => deleted_at === null))
      say('wrongly reported', 'its cancellation was acknowledged, but is not stored')
  }
  return violations
}

/** The status of a post follows from its deliveries. */
function judgePosts({ posts, deliveries }: Evidence): Violation[] {
  const byPost = Map.groupBy(deliveries, ({ post_id }) => post_id)
  return posts.flatMap((post): Violation[] => {
    const statuses = new Set((byPost.get(post.id) ?? []).map(({ status }) => status))
    const open = statuses.has('pending') || statuses.has('publishing')
    const ended = statuses.has('published') ? 'published' : 'failed'
    const expected = open || statuses.size === 0 ? ['scheduled', 'draft', ended] : [ended]
    const sound =
      expected.includes(post.status) &&
      (post.status === 'published') === (post.published_at !== null) &&
      (post.status === 'failed') === (post.error_message !== null)
    if (sound) return []
    const what = `post ${post.id} says ${post.status}, its deliveries ${[...statuses].join(', ')}`
    const marker = markerOf(post) ?? '?'
    return [{ kind: 'wrongly reported', marker, what, delivery: undefined }]
  })
}

function markerOf(post: PostRow | undefined) {
  return post && readMarker(`${post.content} ${post.alt_text ?? ''}`)?.marker
}
