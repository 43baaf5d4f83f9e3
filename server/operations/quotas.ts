/** What is left to a credential: of requests, and of posts of its day (by its leash) and of the workspace's month (by the plan). */
import { z } from 'zod'
import type { Leash } from '#rules/leash.ts'
import type { Plan } from '#rules/limits.ts'
import { monthOf, resetsAt } from '#rules/quota.ts'
import { policiesOf, type Standing } from '#rules/rate.ts'
import { dayOf, usedDaily } from '#store/daily.ts'
import { usedUnits } from '#store/rates.ts'
import type { Scope } from '#store/schema.ts'
import { usedInMonth } from '#store/usage.ts'
import type { Context } from './context.ts'

interface Holder {
  credential: string
  leash: Pick<Leash, 'posts_per_day'>
  /** Undefined: nobody asked. */
  plan?: string | undefined
}

/** Empty where nothing is limited; then nothing is looked up either. */
export async function postPolicies(
  scope: Scope,
  { credential, leash, plan }: Holder,
  { now, plans }: { now: Date; plans: Record<string, Plan> },
): Promise<Standing[]> {
  const monthly = (plan === undefined ? undefined : plans[plan])?.monthly_posts ?? null
  const both = await Promise.all([
    leash.posts_per_day === null ? [] : today(scope, credential, leash.posts_per_day, now),
    monthly === null ? [] : month(scope, monthly, now),
  ])
  return both.flat()
}

async function today(scope: Scope, credential: string, limit: number, now: Date) {
  const { day, starts_at, ends_at } = await dayOf(scope, now)
  const count = await usedDaily(scope, credential, day)
  return standing('posts_per_day', limit, count, { starts_at, ends_at })
}

async function month(scope: Scope, limit: number, now: Date) {
  const starts_at = `${monthOf(now)}T00:00:00Z`
  const count = await usedInMonth(scope, monthOf(now))
  return standing('posts_per_month', limit, count, { starts_at, ends_at: resetsAt(now) })
}

function standing(
  name: string,
  limit: number,
  count: number,
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
): Standing[] {
  const resets_at = new Date(ends_at)
  const seconds = Math.round((resets_at.getTime() - new Date(starts_at).getTime()) / 1000)
  return [{ name, limit, seconds, remaining: Math.max(0, limit - count), resets_at }]
}

export const RequestLimit = z.object({
  policy: z.string(),
  limit: z.int(),
  seconds: z.int(),
  remaining: z.int(),
  resets_at: z.iso.datetime().describe('When there is more of it again.'),
})

/** How the policies on requests stand for each of these, over all processes; what one took ahead counts as used. */
export async function requestLimits(
  { db, workspace_id, environment, now }: Scope & Pick<Context, 'environment' | 'now'>,
  holders: readonly { credential: string; leash: Leash; via: string }[],
): Promise<z.infer<typeof RequestLimit>[][]> {
  const bound = holders.map(({ credential, leash: { requests_per_minute }, via }) => ({
    credential,
    policies: policiesOf(environment.rates, { via, requests_per_minute }).all,
  }))
  const limited = bound.filter(({ policies }) => policies.length)
  const used = limited.length
    ? await usedUnits(
        { db, workspace_id },
        limited.map(({ credential }) => credential),
        now,
      )
    : []
  return bound.map(({ credential, policies }) =>
    policies.map(({ name, limit, seconds }) => {
      const since = now.getTime() - seconds * 1000
      const row = used.find((each) => each.credential === credential && each.policy === name)
      const live = row ? row.ends.flatMap((end, at) => (end > since ? [at] : [])) : []
      const units = live.reduce((sum, at) => sum + (row?.units[at] ?? 0), 0)
      const oldest = row?.ends[live[0] ?? -1] ?? since
      return {
        policy: name,
        limit,
        seconds,
        remaining: Math.max(0, limit - units),
        resets_at: new Date(oldest + seconds * 1000).toISOString(),
      }
    }),
  )
}
