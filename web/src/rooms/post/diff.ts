/** What became of a text, by words. Pure. */

export interface Piece {
  text: string
  is: 'same' | 'added' | 'removed'
}

/** Beyond so many words that differ, both texts are shown whole. */
const MOST = 1_500

export function diffWords(before: string, after: string): Piece[] {
  const a = tokens(before)
  const b = tokens(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  )
    end++
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return joined([
    ...a.slice(0, start).map((text): Piece => ({ text, is: 'same' })),
    ...middle,
    ...a.slice(a.length - end).map((text): Piece => ({ text, is: 'same' })),
  ])
}

/** The longest row of words that both have, and what is around it. */
function between(a: readonly string[], b: readonly string[]): Piece[] {
  const removed = a.map((text): Piece => ({ text, is: 'removed' }))
  const added = b.map((text): Piece => ({ text, is: 'added' }))
  if (!a.length || !b.length || a.length > MOST || b.length > MOST) return [...removed, ...added]
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      pieces.push({ text: left, is: 'same' })
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ text: left, is: 'removed' })
      i++
    } else {
      pieces.push({ text: right ?? '', is: 'added' })
      j++
    }
  }
  return pieces
}

function tokens(text: string) {
  return text.match(/\s+|[\p{L}\p{N}_'’]+|[^\s\p{L}\p{N}_'’]/gu) ?? []
}

function joined(pieces: readonly Piece[]) {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last?.is === piece.is) last.text += piece.text
    else whole.push({ ...piece })
  }
  return whole
}
