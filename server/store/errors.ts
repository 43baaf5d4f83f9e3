/** What PostgreSQL's errors mean for whoever would try again. */

const DEADLOCK = new Set(['40P01', '40001'])
/** It went away, or lets nobody in. */
const AWAY = /^(08...|57P0[1235]|53300)$/
const CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])
/** The driver has no codes for these. */
const BROKEN =
  /connection (terminated|error)|terminated unexpectedly|timeout exceeded when trying|not queryable/i

/** Nothing of it was written: it can be sent again as it is. */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCK.has(codeOf(error))
}

/** Whether it was written is not known. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (AWAY.test(code) || CONNECTION.has(code)) return true
  return error instanceof Error && !code && BROKEN.test(error.message)
}

/** Somebody else stored it meanwhile: nothing of this was, and tried again it is seen. */
export function isTakenMeanwhile(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'posts_by_external_id'
  )
}

/** By the database: the workspace is being deleted, and takes nothing new; see migration 0096. */
export function isEnding(error: unknown): boolean {
  return codeOf(error) === 'CR001' && error instanceof Error && /being deleted/.test(error.message)
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
