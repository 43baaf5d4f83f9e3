/** The key by which a caller makes a call once only: the same word on both surfaces, in a header or beside the arguments. */
import type { Call } from '#operations/perform.ts'
import { limits } from '#rules/limits.ts'

/** Printable ASCII without spaces. */
export const keyPattern = `^[!-~]{1,${limits.idempotency_key_chars}}$`
const valid = new RegExp(keyPattern)

export function isKey(given: unknown): given is string {
  return typeof given === 'string' && valid.test(given)
}

/** The key that was given in `field`, or what is wrong with it: that is told beside what is wrong with other fields. */
export function idempotencyKey(given: unknown, field: string): Given {
  if (given === undefined || isKey(given)) return { idempotency_key: given }
  const text = `Use 1 to ${limits.idempotency_key_chars} printable characters without spaces.`
  return { idempotency_key: undefined, errors: { [field]: [text] } }
}

type Given = Pick<Call, 'idempotency_key' | 'errors'>
