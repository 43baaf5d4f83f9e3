/** Characters as people of the specification count them: code points, so that an emoji is not two. */
export function charactersOf(text: string) {
  return Array.from(text).length
}

const letters = new Intl.Segmenter()

/** The beginning of the first line, whole characters of it, with a sign that there is more. */
export function firstWords(text: string, most: number) {
  const [line = '', ...lines] = text.slice(0, most * LONGEST_LETTER).split('\n')
  const all = lettersOf(line, most + 1)
  if (all.length > most) return `${all.slice(0, most - 1).join('')}…`
  return lines.some((each) => each.trim() !== '') && all.length < most ? `${line.trimEnd()}…` : line
}

/** So many of them at most. Most texts are plain, and cutting by the rules of all scripts takes long. */
function lettersOf(line: string, most: number): string[] {
  if (/^[ -~]*$/.test(line)) return Array.from(line.slice(0, most))
  const all: string[] = []
  for (const { segment } of letters.segment(line)) {
    if (all.push(segment) === most) break
  }
  return all
}

/** Code units that a character may well have; a family of four has eleven. */
const LONGEST_LETTER = 16
