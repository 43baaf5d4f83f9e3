/** Whether an error says that the database is restarting, full or out of reach. Pure. */

/**
 * PostgreSQL's classes (https://www.postgresql.org/docs/18/errcodes-appendix.html: 08 connection, 53 resources, 57P operator
 * intervention, 58 its system; 25006 is one that only reads, as while it is moved), and what the network says on the way to it.
 */
const codes =
  /^(57P|53|58|08|25006|25P03|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)/
const texts = /connection (terminated|timeout|timed out)|timeout exceeded when trying to connect/i

/** Not the caller's fault, and worth trying again. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return codes.test(code) || texts.test(error.message)
}

/** Seconds after which trying again may help. */
export const OUTAGE_SECONDS = 1
