/** The text of a page, whatever it says of its encoding. */

const BOMS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** How far browsers look for it is 1,024 bytes; pages of the wild take more. */
const DECLARED_WITHIN = 4096
const FALLBACK = 'windows-1252'

/**
 * By the mark at its beginning, the header, the page's own word, in this order. A page that calls itself UTF-8 and is not,
 * or says nothing and is not, is read as what the web was written in before.
 */
export function textOf(bytes: Uint8Array, type: string): string {
  const mark = BOMS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0]
  const said = mark ?? known(/charset\s*=\s*"?([^\s;"]+)/.exec(type)?.[1]) ?? known(declared(bytes))
  const label = said ?? 'utf-8'
  if (label !== 'utf-8' || mark) return new TextDecoder(label).decode(bytes)
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : new TextDecoder(FALLBACK).decode(bytes)
}

function declared(bytes: Uint8Array) {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_WITHIN))
  const found = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(start)?.[1]
  // Nobody could have read it, were it true.
  return found && /^utf-?16/i.test(found) ? 'utf-8' : found
}

/** Its name as the standard has it; undefined where nobody knows it. */
function known(label: string | undefined) {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** A page that was cut may end within a character. */
function isUtf8(bytes: Uint8Array) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
