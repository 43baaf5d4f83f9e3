/** Whether an error says that the database is restarting, full or out of reach. Pure. */

/**
 * PostgreSQL's classes (https://www.postgresql.org/docs/18/errcodes-appendix.html: 08 connection, 53 resources, 57P operator
 * intervention, 58 its system; 25006 is one that only reads, as while it is moved; 25P03, 25P04, 55P03 and 57014 are limits of
 * time; 40001 and 40P01 gave way to others, whoever did not try again), and what the network says on the way to it.
 */
const codes =
  /^(57P|57014|53|58|08|25006|25P0[34]|40001|40P01|55P03|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/
/**
 * The driver's, without codes. What is sent on a connection that has ended, if only to roll back, is "not queryable": it takes
 * the place of the error that ended it.
 */
const texts =
  /connection (terminated|timeout|timed out)|timeout exceeded when trying to connect|not queryable|query read timeout/i

/** Not the caller's fault, and worth trying again. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codes.test(code) || texts.test(error.message)
}

/** Seconds after which trying again may help. */
export const OUTAGE_SECONDS = 1
