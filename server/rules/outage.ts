/** Whether an error says that the database is restarting, full or out of reach. Pure. */

/**
 * PostgreSQL's classes (https://www.postgresql.org/docs/18/errcodes-appendix.html: 08 connection, 53 resources, 57P operator
 * intervention, 58 its system; 25006 is one that only reads, as while it is moved; 25P03 and 25P04 end a session that took too
 * long), and what the network says on the way to it.
 */
const away =
  /^(57P|53|58|08|25006|25P0[34]|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/
/** Of one statement: limits of time, and what gave way to others and was not tried again. */
const busy = /^(57014|55P03|40001|40P01)$/
/**
 * The driver's, without codes. What is sent on a connection that has ended, if only to roll back, is "not queryable": it takes
 * the place of the error that ended it.
 */
const texts =
  /connection (terminated|timeout|timed out)|timeout exceeded when trying to connect|not queryable|query read timeout/i

/** Not the caller's fault, and worth trying again. */
export function isOutage(error: unknown): boolean {
  return isAway(error) || busy.test(codeOf(error))
}

/** It is the database, and not one statement that took too long beside others that did not. */
export function isAway(error: unknown): boolean {
  return away.test(codeOf(error)) || (error instanceof Error && texts.test(error.message))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** Seconds after which trying again may help. */
export const OUTAGE_SECONDS = 1
