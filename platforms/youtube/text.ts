/** YouTube counts a description in bytes and a title in characters, and takes no angle brackets in either. */
export const LONGEST_TITLE = 100

export function bytes(text: string): number {
  return Buffer.byteLength(text)
}

export function angleBrackets(text: string): number {
  return text.match(/[<>]/g)?.length ?? 0
}

const letters = new Intl.Segmenter()

/** The first line that says anything, cut between characters as people see them. */
export function titleOf(text: string): string {
  const line =
    text
      .split(/\r?\n/)
      .find((each) => each.trim() !== '')
      ?.trim() ?? ''
  let title = ''
  for (const { segment } of letters.segment(line.replace(/[<>]/g, ''))) {
    if (title.length + segment.length > LONGEST_TITLE) break
    title += segment
  }
  return title.trim()
}

/** All tags together, as YouTube adds them up: commas between them, and quotes around one with a blank. */
export function tagsLength(tags: readonly string[]): number {
  const each = tags.map((tag) => tag.length + (/\s/.test(tag) ? 2 : 0))
  return each.reduce((sum, length) => sum + length, 0) + Math.max(0, tags.length - 1)
}
