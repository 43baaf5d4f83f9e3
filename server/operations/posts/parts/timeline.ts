/** A post with what was tried on each of its accounts, and what its platforms told of it. */
import { allows } from '#rules/ability.ts'
import type { Measured } from '#rules/metrics.ts'
import type { Attempt, Post } from '#rules/post.ts'
import { listAttempts } from '#store/deliveries.ts'
import { listSnapshots } from '#store/snapshots.ts'
import type { Context } from '../../context.ts'

export async function withTimeline(context: Context, post: Post): Promise<Post> {
  const rows = await listAttempts(context, post.id)
  const per_account = post.per_account.map((account) => ({
    ...account,
    attempts: rows.filter(({ account_id }) => account_id === account.account_id).map(toAttempt),
  }))
  return { ...post, per_account }
}

function toAttempt(row: Attempt & { account_id: number }): Attempt {
  const { account_id: _, ...attempt } = row
  return attempt
}

/** Numbers are for those who may read analytics; left out where none was ever taken. */
export async function withMeasures(context: Context, post: Post): Promise<Post> {
  const isOut = post.per_account.some(({ published_at }) => published_at !== null)
  if (!isOut || !allows(context.caller.abilities, 'analytics:read')) return post
  const taken = Map.groupBy(await listSnapshots(context, post.id), ({ account_id }) => account_id)
  const per_account = post.per_account.map((account) => {
    const own = taken.get(account.account_id)
    return own ? { ...account, metrics: own.map(toMeasured) } : account
  })
  return { ...post, per_account }
}

function toMeasured(row: Measured & { account_id: number }): Measured {
  const { account_id: _, ...measured } = row
  return measured
}
