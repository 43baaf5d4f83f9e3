/** JSON from outside: valid UTF-8, valid JSON, each name once, and no deeper than whoever walks through it after us can bear. */

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

/** The first name that an object of this valid JSON has twice: which of the two a reader takes is anybody's guess. */
function repeatedName(json: string): string | undefined {
  /** The names of each object that is open; undefined stands for a list. */
  const open: (Set<string> | undefined)[] = []
  let names: Set<string> | undefined
  let isName = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') {
      const end = endOf(json, at)
      if (isName && names) {
        const name = nameIn(json.slice(at, end + 1))
        if (names.has(name)) return name
        names.add(name)
      }
      isName = false
      at = end
    } else if (sign === '{' || sign === '[') {
      names = sign === '{' ? new Set() : undefined
      open.push(names)
      isName = sign === '{'
    } else if (sign === '}' || sign === ']') {
      open.pop()
      names = open.at(-1)
    } else if (sign === ',') isName = names !== undefined
  }
  return undefined
}

/** Where the text that begins at `from` ends. */
function endOf(json: string, from: number) {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}

function nameIn(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
