/** The key by which a caller makes a call once only: the same word on both surfaces, in a header or beside the arguments. */
import { limits } from '#rules/limits.ts'
import { Problem } from '#rules/problem.ts'

/** Printable ASCII without spaces. */
export const keyPattern = `^[!-~]{1,${limits.idempotency_key_chars}}$`
const valid = new RegExp(keyPattern)

export function isKey(given: unknown): given is string {
  return typeof given === 'string' && valid.test(given)
}

/** The key that was given in `field`, or undefined when there is none. */
export function idempotencyKey(given: unknown, field: string): string | undefined {
  if (given === undefined) return undefined
  if (isKey(given)) return given
  const text = `Use 1 to ${limits.idempotency_key_chars} printable characters without spaces.`
  throw new Problem('invalid', text, { errors: { [field]: [text] } })
}
