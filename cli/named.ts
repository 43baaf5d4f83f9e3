/** Accounts by the names that people know (`x:ada`, `ada`, `@ada`, `x`), wherever a command takes their ids. */
import { type Account, idOfNamed } from '#operations/posts/parts/named-accounts.ts'
import { type FieldErrors, invalid } from '#rules/problem.ts'

const several = ['social_account_ids', 'account_ids'] as const

/** The fields with ids for names; all that name nobody, or more than one, are refused at once. `list` is asked where there is a name. */
export async function withIds(
  fields: Readonly<Record<string, unknown>>,
  list: () => Promise<readonly Account[]>,
): Promise<Record<string, unknown>> {
  const errors: FieldErrors = {}
  const named = { ...fields }
  const { post } = fields
  if (isFields(post)) named['post'] = await withIds(post, list)
  for (const field of several) {
    const words = wordsOf(fields[field])
    if (!words.some(isName)) continue
    const accounts = await list()
    named[field] = words.map((word) => {
      if (!isName(word)) return Number(word)
      const id = idOfNamed(word.trim(), accounts)
      if (typeof id !== 'number') (errors[field] ??= []).push(id.wrong)
      return id
    })
  }
  const refusal = invalid(errors)
  if (refusal) throw refusal
  return named
}

/** Of the one account that a command is about. */
export async function accountIn(word: string, list: () => Promise<readonly Account[]>) {
  const found = isName(word) ? idOfNamed(word.trim(), await list()) : word
  const refusal = typeof found === 'object' && invalid({ id: [found.wrong] })
  if (refusal) throw refusal
  return found
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list, or a text with commas. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(',')
  return Array.isArray(value) ? value.map(String) : []
}

/** What is no number; an empty word is left for the operation to refuse. */
const isName = (word: string) => word.trim() !== '' && !/^\s*-?\d+\s*$/.test(word)
