/** Several fixes at once: each is of the post as it stands, so none is done to what another has left. Pure. */
import type { Account, Composition, Target } from './composition.ts'
import { type Fix, patched, type Problem } from './patch.ts'

type Changes = { -readonly [Name in keyof Composition]?: Composition[Name] }

/** Who gets a post is a person's to say, and so is which of two ways it is where one of them leaves somebody out. */
const asking = 'remove_account'

/** Of these problems each that can be mended without a question, by the way that keeps most of the post. */
export function mendable(problems: readonly Problem[], known: (action: string) => boolean): Fix[] {
  return problems.flatMap(({ fixes = [] }) => {
    const [first] = fixes.filter(({ action }) => known(action))
    return first && fixes.every(({ action }) => action !== asking) ? [first] : []
  })
}

/** What is taken out by one of them is out, and of two cuts of a text the shorter one fits everywhere. */
export function patchedAll(
  composition: Composition,
  fixes: readonly Fix[],
  chosen: readonly Account[],
): { changes: Partial<Composition>; shown: Target | undefined } {
  const all = fixes.map((fix) => patched(composition, fix, chosen))
  const changes: Changes = {}
  for (const each of all) Object.assign(changes, together(composition, changes, each.changes))
  const shown = new Set(all.flatMap((each) => each.shown ?? []))
  const [only] = shown
  return { changes, shown: shown.size === 1 ? only : undefined }
}

function together(was: Composition, before: Changes, next: Changes): Changes {
  const now: Changes = { ...before, ...next }
  const { account_ids, files, mentions, first_comment, parts, variants, options } = next
  if (account_ids && before.account_ids)
    now.account_ids = account_ids.filter((id) => before.account_ids?.includes(id))
  if (files && before.files)
    now.files = files.filter(({ key }) => before.files?.some((each) => each.key === key))
  if (mentions && before.mentions)
    now.mentions = mentions.filter((each) => before.mentions?.includes(each))
  if (first_comment !== undefined && before.first_comment !== undefined)
    now.first_comment = shorter(was.first_comment, before.first_comment, first_comment)
  if (parts && before.parts)
    now.parts = was.parts.map((part, index) => ({
      ...part,
      text: shorter(part.text, before.parts?.[index]?.text, parts[index]?.text) ?? part.text,
    }))
  if (variants && before.variants)
    now.variants = bothOf(was.variants, before.variants, variants, (name, one, other) =>
      shorter(was.variants[name], one, other),
    )
  if (next.account_threads && before.account_threads)
    now.account_threads = bothOf(
      was.account_threads,
      before.account_threads,
      next.account_threads,
      (_, __, last) => last,
    )
  if (options && before.options)
    now.options = bothOf(was.options, before.options, options, (name, one = {}, other = {}) =>
      bothOf(was.options[name] ?? {}, one, other, (_, __, last) => last),
    )
  return now
}

/** Of what only one of them changed, the change; where both did, what `settle` says. */
function bothOf<Value>(
  was: Readonly<Record<string, Value>>,
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  settle: (name: string, one: Value | undefined, other: Value | undefined) => Value | undefined,
): Record<string, Value> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const stays = other[name] === was[name]
      const value =
        stays || one[name] === was[name]
          ? (stays ? one : other)[name]
          : settle(name, one[name], other[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function shorter<Text extends string | undefined>(was: Text, one: Text, other: Text): Text {
  if (one === was || one === undefined) return other
  if (other === was || other === undefined) return one
  return one.length <= other.length ? one : other
}
