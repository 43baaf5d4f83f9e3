/** What a question for analytics is about: which days in which zone, which accounts, which platforms. */
import type { z } from 'zod'
import type { Offers } from '#rules/analytics.ts'
import { collector, type FieldErrors, invalid } from '#rules/problem.ts'
import {
  addDays,
  daysIn,
  MAX_DAYS,
  type Window,
  windowBefore,
  windowOf,
  windowYearBefore,
} from '#rules/window.ts'
import { type AnyAccount, findZone, listAllAccounts } from '#store/analytics.ts'
import type { PostsAsked } from '#store/post-numbers.ts'
import type { compare, wider } from './fields.ts'
import type { Context } from '../../context.ts'
import { wrongPlatform } from '../../ids.ts'

export type Question = Partial<z.output<z.ZodObject<typeof wider>>> & {
  compare?: z.output<typeof compare>
}

export interface AnalyticsScope {
  window: Window
  /** What it stands beside. */
  before: Window
  timezone: string
  /** Those asked about, removed ones too. */
  accounts: readonly AnyAccount[]
  /** All of the workspace. */
  known: readonly AnyAccount[]
  labels?: readonly string[] | undefined
  /** The platforms asked about, and what each offers. */
  offers: Offers
}

async function scopeOf(input: Question, context: Context): Promise<AnalyticsScope> {
  const [{ timezone, today }, known] = await Promise.all([
    findZone(context, context.now),
    listAllAccounts(context),
  ])
  const window = windowOf(input, today)
  const accounts = known.filter(
    ({ id, platform }) =>
      (!input.account_ids || input.account_ids.includes(id)) &&
      (!input.platform || input.platform === platform),
  )
  const platforms = new Set(accounts.map(({ platform }) => platform))
  if (input.platform) platforms.add(input.platform)
  const { manifests } = context.environment
  const offers = Object.fromEntries(
    [...platforms].toSorted().map((id) => [id, manifests[id]?.metrics?.offers ?? []]),
  )
  const before = input.compare === 'year_before' ? windowYearBefore(window) : windowBefore(window)
  return { window, before, timezone, accounts, known, labels: input.labels, offers }
}

/** As the numbers of posts are asked for. */
export function postsOf(
  { window, timezone, accounts, known, labels }: AnalyticsScope,
  { account_ids }: Pick<Context, 'account_ids'>,
): PostsAsked {
  return {
    window,
    timezone,
    account_ids: accounts.map(({ id }) => id),
    everywhere: accounts.length === known.length && account_ids === undefined,
    labels,
  }
}

/** One span of days where the windows lie side by side, else each for itself. */
export function spansOf({ window, before }: Pick<AnalyticsScope, 'window' | 'before'>): Window[] {
  return addDays(before.to, 1) === window.from
    ? [{ from: before.from, to: window.to }]
    : [before, window]
}

/** What a sound question is about. */
export async function soundScope(input: Question, context: Context): Promise<AnalyticsScope> {
  const scope = await scopeOf(input, context)
  const problem = invalid(wrongIn(input, scope, context))
  if (problem) throw problem
  return scope
}

export async function wrongWith(partial: Question, context: Context): Promise<FieldErrors> {
  return wrongIn(partial, await scopeOf(partial, context), context)
}

/** Everything that is wrong with the question in this workspace. A stranger's account is one that does not exist. */
function wrongIn(
  { from, account_ids = [], platform }: Question,
  { window, known }: AnalyticsScope,
  { environment }: Context,
): FieldErrors {
  const { errors, add } = collector()
  if (window.from > window.to) {
    add(
      from === undefined ? 'to' : 'from',
      `The window begins on ${window.from}, after its end on ${window.to}.`,
    )
  } else if (daysIn(window) > MAX_DAYS) {
    add('from', `At most ${MAX_DAYS} days: this window has ${daysIn(window)}.`)
  }
  for (const [index, id] of account_ids.entries()) {
    if (!known.some((account) => account.id === id))
      add(`account_ids.${index}`, `There is no account ${id}; get_accounts lists them.`)
  }
  return { ...errors, ...wrongPlatform(platform, environment) }
}
