/** YouTube counts a description in bytes and a title in characters, and takes no angle brackets in either. */
export const LONGEST_TITLE = 100

export function bytes(text: string): number {
  return Buffer.byteLength(text)
}

export function angleBrackets(text: string): number {
  return text.match(/[<>]/g)?.length ?? 0
}

const letters = new Intl.Segmenter()

/**
 * The first line that says anything, cut between characters as people see them; within the first of them, where marks upon marks
 * make that one longer than a title.
 */
export function titleOf(text: string): string {
  const line =
    text
      .split(/\r?\n/)
      .find((each) => each.trim() !== '')
      ?.trim() ?? ''
  const plain = line.replace(/[<>]/g, '').trim()
  const whole = [...letters.segment(plain)].map(({ segment }) => segment)
  return (fitting(whole) || fitting(Array.from(plain))).trim()
}

function fitting(pieces: readonly string[]) {
  let title = ''
  for (const piece of pieces) {
    if (title.length + piece.length > LONGEST_TITLE) break
    title += piece
  }
  return title
}

/** All tags together, as YouTube adds them up: commas between them, and quotes around one with a blank. */
export function tagsLength(tags: readonly string[]): number {
  const each = tags.map((tag) => tag.length + (/\s/.test(tag) ? 2 : 0))
  return each.reduce((sum, length) => sum + length, 0) + Math.max(0, tags.length - 1)
}
