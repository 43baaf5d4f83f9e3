/** One attempt of one delivery: its steps in order, each result saved before the next, until it ends or has to wait. */
import { isStale, refreshToken } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { silentFrom, toolsFor } from '#connecting/platforms.ts'
import type { Failure, Step } from '#platforms/platform.ts'
import { hasLanded, inDoubt, isDone, Progress } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import { readToken, type TokenRow } from '#store/tokens.ts'
import { afterFailure, type Fate, unknown } from './decision.ts'
import { obstacleTo } from './obstacle.ts'
import { overhear } from './request-id.ts'
import type { Attempting } from './dependencies.ts'
import { accountOf, publicationOf } from './publication.ts'
import { failureOf, save, situation, take, type Walk } from './run-step.ts'

/** The lease, as its worker knows it without asking. */
export interface Hold {
  /** Aborts when it is known to be lost. */
  signal: AbortSignal
  /** By our clock it is ours until then; every renewal moves it. */
  until: () => Date
}

/** How the attempt came out, and what is known of the steps by then. */
export interface Outcome {
  fate: Fate | { kind: 'released' }
  progress: Progress
  step: string | null
  failure: Failure | undefined
  token: TokenRow | undefined
  /** The platform's own id of the last request, where it gives one. */
  request_id: string | null
}

/** Never throws for what a platform does; rises for our own bugs' sake only when the database or the lease is gone. */
export async function attempt(
  work: Work,
  doing: Attempting,
  { signal, until }: Hold,
): Promise<Outcome> {
  const heard = overhear(doing.fetch)
  const speaking = silentFrom(until, { ...doing, fetch: heard.fetch })
  const outcome = await carryOut(work, speaking, signal)
  outcome.request_id = heard.requestId()
  const { fate, progress } = outcome
  // Whatever ended it: a request of it may have landed.
  if (fate.kind === 'failed' && inDoubt(progress)) return { ...outcome, fate: unknown() }
  if (!hasLanded(progress) || (fate.kind !== 'failed' && fate.kind !== 'blocked')) return outcome
  // The post is out; what failed behind it is a warning.
  progress['follow_up'] = { warning: fate.message }
  return { ...outcome, fate: { kind: 'published' } }
}

/** What is ours to do before the connector's steps; it may be refused, or fail, as they may. */
const REFRESH: Step = { name: 'refresh', effect: 'prepares', run: async () => null }
const PUBLICATION: Step = { name: 'publication', effect: 'prepares', run: async () => null }
/** In one attempt: tokens of an hour, uploads of a day. */
const REFRESHES = 24

async function carryOut(work: Work, doing: Attempting, signal: AbortSignal): Promise<Outcome> {
  const progress = Progress.parse(work.steps)
  const scope = { db: doing.db, workspace_id: work.workspace_id }
  const outcome: Outcome = {
    fate: { kind: 'published' },
    progress,
    step: null,
    failure: undefined,
    token: undefined,
    request_id: null,
  }

  let token = await readToken(scope, work.account_id)
  const reach = token && doing.platforms(work.platform, work.sandbox)
  const obstacle = obstacleTo(work, token, reach, progress, doing.now())
  if (obstacle || !token || !reach) return { ...outcome, fate: obstacle ?? unknown() }

  for (let refreshed = 0; ; refreshed++) {
    try {
      if (refreshed || isStale(token, doing.now()))
        token = await refreshToken(scope, token, doing, signal)
      delete progress[REFRESH.name]
    } catch (error) {
      const failure = failureOf(error, signal)
      const entry = (progress[REFRESH.name] ??= {})
      const fate = afterFailure(failure, REFRESH, entry, situation(work, progress, reach, doing))
      return { ...outcome, fate, step: REFRESH.name, failure, token }
    }
    // A new token that is refused is a person's business; one that ended during a long upload is not.
    const held = token
    const mayRefresh = () =>
      held.refreshable && (refreshed === 0 || (refreshed < REFRESHES && isStale(held, doing.now())))
    const walked = await walk(work, { doing, reach, token, progress, signal, mayRefresh })
    if (walked.failure?.kind === 'expired' && mayRefresh()) continue
    return { ...outcome, ...walked, token }
  }
}

async function walk(work: Work, at: Walk): Promise<Pick<Outcome, 'fate' | 'step' | 'failure'>> {
  const { doing, reach, token, progress, signal } = at
  let steps: readonly Step[]
  try {
    const secret = openSecret(token.secret, doing.seal, work.workspace_id)
    const scope = { db: doing.db, workspace_id: work.workspace_id }
    const publication = await publicationOf(work, reach.connector.manifest, scope, doing)
    steps = reach.connector.publish(
      publication,
      accountOf(token, secret),
      toolsFor(reach, doing, signal),
    )
    delete progress[PUBLICATION.name]
  } catch (error) {
    const failure = failureOf(error, signal)
    const entry = (progress[PUBLICATION.name] ??= {})
    const fate = afterFailure(failure, PUBLICATION, entry, situation(work, progress, reach, doing))
    return { fate, step: null, failure }
  }

  for (const [index, step] of steps.entries()) {
    const entry = (progress[step.name] ??= {})
    if (isDone(entry)) continue
    if (doing.stopping()) return { fate: { kind: 'released' }, step: step.name, failure: undefined }

    const { fate, failure } = await take(step, entry, work, at)
    if (fate.kind === 'done') {
      const next = steps[index + 1]
      if (next && !savesFirst(next, step, progress)) await save(work, progress, doing)
      continue
    }
    if (failure?.kind === 'expired' && at.mayRefresh()) return { fate, step: step.name, failure }
    if (!step.follow_up || fate.kind === 'come_back') return { fate, step: step.name, failure }
    entry.warning = `${step.name}: ${failure?.message ?? 'Its outcome is not known.'}`
    if (step !== steps.at(-1)) await save(work, progress, doing)
  }
  return { fate: { kind: 'published' }, step: null, failure: undefined }
}

/** What only prepared is saved together with the start of the step that publishes: one commit less. */
function savesFirst(next: Step, done: Step, progress: Progress) {
  const begun = progress[next.name]?.started_at !== undefined
  return done.effect === 'prepares' && next.effect !== 'prepares' && !begun
}
