/** An account set as callers see and write it, and what it stands for where a post names it. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { nameUpTo, number, unknownAccounts } from '#operations/ids.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { collector, type FieldErrors, Problem } from '#rules/problem.ts'
import { type AccountSetRow, findAccountSets } from '#store/account-sets.ts'
import { isNameTaken } from '#store/names.ts'

export const AccountSet = z.object({
  id: Id,
  name: z.string(),
  account_ids: z.array(Id).describe('Those that are connected, in the order of the set.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const setId = number(1, Number.MAX_SAFE_INTEGER).describe('The account set.')

export const nameSome = 'Name at least one connected account.'

export const someAccounts = z
  .array(Id)
  .max(limits.accounts_per_post, `At most ${limits.accounts_per_post}.`)
  .refine((list) => new Set(list).size === list.length, 'An id may stand here once only.')

export const setFields = {
  name: nameUpTo(limits.account_set_name_chars)
    // In tables names stand beside ids, with commas between them.
    .regex(
      /^[^,;]*[^\d\s,;][^,;]*$/u,
      'Use a name without commas and semicolons, not of digits alone.',
    )
    .describe('Unique in the workspace.'),
  account_ids: someAccounts.min(1, nameSome).describe('Ids from get_accounts.'),
}

export function noSet(id: number) {
  return new Problem(
    'account_set_not_found',
    `Look for its id with list_account_sets: there is no account set ${id}.`,
  )
}

/** What is wrong with it in this workspace; `but` is the set itself. */
export async function checkSet(
  { name, account_ids }: { name?: string | undefined; account_ids?: readonly number[] | undefined },
  context: Context,
  but?: number,
): Promise<FieldErrors> {
  const { errors, add } = collector()
  if (name !== undefined && (await isNameTaken(context, 'account_sets', name, but)))
    add('name', 'Use another name: there is a set called so.')
  return { ...errors, ...(await unknownAccounts({ account_ids }, context)) }
}

/** To whoever sees some accounts only, a set of others does not exist. */
export function setsSeen(sets: readonly AccountSetRow[], { account_ids }: Context) {
  return sets.filter((each) => each.account_ids.length > 0 || account_ids === undefined)
}

export interface ToSets {
  social_account_ids?: readonly number[] | undefined
  account_set_ids?: readonly number[] | undefined
}

/** The same with the accounts of the sets behind those that are named by themselves; and what is wrong with the sets. */
export async function withSets<Given extends ToSets>(given: Given, context: Context) {
  const { account_set_ids, ...input } = given
  if (!account_set_ids) return { input, errors: {} }
  return resolved(
    input,
    account_set_ids,
    setsSeen(await findAccountSets(context, account_set_ids), context),
  )
}

function resolved<Given extends ToSets>(
  input: Given,
  set_ids: readonly number[],
  sets: readonly AccountSetRow[],
) {
  const { errors, add } = collector()
  const all = new Set(input.social_account_ids)
  for (const [index, id] of set_ids.entries()) {
    const set = sets.find((each) => each.id === id)
    if (!set) add(`account_set_ids.${index}`, 'There is no such account set.')
    else if (!set.account_ids.length)
      add(`account_set_ids.${index}`, `No account of the set ${set.name} is connected.`)
    for (const account_id of set?.account_ids ?? []) all.add(account_id)
  }
  if (all.size > limits.accounts_per_post)
    add(
      'account_set_ids',
      `At most ${limits.accounts_per_post} accounts altogether; these are ${all.size}.`,
    )
  return { input: { ...input, social_account_ids: [...all] }, errors }
}
