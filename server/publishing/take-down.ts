/**
 * One removal: each thing that is out is taken down, the last one first. That a call is about to be made is saved before it
 * leaves; after a lost answer the platform is asked whether it is gone. Gone is what the platform says is gone.
 */
import { disconnect, isAlive, isStale, refreshToken } from '#connecting/refresh.ts'
import { openSecret } from '#connecting/secrets.ts'
import { type Binding, silentFrom, toolsFor } from '#connecting/platforms.ts'
import { type Account, Failure, type Landed, type Tools } from '#platforms/platform.ts'
import { isDone, type Entry, Progress } from '#rules/progress.ts'
import { whatIsOut } from '#rules/removal.ts'
import { type RemovalEnd, type RemovalWork, saveRemoval } from '#store/removals.ts'
import { readToken, type TokenRow } from '#store/tokens.ts'
import { nextTry } from './decision.ts'
import type { Acting } from './dependencies.ts'
import { type Hold, LeaseLost } from './hold.ts'
import { accountOf } from './publication.ts'
import { failureOf } from './step-context.ts'

export interface TakenDown {
  end: RemovalEnd
  steps: Progress
  /** The last refusal, also of one that is tried again. */
  failure: Failure | undefined
  /** Whether the platform was spoken to at all. */
  asked: boolean
}

/** A lease that its holder can prolong. */
export interface Prolonged extends Hold {
  prolong(): Date
}

export async function takeDown(
  work: RemovalWork,
  deps: Acting,
  hold: Prolonged,
): Promise<TakenDown> {
  const steps = Progress.parse(work.steps)
  const quiet = (end: RemovalEnd): TakenDown => ({ end, steps, failure: undefined, asked: false })
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  const token = await readToken(scope, work.account_id)
  if (!token) return quiet(failed('account_removed', 'Connect the account again, then ask again.'))
  const binding = deps.platforms(work.platform, work.sandbox)
  if (!binding)
    return quiet(failed('not_configured', 'This platform is not configured here any more.'))
  const { manifest } = binding.connector
  const { removal } = manifest
  if (removal.by === 'person') return quiet({ state: 'unsupported', act_url: removal.at })

  const { delivery_steps, platform_url } = work
  const told = work.platform_post_id ?? (platform_url && manifest.thread?.id_in?.(platform_url))
  const { out, untold } = whatIsOut(
    { steps: Progress.parse(delivery_steps), platform_post_id: told || null },
    removal.replies,
  )
  if (!out.length && !untold.length)
    return quiet(failed('nothing_out', 'Nothing of it was out, so there is nothing to take down.'))
  if (work.delivery_status === 'blocked' && untold.length)
    return quiet(failed('outcome_unknown', 'Nobody can tell whether it is out. Look there.'))
  if (untold.includes('post')) {
    const text = `${manifest.name} does not say which post it is. Take it down there.`
    return quiet(failed('not_shown_yet', text))
  }
  const line: Line = { work, steps, binding, deps: silentFrom(hold.until, deps), hold }
  const ended = await takeAll(out, token, line)
  if (ended) return { ...ended, steps, asked: true }
  const left = untold.length
    ? `Whether its ${untold.join(' and ')} is out was never known. Look there.`
    : null
  return { end: { state: 'removed', message: left }, steps, failure: undefined, asked: true }
}

interface Line {
  work: RemovalWork
  steps: Progress
  binding: Binding
  deps: Acting
  hold: Prolonged
}

/** Undefined: everything is gone. */
async function takeAll(
  out: readonly Landed[],
  row: TokenRow,
  line: Line,
): Promise<Pick<TakenDown, 'end' | 'failure'> | undefined> {
  const { work, steps, binding, deps, hold } = line
  const { signal } = hold
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  let token = row
  for (let refreshed = 0; ; refreshed++) {
    const entry = (steps['refresh'] ??= {})
    try {
      if (refreshed || isStale(token, deps.now()))
        token = await refreshToken(scope, token, deps, signal)
      delete steps['refresh']
    } catch (error) {
      const failure = failureOf(error, signal)
      if (failure.kind !== 'later' || refreshed || !isAlive(token, deps.now()))
        return after(failure, entry, token, line)
    }
    const account = accountOf(token, openSecret(token.secret, deps.seal, work.workspace_id))
    const ended = await takeEach(out, account, toolsFor(binding, deps, signal), line)
    if (!ended) return undefined
    const isOver = ended.failure.kind !== 'expired' || refreshed > 0 || !token.refreshable
    if (isOver) return after(ended.failure, ended.entry, token, line)
  }
}

/** Undefined: everything is gone. A failure of ours stops the rest: what stands in front goes last. */
async function takeEach(out: readonly Landed[], account: Account, tools: Tools, line: Line) {
  const { steps, deps, hold } = line
  for (const landed of out) {
    const entry = (steps[landed.step] ??= {})
    if (isDone(entry)) continue
    if (deps.stopping()) return { failure: stopping(deps.now()), entry }
    try {
      await takeOne(landed, entry, { account, tools }, line)
      entry.result = { gone_at: deps.now().toISOString() }
      delete entry.started_at
      if (landed !== out.at(-1)) await save(line)
    } catch (error) {
      return { failure: failureOf(error, hold.signal), entry }
    }
  }
  return undefined
}

interface As {
  account: Account
  tools: Tools
}

async function takeOne(landed: Landed, entry: Entry, { account, tools }: As, line: Line) {
  const { connector } = line.binding
  const { deps } = line
  const isGone = async () => {
    await save(line)
    return connector.isGone?.(landed, account, tools).catch(untold)
  }
  // Its answer was lost, or whoever called has died.
  if (entry.started_at !== undefined && (await isGone())) return
  if (!connector.remove) throw new Error('Its manifest says that it takes posts down.')
  entry.started_at = deps.now().toISOString()
  await save(line)
  try {
    await connector.remove(landed, account, tools)
  } catch (error) {
    const failure = failureOf(error, line.hold.signal)
    if (failure.kind === 'unknown') throw failure
    delete entry.started_at
    if (failure.code !== 'not_found' || !connector.isGone) throw failure
    // A refusal that says so may mean something else; what else is shown tells.
    const gone = await isGone()
    if (gone) return
    throw unproven(failure, gone === false)
  }
}

/** Whoever may not look can still take down. */
function untold(error: unknown) {
  const refused =
    error instanceof Failure && (error.kind === 'rejected' || error.code === 'missing_scope')
  if (refused) return undefined
  throw error
}

/** It says that there is no such post, and shows it, or shows nothing at all. */
function unproven(failure: Failure, is_there: boolean) {
  const { words } = failure
  const more = { words, cause: failure }
  if (is_there)
    return new Failure('later', 'still_shown', 'The platform shows the post still.', more)
  const text = 'The platform does not say for certain whether the post is gone.'
  return new Failure('later', 'not_found', text, more)
}

function stopping(now: Date) {
  const text = 'The service stops; it goes on where it was.'
  return new Failure('later', 'held_up', text, { retry_at: now })
}

/** What follows from a refusal, or from an answer that was lost. */
async function after(
  failure: Failure,
  entry: Entry,
  token: TokenRow,
  { work, steps, deps }: Line,
): Promise<Pick<TakenDown, 'end' | 'failure'>> {
  const { kind, code, message } = failure
  // Publishing may do without what taking down needs: the account stays as it is.
  if (code === 'missing_scope' || kind === 'rejected')
    return { end: failed(code, message), failure }
  if (kind === 'reconnect' || kind === 'expired') {
    await disconnect({ db: deps.db, workspace_id: work.workspace_id }, token, failure)
    const text = 'Connect the account again: then it is taken down.'
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

function failed(code: (RemovalEnd & { state: 'failed' })['code'], message: string): RemovalEnd {
  return { state: 'failed', code, message }
}

/** Returns only while the lease is held: what follows may leave the house. */
async function save({ work, steps, deps, hold }: Line) {
  if (!(await saveRemoval(deps.db, work, steps, hold.prolong()))) throw new LeaseLost()
  hold.signal.throwIfAborted()
}
