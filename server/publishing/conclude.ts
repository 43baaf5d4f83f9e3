/** Writes down how an attempt came out. Each write shows the lease's token; false means that somebody else has it now. */
import { z } from 'zod'
import { disconnect } from '#connecting/refresh.ts'
import { hasLanded, inDoubt, type Progress, warningsOf } from '#rules/progress.ts'
import { pauseAccount, pausePlatform } from '#store/accounts.ts'
import { comeBack, type Ending, postpone, settle, type Work } from '#store/attempts.ts'
import { observe } from './circuit.ts'
import { givenUp } from './decision.ts'
import type { Outcome } from './attempt.ts'
import type { Attempting } from './dependencies.ts'

export async function conclude(work: Work, outcome: Outcome, doing: Attempting): Promise<boolean> {
  const { failure, token } = outcome
  const scope = { db: doing.db, workspace_id: work.workspace_id }
  if (token && (failure?.kind === 'reconnect' || failure?.kind === 'expired'))
    await disconnect(scope, token, failure)
  await pause(work, outcome, doing)
  await observe(work, outcome, doing)
  return write(work, outcome, doing)
}

async function write(work: Work, outcome: Outcome, doing: Attempting): Promise<boolean> {
  const { fate, progress: steps, failure, step, request_id } = outcome
  const { db } = doing
  const now = doing.now()
  const ending = (how: Ending['outcome']): Ending => ({
    outcome: how,
    step,
    code: failure?.code ?? ('code' in fate ? fate.code : null),
    words: failure?.words ?? null,
    request_id,
  })

  const wait = async (due_at: Date, error_code: string | null, error_message: string | null) => {
    const how = ending(fate.kind === 'released' ? 'released' : 'later')
    const kept = await postpone(db, work, { due_at, steps, error_code, error_message }, how, now)
    if (kept !== 'deleted') return kept === 'waits'
    return write(work, { ...outcome, fate: givenUp() }, doing)
  }

  switch (fate.kind) {
    case 'published': {
      const end = {
        status: 'published' as const,
        ...receiptOf(steps),
        warnings: warningsOf(steps),
        steps,
      }
      return settle(db, work, end, ending('published'), now)
    }
    case 'failed': {
      const end = {
        status: 'failed' as const,
        error_code: fate.code,
        error_message: fate.message,
        steps,
      }
      return settle(db, work, end, ending('failed'), now)
    }
    case 'blocked': {
      const { reason: blocked_reason, code: error_code, message: error_message } = fate
      const end = { status: 'blocked' as const, blocked_reason, error_code, error_message, steps }
      return settle(db, work, end, ending('blocked'), now)
    }
    case 'postpone':
      return wait(notBefore(now, fate.at), fate.code, fate.message)
    case 'come_back': {
      const later = { at: notBefore(now, fate.at), steps, error_message: failure?.message ?? null }
      return comeBack(db, work, later, ending('look'), now)
    }
    case 'released': {
      if (!hasLanded(steps) && !inDoubt(steps)) return wait(now, null, null)
      return comeBack(db, work, { at: now, steps, error_message: null }, ending('released'), now)
    }
    case 'done':
      throw new Error('A step is done; an attempt is not.')
  }
}

/** Writing may have waited for the database: the next attempt must not seem to begin before this one ended. */
function notBefore(now: Date, at: Date) {
  return at < now ? now : at
}

/** A refusal may stand for more than this call: then everything it stands for waits. */
async function pause(
  { workspace_id, account_id, platform, sandbox }: Work,
  { fate, failure }: Outcome,
  { db }: Attempting,
) {
  if (failure?.kind !== 'later') return
  // Also when this delivery is given up because of it: the others need not ask again.
  const until = 'at' in fate ? fate.at : failure.retry_at
  if (!until) return
  if (failure.scope === 'account') await pauseAccount({ db, workspace_id }, account_id, until)
  if (failure.scope === 'app') {
    await pausePlatform(db, { platform, sandbox, until, reason: failure.code })
  }
}

/** The receipt of a delivery whose steps are all done. */
function receiptOf(progress: Progress) {
  return Receipt.parse(progress['post']?.result)
}

const Receipt = z.object({ platform_post_id: z.string(), platform_url: z.string().nullable() })
