/** Writes down how an attempt came out. Each write shows the lease's token; false means that somebody else has it now. */
import { z } from 'zod'
import { disconnect } from '#connecting/refresh.ts'
import type { Failure } from '#platforms/platform.ts'
import type { ErrorCode } from '#rules/delivery.ts'
import { hasLanded, inDoubt, type Progress, warningsOf } from '#rules/progress.ts'
import { pauseAccount, pausePlatform } from '#store/accounts.ts'
import type { Work } from '#store/attempts.ts'
import { comingBack, type Ending, postponing, settling } from '#store/endings.ts'
import type { Db } from '#store/schema.ts'
import { wakeTwins } from '#store/twins.ts'
import { observe } from './circuit.ts'
import { givenUp } from './decision.ts'
import type { AttemptResult } from './attempt.ts'
import type { Dependencies } from './dependencies.ts'
import type { Hold } from './hold.ts'

export async function conclude(
  work: Work,
  outcome: AttemptResult,
  deps: Dependencies,
  hold: Hold,
): Promise<boolean> {
  const { failure, token } = outcome
  const scope = { db: deps.db, workspace_id: work.workspace_id }
  if (token && (failure?.kind === 'reconnect' || failure?.kind === 'expired'))
    await disconnect(scope, token, failure)
  await pause(work, outcome, deps)
  await observe(work, outcome, deps)
  const written = await write(work, outcome, deps, hold)
  if (written && token && endsDoubt(outcome)) {
    const { platform, sandbox } = work
    const { platform_account_id } = token
    await wakeTwins(deps.db, { platform, sandbox, platform_account_id }, deps.now())
  }
  return written
}

/** It was looked for, and is not any more. */
function endsDoubt({ decision, progress }: AttemptResult) {
  const isSettled = ['published', 'failed', 'blocked'].includes(decision.kind)
  return isSettled && Object.values(progress).some(({ looks }) => looks !== undefined)
}

async function write(
  work: Work,
  outcome: AttemptResult,
  deps: Dependencies,
  hold: Hold,
): Promise<boolean> {
  const { decision, progress: steps, failure, step, request_id } = outcome
  const { writers } = deps
  const now = deps.now()
  const ending = (how: Ending['outcome']): Ending => ({
    outcome: how,
    step,
    code: failure?.code ?? ('code' in decision ? decision.code : null),
    words: failure?.words ?? null,
    request_id,
  })

  const wait = async (due_at: Date, error_code: ErrorCode | null, error_message: string | null) => {
    const how = ending(decision.kind === 'released' ? 'released' : 'later')
    const later = { due_at, steps, error_code, error_message }
    const kept = await writers.end(postponing(work, later, how, now), hold)
    if (kept !== 'deleted') return kept === 'written'
    return write(work, { ...outcome, decision: givenUp() }, deps, hold)
  }
  const settle = async (end: Parameters<typeof settling>[1], how: Ending['outcome']) =>
    (await writers.end(settling(work, end, ending(how), now), hold)) === 'written'
  const comeBack = async (later: Parameters<typeof comingBack>[1], how: Ending['outcome']) =>
    (await writers.end(comingBack(work, later, ending(how), now), hold)) === 'written'

  switch (decision.kind) {
    case 'published': {
      const end = {
        status: 'published' as const,
        ...receiptOf(steps),
        warnings: warningsOf(steps),
        steps,
      }
      return settle(end, 'published')
    }
    case 'failed': {
      const end = {
        status: 'failed' as const,
        error_code: decision.code,
        error_message: decision.message,
        steps,
      }
      return settle(end, 'failed')
    }
    case 'blocked': {
      const { reason: blocked_reason, code: error_code, message: error_message } = decision
      const { candidates = [] } = decision
      const end = {
        status: 'blocked' as const,
        blocked_reason,
        error_code,
        error_message,
        candidates,
        steps,
      }
      return settle(end, 'blocked')
    }
    case 'postpone':
      return wait(notBefore(now, decision.at), decision.code, decision.message)
    case 'come_back': {
      const later = {
        at: notBefore(now, decision.at),
        steps,
        error_message: failure?.message ?? decision.message,
      }
      return comeBack(later, 'look')
    }
    case 'released': {
      // Where it stood before: what fell due behind it on its account goes out behind it.
      if (!hasLanded(steps) && !inDoubt(steps)) return wait(earlier(work, now), null, null)
      return comeBack({ at: now, steps, error_message: null }, 'released')
    }
    case 'done':
      throw new Error('A step is done; an attempt is not.')
  }
}

function earlier({ wanted_at }: Work, now: Date) {
  const wanted = new Date(wanted_at)
  return wanted < now ? wanted : now
}

/** Writing may have waited for the database: the next attempt must not seem to begin before this one ended. */
function notBefore(now: Date, at: Date) {
  return at < now ? now : at
}

/** A refusal may stand for more than this call: then everything it stands for waits. */
async function pause(work: Work, { decision, failure }: AttemptResult, { db }: Dependencies) {
  if (failure?.kind !== 'later') return
  // Also when this delivery is given up because of it: the others need not ask again.
  const until = 'at' in decision ? decision.at : failure.retry_at
  if (until) await pauseFor(work, failure, until, db)
}

/** Of the account, or of our app, by what the refusal is about. */
export async function pauseFor(
  {
    workspace_id,
    account_id,
    platform,
    sandbox,
  }: Pick<Work, 'workspace_id' | 'account_id' | 'platform' | 'sandbox'>,
  failure: Failure,
  until: Date,
  db: Db,
) {
  if (failure.scope === 'account') await pauseAccount({ db, workspace_id }, account_id, until)
  if (failure.scope === 'app') {
    await pausePlatform(db, { platform, sandbox, until, reason: failure.code })
  }
}

/** The receipt of a delivery whose steps are all done. */
function receiptOf(progress: Progress) {
  return Receipt.parse(progress['post']?.result)
}

/** Without a number it is out, and which post it became is still asked for. */
const Receipt = z.object({
  platform_post_id: z.string().nullable(),
  platform_url: z.string().nullable(),
})
