/** Whom a text mentions where the words alone do not say who is meant. Pure. */

/** Taken from what a platform found. */
export interface Mention {
  platform: string
  /** As the text has it: `@Analytical Engines`. */
  text: string
  /** What the option `mentions` takes: `Analytical Engines (105000000000003)`. */
  option: string
}

type Bag = Readonly<Record<string, unknown>>

interface Options {
  options: Readonly<Record<string, Bag>>
  account_options: Readonly<Record<string, Record<string, unknown>>>
}

/**
 * Options in which those are named who stand in the text that an account gets. Who is not written any more is not in them:
 * a platform refuses a mention that its text does not have.
 */
export function withMentions(
  mentions: readonly Mention[],
  given: Options,
  texts: readonly { id: number; platform: string; text: string }[],
): Options {
  let { options, account_options } = given
  for (const platform of new Set(mentions.map((each) => each.platform))) {
    const own = mentions.filter((each) => each.platform === platform)
    const there = texts
      .filter((each) => each.platform === platform)
      .map(({ id, text }) => ({ id, named: namedIn(text, own) }))
    const known = listOf(options[platform])
    const [first] = there
    const same = there.every(({ named }) => named.join('\n') === first?.named.join('\n'))
    if (same && first?.named.length)
      options = { ...options, [platform]: { ...options[platform], ...both(known, first.named) } }
    for (const { id, named } of there) {
      const before = account_options[id]
      // Its own list takes the place of the platform's.
      if (!named.length || (same && !before?.['mentions'])) continue
      const list = before?.['mentions'] ? listOf(before) : known
      account_options = { ...account_options, [id]: { ...before, ...both(list, named) } }
    }
  }
  return { options, account_options }
}

/** As the service finds names: the longest is meant where one begins as another does, and a name ends where a word does. */
function namedIn(text: string, mentions: readonly Mention[]): string[] {
  // Of two who are called the same the one that was taken last is meant.
  const byName = new Map(mentions.map((each) => [each.text, each.option]))
  const names = [...byName.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(${names.join('|')})(?![\\p{L}\\p{N}_])`, 'gu')
  const found = new Set([...text.matchAll(pattern)].map(([name]) => name))
  return [...byName].flatMap(([name, option]) => (found.has(name) ? [option] : []))
}

const both = (known: readonly string[], named: readonly string[]) => ({
  mentions: [...new Set([...known, ...named])],
})

function listOf(options: Bag | undefined) {
  const list = options?.['mentions']
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}
