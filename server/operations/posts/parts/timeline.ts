/** A post with what was tried on each of its accounts. */
import type { Attempt, Post } from '#rules/post.ts'
import { listAttempts } from '#store/deliveries.ts'
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
