/**
 * One errand about what is out: whose account and connector it is for, acting as its owner with a token that is fresh, and what
 * follows from a refusal. That a call is about to be made is saved before it leaves.
 */
import { disconnect, isAlive, isStale, refreshToken } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { type Binding, silentFrom, toolsFor } from '#connecting/platforms.ts'
import { type Account, Failure, type Tools } from '#platforms/platform.ts'
import { type Entry, isDone, Progress } from '#rules/progress.ts'
import { type ErrandEnd, type ErrandKind, type ErrandWork, saveErrand } from '#store/errands.ts'
import { readToken, type TokenRow } from '#store/tokens.ts'
import { nextTry } from './decision.ts'
import type { Acting } from './dependencies.ts'
import { type Hold, LeaseLost } from './hold.ts'
import { markErrand } from './mark.ts'
import { accountOf } from './publication.ts'
import { failureOf } from './step-context.ts'

/** A lease that its holder can prolong. */
export interface Prolonged extends Hold {
  prolong(): Date
}

export interface Line {
  kind: ErrandKind
  work: ErrandWork
  steps: Progress
  binding: Binding
  token: TokenRow
  deps: Acting
  hold: Prolonged
  /** What connecting the account again leads to, as the end of a sentence. */
  promised: string
}

/** How one came out; `End` is what its kind may come to besides. */
export interface Ended<End = never> {
  end: ErrandEnd | End
  steps: Progress
  /** The last refusal, also of one that is tried again. */
  failure: Failure | undefined
  /** Whether the platform was spoken to at all. */
  asked: boolean
}

/** Undefined: there is nobody to speak as, or to; the end says why. */
export async function openLine(
  kind: ErrandKind,
  work: ErrandWork,
  { deps, hold, promised }: Pick<Line, 'deps' | 'hold' | 'promised'>,
): Promise<Line | ErrandEnd> {
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  const token = await readToken(scope, work.account_id)
  if (!token) return failed('account_removed', 'Connect the account again, then ask again.')
  const binding = deps.platforms(work.platform, work.sandbox)
  if (!binding) return failed('not_configured', 'This platform is not configured here any more.')
  const steps = Progress.parse(work.steps)
  const fetch = markErrand(deps.fetch, kind, work)
  const silent = silentFrom(hold.until, { ...deps, fetch })
  return { kind, work, steps, binding, token, deps: silent, hold, promised }
}

export interface As {
  account: Account
  tools: Tools
}

export interface Refused {
  failure: Failure
  entry: Entry
}

/** Does it with a token that is fresh, once more where the platform says that it has ended. Undefined: it is done. */
export async function asOwner(
  line: Line,
  act: (as: As) => Promise<Refused | undefined>,
): Promise<Pick<Ended, 'end' | 'failure'> | undefined> {
  const { work, steps, binding, deps, hold } = line
  const { signal } = hold
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  let { token } = line
  for (let refreshed = 0; ; refreshed++) {
    const entry = (steps['refresh'] ??= {})
    try {
      if (refreshed || isStale(token, deps.now()))
        token = await refreshToken(scope, token, deps, signal)
      delete steps['refresh']
    } catch (error) {
      const failure = failureOf(error, signal)
      if (failure.kind !== 'later' || refreshed || !isAlive(token, deps.now()))
        return after({ failure, entry }, token, line)
    }
    const account = accountOf(token, openSecret(token.secret, deps.seal, work.workspace_id))
    const refused = await act({ account, tools: toolsFor(binding, deps, signal) })
    if (!refused) return undefined
    const isOver = refused.failure.kind !== 'expired' || refreshed > 0 || !token.refreshable
    if (isOver) return after(refused, token, line)
  }
}

/** Whoever may not look can still act. */
export function untold(error: unknown) {
  const refused =
    error instanceof Failure && (error.kind === 'rejected' || error.code === 'missing_scope')
  if (refused) return undefined
  throw error
}

export function stopping(now: Date) {
  const text = 'The service stops; it goes on where it was.'
  return new Failure('later', 'held_up', text, { retry_at: now })
}

/** What follows from a refusal, or from an answer that was lost. */
async function after(
  { failure, entry }: Refused,
  token: TokenRow,
  { work, steps, deps, promised }: Line,
): Promise<Pick<Ended, 'end' | 'failure'>> {
  const { kind, code, message } = failure
  // Publishing may do without what this needs: the account stays as it is.
  if (code === 'missing_scope' || kind === 'rejected')
    return { end: failed(code, message), failure }
  if (kind === 'reconnect' || kind === 'expired') {
    await disconnect({ db: deps.db, workspace_id: work.workspace_id }, token, failure)
    const text = `Connect the account again: then it is ${promised}.`
    const end = { state: 'pending', at: deps.now(), code: 'account_disconnected' } as const
    return { end: { ...end, message: text }, failure }
  }
  if (code === 'held_up')
    return {
      end: { state: 'pending', at: failure.retry_at ?? deps.now(), code, message },
      failure,
    }
  const at = nextTry(failure, entry, {
    progress: steps,
    wanted_at: new Date(work.wanted_at),
    now: deps.now(),
    pace: deps.pace,
  })
  if (!at) return { end: failed(code, message), failure }
  return { end: { state: 'pending', at, code, message }, failure }
}

export function failed(
  code: (ErrandEnd & { state: 'failed' })['code'],
  message: string,
): ErrandEnd & { state: 'failed' } {
  return { state: 'failed', code, message }
}

/** Returns only while the lease is held: what follows may leave the house. */
export async function save({ kind, work, steps, deps, hold }: Line) {
  if (!(await saveErrand(deps.db, kind, work, steps, hold.prolong()))) throw new LeaseLost()
  hold.signal.throwIfAborted()
}

/** Given up with a call whose answer nobody has: `promised` is what it may have done, as the end of a sentence. */
export function doubted<End extends { state: string }>(
  end: ErrandEnd | End,
  steps: Progress,
  promised: string,
): ErrandEnd | End {
  const isOpen = Object.values(steps).some(
    (entry) => entry.started_at !== undefined && !isDone(entry),
  )
  if (!isFailed(end) || !isOpen) return end
  return {
    ...end,
    message: `${end.message} It may have been ${promised} all the same: look there.`,
  }
}

function isFailed(end: { state: string }): end is ErrandEnd & { state: 'failed' } {
  return end.state === 'failed'
}
