/** JSON from outside: valid UTF-8, valid JSON, and no deeper than whoever walks through it after us can bear. */

/** More than any call needs. */
const MAX_DEPTH = 64
const utf8 = new TextDecoder('utf-8', { fatal: true })

export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Undefined for an empty body. Throws Unreadable, with a sentence. */
export function parseJson(body: string | Buffer): unknown {
  const value = read(body)
  if (isDeeper(value, MAX_DEPTH)) throw new Unreadable(`At most ${MAX_DEPTH} levels deep.`)
  return value
}

function read(body: string | Buffer): unknown {
  try {
    const text = typeof body === 'string' ? body : utf8.decode(body)
    return text.trim() ? JSON.parse(text) : undefined
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable'
    throw new Unreadable(`This is not valid JSON: ${why}.`)
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1))
}
