/** JSON from outside: valid UTF-8, valid JSON, each name once, and no deeper than whoever walks through it after us can bear. */
import { repeatedName } from './repeated-names.ts'

/** More than any call needs. */
const MAX_DEPTH = 64
const utf8 = new TextDecoder('utf-8', { fatal: true })

export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** Undefined for an empty body. Throws Unreadable, with a sentence. */
export function parseJson(body: string | Buffer): unknown {
  const text = textOf(body)
  if (!text.trim()) return undefined
  const value = read(text)
  const name = repeatedName(text)
  if (name !== undefined) throw new Unreadable(`Send each field once: ${name} stands there twice.`)
  if (isDeeper(value, MAX_DEPTH)) throw new Unreadable(`At most ${MAX_DEPTH} levels deep.`)
  return value
}

function textOf(body: string | Buffer): string {
  if (typeof body === 'string') return body
  try {
    return utf8.decode(body)
  } catch (error) {
    throw new Unreadable('This is not valid JSON: its bytes are no UTF-8.', { cause: error })
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const where = position === undefined ? 'it ends too soon' : `look at character ${position}`
    throw new Unreadable(`This is not valid JSON: ${where}.`, { cause: error })
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1))
}
