/** A leash as callers write it, for any kind of credential: what is not sent stays as it is, null takes a limit away. */
import { z } from 'zod'
import { Action, Leash } from '#rules/leash.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { collector, type FieldErrors } from '#rules/problem.ts'
import { Moment } from '#rules/when.ts'
import { findAccounts } from '#store/accounts.ts'
import type { Context } from '../../context.ts'
import { flag, nameUpTo, number } from '../../ids.ts'

const { shape } = Leash
const noTwice = 'Each may stand here once only.'
const unique = (list: readonly unknown[]) => new Set(list).size === list.length

export const leashFields = z.strictObject({
  account_ids: z
    .array(Id)
    .min(1, 'Name at least one account, or null for all.')
    .max(limits.accounts_per_leash, `At most ${limits.accounts_per_leash}.`)
    .refine(unique, noTwice)
    .nullable()
    .optional()
    .describe(shape.account_ids.description ?? ''),
  actions: z
    .array(Action)
    .min(1, 'Name at least one action, or null for all.')
    .refine(unique, noTwice)
    .nullable()
    .optional()
    .describe(shape.actions.description ?? ''),
  posts_per_day: number(1, limits.posts_per_day_max)
    .nullable()
    .optional()
    .describe(shape.posts_per_day.description ?? ''),
  requests_per_minute: number(1, limits.requests_per_minute_max)
    .nullable()
    .optional()
    .describe(shape.requests_per_minute.description ?? ''),
  needs_approval: flag.optional().describe(shape.needs_approval.description ?? ''),
  // A pattern that spells out leap years is read by every model, and says no more than that.
  expires_at: Moment.meta({ anyOf: undefined, type: 'string' })
    .nullable()
    .optional()
    .describe(`A time in ISO 8601. ${shape.expires_at.description ?? ''}`),
  paused: flag.optional().describe(shape.paused.description ?? ''),
})
export type LeashFields = z.output<typeof leashFields>

export const keyName = nameUpTo(limits.key_name_chars)

/** What is wrong with it in this workspace and at this time. */
export async function checkLeash(
  { account_ids, expires_at = null }: LeashFields,
  context: Pick<Context, 'db' | 'workspace_id' | 'now'>,
): Promise<FieldErrors> {
  const { errors, add } = collector()
  const found = new Set((await findAccounts(context, account_ids ?? [])).map(({ id }) => id))
  for (const [index, id] of (account_ids ?? []).entries()) {
    if (!found.has(id)) add(`leash.account_ids.${index}`, 'There is no such connected account.')
  }
  if (expires_at && new Date(expires_at) <= context.now) {
    add('leash.expires_at', `Use a time in the future; it is ${context.now.toISOString()} now.`)
  }
  return errors
}
