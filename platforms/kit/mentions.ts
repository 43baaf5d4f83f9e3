/** Mentions: a text says `@Name`, and an option whose name that is. */
import { z } from 'zod'
import { type Objection, objection } from './objections.ts'

/** A mention as its option has it, by a pattern of two groups: the name, and whose it is. */
export function namesBy(pattern: RegExp, mentions: readonly string[]): Map<string, string> {
  return new Map(
    mentions.flatMap((mention) => {
      const [, name = '', of = ''] = pattern.exec(mention) ?? []
      return of ? [[`@${name}`, of] as const] : []
    }),
  )
}

/**
 * Where a text has these names, in its order. The longest is meant where one begins as another does, and a name ends where a
 * word does. `also`: what else is found between them, as a pattern without groups.
 */
export function namesIn(text: string, names: Iterable<string>, also: readonly string[] = []) {
  const known = [...names]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `(?<![\\p{L}\\p{N}_])${literal(name)}(?![\\p{L}\\p{N}_])`)
  const all = [...known, ...also]
  if (!all.length) return []
  const found = text.matchAll(new RegExp(all.join('|'), 'gu'))
  return [...found].map((match) => ({ index: match.index, found: match[0] }))
}

/** The text with something else in place of what was found. */
export function replaced(
  text: string,
  found: ReturnType<typeof namesIn>,
  by: { found: (name: string) => string; rest: (text: string) => string },
): string {
  let written = ''
  let behind = 0
  for (const { index, found: name } of found) {
    written += by.rest(text.slice(behind, index)) + by.found(name)
    behind = index + name.length
  }
  return written + by.rest(text.slice(behind))
}

/** The text as platforms show it that show a mention as the name alone. */
export function shownAs(text: string, names: ReadonlyMap<string, string>): string {
  return replaced(text, namesIn(text, names.keys()), {
    found: (name) => name.slice(1),
    rest: (between) => between,
  })
}

const Mentioning = z.object({ mentions: z.array(z.string()).catch([]) })

/** The option of that name, of a post that is out. */
export function mentionsOf(published: Readonly<Record<string, unknown>>): string[] {
  return Mentioning.parse(published).mentions
}

/** Names that the text does not have. */
export function missingIn(text: string, names: ReadonlyMap<string, string>): string[] {
  const found = new Set(namesIn(text, names.keys()).map((one) => one.found))
  return [...names.keys()].filter((name) => !found.has(name))
}

/** What is wrong with the option: names that the text does not have, and such as are said of two. */
export function wrongMentions(
  text: string,
  pattern: RegExp,
  mentions: readonly string[],
): Objection[] {
  const names = namesBy(pattern, mentions)
  const absent = missingIn(text, names)
  const twice = mentions.flatMap((mention, index) => {
    const [[name = '', of] = []] = namesBy(pattern, [mention])
    const before = namesBy(pattern, mentions.slice(0, index)).get(name)
    if (before === undefined || before === of) return []
    return [objection({ option: `mentions.${index}` }, 'mentions_alike', { name })]
  })
  const missing = absent.length
    ? [objection({ option: 'mentions' }, 'mentions_absent', { names: absent })]
    : []
  return [...missing, ...twice]
}

/** As a pattern that fits these signs only. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
