/** Writes down how an attempt came out. Each write shows the lease's token; false means that somebody else has it now. */
import { disconnect } from '#connecting/refresh.ts'
import { hasLanded, inDoubt, warningsOf } from '#rules/progress.ts'
import { pauseAccount, pausePlatform } from '#store/accounts.ts'
import { comeBack, type Ending, postpone, settle, type Work } from '#store/attempts.ts'
import { type Attempting, type Outcome, receiptOf } from './attempt.ts'

export async function conclude(work: Work, outcome: Outcome, doing: Attempting): Promise<boolean> {
  const { fate, progress: steps, failure, token, step } = outcome
  const { db } = doing
  const now = doing.now()
  const scope = { db, workspace_id: work.workspace_id }
  const ending = (how: Ending['outcome']): Ending => ({
    outcome: how,
    step,
    code: failure?.code ?? ('code' in fate ? fate.code : null),
    words: failure?.words ?? null,
  })

  if (token && (failure?.kind === 'reconnect' || failure?.kind === 'expired'))
    await disconnect(scope, token, failure)
  await pause(work, outcome, doing)

  switch (fate.kind) {
    case 'published': {
      const end = {
        status: 'published' as const,
        ...receiptOf(steps),
        warnings: warningsOf(steps),
        steps,
      }
      return await settle(db, work, end, ending('published'), now)
    }
    case 'failed': {
      const end = {
        status: 'failed' as const,
        error_code: fate.code,
        error_message: fate.message,
        steps,
      }
      return await settle(db, work, end, ending('failed'), now)
    }
    case 'blocked': {
      const { reason: blocked_reason, code: error_code, message: error_message } = fate
      const end = { status: 'blocked' as const, blocked_reason, error_code, error_message, steps }
      return await settle(db, work, end, ending('blocked'), now)
    }
    case 'postpone': {
      const wait = { due_at: fate.at, steps, error_code: fate.code, error_message: fate.message }
      return await postpone(db, work, wait, ending('later'), now)
    }
    case 'come_back': {
      const wait = { at: fate.at, steps, error_message: failure?.message ?? null }
      return await comeBack(db, work, wait, ending('look'), now)
    }
    case 'released': {
      const wait = { steps, error_code: null, error_message: null }
      if (hasLanded(steps) || inDoubt(steps))
        return await comeBack(db, work, { ...wait, at: now }, ending('released'), now)
      return await postpone(db, work, { ...wait, due_at: now }, ending('released'), now)
    }
    case 'done':
      throw new Error('A step is done; an attempt is not.')
  }
}

/** A refusal may stand for more than this call: then everything it stands for waits. */
async function pause(
  { workspace_id, account_id, platform, sandbox }: Work,
  { fate, failure }: Outcome,
  { db }: Attempting,
) {
  if (failure?.kind !== 'later' || (fate.kind !== 'postpone' && fate.kind !== 'come_back')) return
  if (failure.scope === 'account') await pauseAccount({ db, workspace_id }, account_id, fate.at)
  if (failure.scope === 'app') {
    await pausePlatform(db, { platform, sandbox, until: fate.at, reason: failure.code })
  }
}
