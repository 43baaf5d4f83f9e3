/** A notice in the person’s language. The service says it in English: that is what stands for a kind or a code that is newer than this page. */
import type { Told } from '../../api/types.ts'
import { wordsOfCode } from '../../words/codes.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/bell.ts'
import { words as ofPosts } from '../../words/posts.ts'

/** Accounts of a platform that are named. */
const NAMED = 3

interface Reader {
  platformName: (id: string) => string
  exact: (at: string) => string
}

export function sayNotice(
  { kind, title, lines, parts }: Pick<Told, 'kind' | 'title' | 'lines' | 'parts'>,
  { platformName, exact }: Reader,
): { title: string; lines: string[] } {
  const { number: n, code, places, name, at } = parts
  const platform = platformName(places[0]?.platform ?? '')
  const why = whyOf(kind, code, platform)
  const tell = Object.hasOwn(words.told, kind) ? words.told[kind] : undefined
  if (!tell || why === undefined) return { title, lines }
  const said = tell({
    n,
    code,
    platform,
    why,
    who: words.account(places[0]?.names[0] ?? null, platform),
    places: list(places.map((place) => placeOf(place, platformName))),
    name: name === null ? undefined : words.quoted(name),
    time: at === null ? undefined : exact(at),
  })
  return said.line === undefined ? { title, lines } : { title: said.title, lines: [said.line] }
}

const failures = new Set(['post_failed', 'removal_failed', 'edit_failed'])
const risks: Readonly<Record<string, string>> = ofPosts.risks

/** Undefined: there are no words for it. */
function whyOf(kind: string, code: string | null, platform: string) {
  if (failures.has(kind)) return wordsOfCode(code ?? '', platform)
  return kind === 'at_risk' ? risks[code ?? ''] : ''
}

function placeOf(
  { platform, names }: Told['parts']['places'][number],
  platformName: Reader['platformName'],
) {
  const called = platformName(platform)
  if (!names.length) return called
  const shown = names.slice(0, NAMED).map(words.quoted)
  const more = names.length > NAMED ? [words.more(names.length - NAMED)] : []
  return words.place(called, [shown.join(', '), ...more].join(' '))
}
