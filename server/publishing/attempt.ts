/** One attempt of one delivery: its steps in order, each result saved before the next, until it ends or has to wait. */
import { isAlive, isStale, refreshToken } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { silentFrom, toolsFor } from '#connecting/platforms.ts'
import { stepOf } from '#platforms/kit/thread.ts'
import {
  type Counted,
  Failure,
  type Manifest,
  type Saved,
  type Step,
  type UseUp,
} from '#platforms/platform.ts'
import {
  type Entry,
  hasBegun,
  hasLanded,
  inDoubt,
  isDone,
  lacksParts,
  partAt,
  partOf,
  Progress,
} from '#rules/progress.ts'
import { followed } from '#rules/tracer.ts'
import { numbersIn, type Work } from '#store/attempts.ts'
import { countOne, uncountOne } from '#store/counted.ts'
import { claimReceipts } from '#store/receipts.ts'
import type { TokenRow } from '#store/tokens.ts'
import { afterFailure, type Decision, tooLateFor, unfinished, unknown } from './decision.ts'
import { obstacleTo } from './obstacle.ts'
import { hearClock, type Heard } from './clock.ts'
import { hasHand, type Hold } from './hold.ts'
import { type Marking, markCalls } from './mark.ts'
import { awaitNumber } from './owed-number.ts'
import { rememberRequestId } from './request-id.ts'
import type { Dependencies } from './dependencies.ts'
import { accountOf, publicationOf } from './publication.ts'
import { isForWhatIsOut, mayBeOut, recover } from './recover.ts'
import { runStep, type StepResult } from './run-step.ts'
import { failureOf, save, situation, type StepContext } from './step-context.ts'

/** How the attempt came out, and what is known of the steps by then. */
export interface AttemptResult {
  decision: Decision | { kind: 'released' }
  progress: Progress
  step: string | null
  failure: Failure | undefined
  token: TokenRow | undefined
  /** The platform's own id of the last request, where it gives one. */
  request_id: string | null
  /** Whether any request was answered. */
  heard: boolean
}

/** Never throws for what a platform does; rises for our own bugs' sake only when the database or the lease is gone. */
export async function attempt(work: Work, deps: Dependencies, hold: Hold): Promise<AttemptResult> {
  const marking = markCalls(tellingBegin(work, deps), work)
  const requests = rememberRequestId(marking.fetch)
  const heard = hearClock(requests.fetch, deps.now)
  const speaking = silentFrom(hold.until, { ...deps, fetch: heard.fetch })
  const outcome = await carryOut(work, speaking, { heard, marking }, hold)
  outcome.request_id = requests.requestId()
  outcome.heard = heard.answered()
  const { decision, progress } = outcome
  // Whatever ended it: a request of it may have landed.
  if (decision.kind === 'failed' && inDoubt(progress)) {
    return { ...outcome, decision: ofPart(unknown(), progress, work) }
  }
  if (!hasLanded(progress) || (decision.kind !== 'failed' && decision.kind !== 'blocked'))
    return outcome
  const missing = lacksParts(progress, work.parts?.length ?? 1)
  if (missing) return { ...outcome, decision: ofPart(decision, progress, work) }
  // The post is out; what failed behind it is a warning.
  progress['follow_up'] = { warning: decision.message }
  return { ...outcome, decision: { kind: 'published' } }
}

/** Tells how late its first request leaves; what is tried again waits for reasons of its own. */
function tellingBegin(
  { attempt: number, platform, sandbox, wanted_at, steps }: Work,
  { fetch, observer, now }: Dependencies,
): Dependencies['fetch'] {
  if (!observer || (number > 1 && hasBegun(Progress.parse(steps)))) return fetch
  let begun = false
  return (url, init) => {
    if (!begun) {
      const late = Math.max(0, now().getTime() - Date.parse(wanted_at)) / 1000
      observer.began({ platform, sandbox, late })
    }
    begun = true
    return fetch(url, init)
  }
}

/** Which part of a thread it is that stands there. */
function ofPart<Ended extends Decision & { message: string | null }>(
  decision: Ended,
  progress: Progress,
  { parts }: Work,
): Ended {
  const part = parts && partAt(progress, parts.length)
  if (!part || parts.length < 2) return decision
  return { ...decision, message: `Part ${part} of ${parts.length}: ${decision.message}` }
}

/** What is ours to do before the connector's steps; it may be refused, or fail, as they may. */
const REFRESH: Step = { name: 'refresh', effect: 'prepares', run: async () => null }
const PUBLICATION: Step = { name: 'publication', effect: 'prepares', run: async () => null }
/** In one attempt: tokens of an hour, uploads of a day. */
const REFRESHES = 24

interface Line {
  heard: Heard
  marking: Marking
}

async function carryOut(
  work: Work,
  deps: Dependencies,
  { heard, marking }: Line,
  hold: Hold,
): Promise<AttemptResult> {
  const { signal } = hold
  const progress = Progress.parse(work.steps)
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  const outcome: AttemptResult = {
    decision: { kind: 'published' },
    progress,
    step: null,
    failure: undefined,
    token: undefined,
    request_id: null,
    heard: false,
  }

  let token = await deps.writers.token(work, hold)
  const binding = token && deps.platforms(work.platform, work.sandbox)
  const obstacle = obstacleTo(work, token, binding, progress, deps.now())
  if (obstacle || !token || !binding) return { ...outcome, decision: obstacle ?? unknown() }
  // A file may have to be converted, and a token be renewed, before there is any step.
  const isReady = !work.media && !isStale(token, deps.now())
  if (!isReady && !(await hasHand(hold)))
    return { ...outcome, decision: { kind: 'released' }, token }

  for (let refreshed = 0; ; refreshed++) {
    try {
      if (refreshed || isStale(token, deps.now()))
        token = await refreshToken(scope, token, deps, signal)
      delete progress[REFRESH.name]
    } catch (error) {
      const failure = failureOf(error, signal)
      // The endpoint is out of order, and not the token that is there.
      const isOfUse = failure.kind === 'later' && refreshed === 0 && isAlive(token, deps.now())
      if (!isOfUse) {
        const entry = (progress[REFRESH.name] ??= {})
        const decision = afterFailure(failure, entry, situation(work, progress, deps))
        return { ...outcome, decision, step: REFRESH.name, failure, token }
      }
    }
    // A new token that is refused is a person's business; one that ended during a long upload is not.
    const held = token
    const mayRefresh = () =>
      held.refreshable && (refreshed === 0 || (refreshed < REFRESHES && isStale(held, deps.now())))
    const at = { deps, binding, token, progress, hold, mayRefresh, heard }
    const walked = await runSteps(work, at, marking)
    if (walked.failure?.kind === 'expired' && mayRefresh()) continue
    return { ...outcome, ...walked, token }
  }
}

async function runSteps(
  work: Work,
  at: StepContext,
  marking: Marking,
): Promise<Pick<AttemptResult, 'decision' | 'step' | 'failure'>> {
  const { deps, binding, token, progress, hold } = at
  const { signal } = hold
  let steps: readonly Step[]
  try {
    const secret = openSecret(token.secret, deps.seal, work.workspace_id)
    const scope = { db: deps.db, workspace_id: work.workspace_id }
    const { manifest } = binding.connector
    const publication = await publicationOf(work, manifest, scope, deps, marking.call)
    steps = binding.connector.publish(
      publication,
      accountOf(token, secret),
      toolsFor(binding, deps, signal),
    )
    delete progress[PUBLICATION.name]
  } catch (error) {
    const failure = failureOf(error, signal)
    const entry = (progress[PUBLICATION.name] ??= {})
    const decision = afterFailure(failure, entry, situation(work, progress, deps))
    return { decision, step: null, failure }
  }

  for (const [index, step] of steps.entries()) {
    if (isDone(progress[step.name] ?? {})) continue
    if (deps.stopping() || !(asksFirst(step, index, work) || (await hasHand(hold))))
      return { decision: { kind: 'released' }, step: step.name, failure: undefined }
    const unsure = mayBeOut(steps, index, progress, work)
    if (unsure) {
      const result = await recover(unsure, work, at)
      if (result && endsAttempt(unsure, result, at)) return { ...result, step: unsure.name }
      if (result) warn(progress, unsure, result)
    }
    const entry = (progress[step.name] ??= {})
    // It was out, or what it is for is: nothing is prepared for it.
    if (isDone(entry) || isForWhatIsOut(steps, index, progress, work)) continue

    const above = aboveOf(step, entry, progress, binding.connector.manifest)
    const late = above !== undefined && !step.follow_up ? tooLateFor(work, deps.now()) : undefined
    if (late) return { decision: late, step: step.name, failure: undefined }
    if (above !== undefined) {
      const waiting = await awaitNumber(steps, above, entry, work, at)
      if (waiting.is === 'waits') return { ...waiting, step: step.name }
      if (waiting.is === 'given_up') {
        if (!step.follow_up)
          return { decision: unfinished(waiting.why), step: step.name, failure: undefined }
        entry.warning = `${step.name}: ${waiting.why}`
        // Said once, for all that would have followed.
        break
      }
    }
    marking.begin(step.name, entry)
    const counted = counting(step, steps.slice(index), work, at)
    const result = await followStep(counted, entry, work, at)
    if (result.decision.kind === 'done') {
      const next = steps[index + 1]
      // Before the rest is done, nobody may take it for theirs.
      if (next && step.effect !== 'prepares') await claim(step, entry, work, at)
      if (next && !savesFirst(next, step, progress)) await save(work, at)
      continue
    }
    if (endsAttempt(step, result, at)) return { ...result, step: step.name }
    warn(progress, step, result)
    if (step !== steps.at(-1)) await save(work, at)
  }
  return { decision: { kind: 'published' }, step: null, failure: undefined }
}

/** Its first call is the post itself: before it takes a hand (`run-step.ts`) it asks whether an equal post is being looked for. */
function asksFirst({ effect }: Step, index: number, { attempt: number, restored_until }: Work) {
  return index === 0 && effect === 'publishes_once' && number === 1 && restored_until === null
}

function followStep(step: Step, entry: Entry, work: Work, at: StepContext): Promise<StepResult> {
  const { name } = step
  return followed(
    at.deps.tracer,
    () => ({ name: `step ${name}`, kind: 'internal', attributes: { 'crier.step': name } }),
    async (span) => {
      const result = await runStep(step, entry, work, at)
      span?.set({ 'crier.outcome': result.decision.kind })
      if (result.failure) span?.fail(result.failure.code)
      return result
    },
  )
}

/** What comes to nothing behind a post that is out is told with it; a token that has ended is renewed first. */
function endsAttempt(step: Step, { decision, failure }: StepResult, { mayRefresh }: StepContext) {
  if (failure?.kind === 'expired' && mayRefresh()) return true
  return !step.follow_up || decision.kind === 'come_back'
}

function warn(progress: Progress, { name }: Step, { failure }: StepResult) {
  const entry = (progress[name] ??= {})
  entry.warning = `${name}: ${failure?.message ?? 'Its outcome is not known.'}`
}

/**
 * The step whose number this one needs, which stands below it: the post, or in a chain the part before. Undefined: it needs none, or it
 * may be out already, which is looked for whatever came in between.
 */
function aboveOf(
  step: Step,
  entry: Entry,
  progress: Progress,
  { thread }: Manifest,
): string | undefined {
  if (step.follow_up) return 'post'
  const part = partOf(step.name)
  if (part === undefined || !hasLanded(progress) || entry.started_at !== undefined) return undefined
  return thread?.as === 'comments' ? 'post' : stepOf(part - 1)
}

async function claim(step: Step, { result }: Entry, work: Work, { token, deps }: StepContext) {
  const { platform, sandbox, workspace_id, id: delivery_id } = work
  const { platform_account_id } = token
  await claimReceipts(
    deps.db,
    { platform, sandbox, platform_account_id },
    { workspace_id, delivery_id, step: step.name },
    numbersIn(result),
    deps.now(),
  )
}

/** What only prepared is saved together with the start of the step that publishes: one commit less. */
function savesFirst(next: Step, done: Step, progress: Progress) {
  const begun = progress[next.name]?.started_at !== undefined
  return done.effect === 'prepares' && next.effect !== 'prepares' && !begun
}

/**
 * The first of `rest`, counted as it begins where the platform counts such steps over a day; put off where there is no room. Of
 * ten containers none is made while there is none for all that are left.
 */
function counting(
  step: Step,
  rest: readonly Step[],
  { workspace_id, account_id }: Work,
  { binding, deps, progress }: StepContext,
): Step {
  const { name, limits } = binding.connector.manifest
  if (step.effect !== 'prepares') return step
  const useUp: UseUp = async (what, need) => {
    const most = limits.counted_per_day?.[what]
    if (most === undefined) return
    const scope = { db: deps.db, workspace_id }
    const retry_at = await countOne(scope, { account_id, what }, { need, most }, deps.now())
    if (retry_at) throw new Failure('later', 'daily_limit', words[what](name, most), { retry_at })
  }
  return {
    ...step,
    run: async (saved: Saved) => {
      const what = step.counts
      const left = rest.filter(
        (each) => countedBy(each) === what && !isDone(progress[each.name] ?? {}),
      )
      if (what) await useUp(what, left.length)
      try {
        return await step.run(saved, useUp)
      } catch (error) {
        if (what && NOT_BEFORE_IT_IS_OUT.has(what))
          await uncountOne({ db: deps.db, workspace_id }, { account_id, what })
        throw error
      }
    },
  }
}

/** The platform counts what was published: a step that came to nothing has begun none. Containers count whatever becomes of them. */
const NOT_BEFORE_IT_IS_OUT: ReadonlySet<Counted> = new Set(['reels'])

const countedBy = (step: Step) => (step.effect === 'prepares' ? step.counts : undefined)

const words: Readonly<Record<Counted, (platform: string, most: number) => string>> = {
  reels: (platform, most) =>
    `This account has had the ${most} reels that ${platform} takes in 24 hours. This one waits for room.`,
  containers: (platform, most) =>
    `${platform} prepares ${most} files and posts of an account in 24 hours, and fewer are left than this post needs. It waits for room.`,
}
