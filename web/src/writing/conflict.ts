/** Two people changed one post: what stands where, and what becomes of it. Pure. */
import type { Composition, Contents } from './composition.ts'

export type { Contents } from './composition.ts'

export const fields = [
  'text',
  'variants',
  'parts',
  'thread_as',
  'split',
  'first_comment',
  'account_ids',
  'files',
  'options',
  'when',
] as const
export type Field = (typeof fields)[number]

export interface Clash {
  field: Field
  theirs: Contents[Field]
  yours: Contents[Field]
}

export function contentsOf(composition: Composition): Contents {
  const { text, variants, parts, thread_as, split } = composition
  const { first_comment, account_ids, files, options, when } = composition
  return {
    text,
    variants,
    parts,
    thread_as,
    split,
    first_comment,
    account_ids,
    files,
    options,
    when,
  }
}

/** What only one of the two changed is taken; what both changed is asked. */
export function merge(base: Contents, theirs: Contents, yours: Contents) {
  const clashes: Clash[] = []
  const merged: Record<string, unknown> = {}
  for (const field of fields) {
    const was = canonical(field, base)
    const their = canonical(field, theirs)
    const mine = canonical(field, yours)
    if (mine === was || mine === their) merged[field] = theirs[field]
    else {
      merged[field] = yours[field]
      if (their !== was) clashes.push({ field, theirs: theirs[field], yours: yours[field] })
    }
  }
  return { merged: merged as Partial<Contents>, clashes }
}

export function areAlike(one: Contents, other: Contents) {
  return fields.every((field) => canonical(field, one) === canonical(field, other))
}

/** Of files only which they are, in which part and order, and what is said of them: their addresses differ with each answer. */
function canonical(field: Field, contents: Contents) {
  if (field === 'parts') return JSON.stringify(contents.parts.map(({ text }) => text))
  if (field === 'files')
    return JSON.stringify(
      contents.files.map(({ id, key, part, alt_text }) => [id ?? key, part ?? null, alt_text]),
    )
  return JSON.stringify(sorted(contents[field]))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)])
}
