/** What a refusal may not say: the words of libraries below us, and names that its caller never used. */
import { z } from 'zod'

const words = [
  // Zod
  /\bInvalid (?:input|option|string|number|key|element|value|type|ISO|URL|UUID|email|record)\b/,
  /\bToo (?:big|small): expected\b/,
  /\bUnrecognized key/,
  /\bexpected \w+, received\b|\breceived undefined\b/,
  // JSON.parse and TextDecoder
  /\bUnexpected (?:token|end of|non-whitespace|string|number)\b|\bin JSON at position\b|\bBad control character\b/,
  /encoded data was not valid/,
  // Busboy
  /\bMalformed\b|\bMultipart: \b/,
  // Fastify and Node
  /\bFST_ERR|\bERR_[A-Z]+_|\bBody cannot be empty\b|\bRequest body\b/,
  // PostgreSQL
  /\binvalid input syntax\b|\bviolates \w+ constraint\b|\bduplicate key value\b/,
]

/** What a library said in this answer; undefined: nothing. */
export function libraryWords(text: string): string | undefined {
  for (const each of words) {
    const [found] = each.exec(text) ?? []
    if (found !== undefined) return found
  }
  return undefined
}

const Fields = z.object({ errors: z.record(z.string(), z.unknown()) })
/** Of the whole request, or of the thing that it is about. */
const common = new Set(['body', 'file', 'status', 'Idempotency-Key', 'idempotency_key'])

/** The first field of a refusal whose name is neither documented nor was sent. */
export function misnamed(body: unknown, fields: readonly string[]): string | undefined {
  const names = new Set(fields.map((name) => name.replace(/\[\]$/, '')))
  const { data } = Fields.safeParse(body)
  return Object.keys(data?.errors ?? {}).find((field) => {
    // A name may have dots of its own.
    const parts = field.split('.')
    const known = parts.some((_, end) => names.has(parts.slice(0, end + 1).join('.')))
    return !known && !common.has(parts[0] ?? '')
  })
}
