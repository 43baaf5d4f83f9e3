/** Things of a platform by the names that people know them by: boards, sections, playlists. */
import type { Code } from './codes.ts'
import { Failure } from './failure.ts'

/** The one of this name, in whatever case it is written. */
export function named<Item extends { name: string }>(name: string, items: readonly Item[]): Item[] {
  const exact = items.filter((item) => item.name === name)
  return exact.length ? exact : items.filter((item) => fold(item.name) === fold(name))
}

const fold = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** @throws {Failure} none is called so, or several are. */
export function theOne<Item extends { name: string }>(
  name: string,
  items: readonly Item[],
  { what, code }: { what: string; code: Code },
): Item {
  const [item, ...others] = named(name, items)
  if (item && !others.length) return item
  const message = item
    ? `Several ${what}s are called ${name}. Name it by its number: get_account_choices tells it.`
    : `There is no ${what} called ${name}. It has ${listed(items)}.`
  throw new Failure('rejected', code, message)
}

const SHOWN = 20

export function listed(items: readonly { name: string }[]): string {
  const names = items.slice(0, SHOWN).map(({ name }) => name)
  const more = items.length > SHOWN ? ` and ${items.length - SHOWN} more` : ''
  return names.length ? `${names.join(', ')}${more}` : 'none'
}
