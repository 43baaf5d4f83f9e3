/** Whether each call on the API had one effect: what callers were told, against the posts that are stored. */
import type { Evidence, PostRow } from './evidence.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Violation } from './violation.ts'

export function judgeCalls(ledger: Ledger, evidence: Evidence): Violation[] {
  const orphans = adopt(ledger, evidence)
  const stored = new Map(evidence.posts.map((post) => [post.id, post]))
  const violations = ledger.entries.flatMap((entry): Violation[] => {
    const { post_id, created, cancelled } = entry
    const post = stored.get(post_id ?? 0)
    const say = (kind: Violation['kind'], what: string) => [
      { kind, post_id, what, delivery: undefined },
    ]
    if ((created === 'acknowledged' || created === 'seeded') && !post)
      return say('lost', `post ${post_id} was acknowledged, but is not stored`)
    if (created === 'refused' && post)
      return say('wrongly reported', 'was refused, and stored all the same')
    if (cancelled && post?.deleted_at === null)
      return say('wrongly reported', 'its cancellation was acknowledged, but is not stored')
    return []
  })
  const twice = orphans.map((post): Violation => {
    const what = `a call made post ${post.id} besides the one that it was told of, or though it was refused`
    return { kind: 'duplicate', post_id: post.id, what, delivery: undefined }
  })
  return [...violations, ...twice]
}

/** A call without a clear answer may have made a post like the one that it asked for: one. Answers those that nobody made. */
function adopt({ entries }: Ledger, { posts, deliveries }: Evidence): PostRow[] {
  const known = new Set(entries.map(({ post_id }) => post_id))
  const byPost = Map.groupBy(deliveries, ({ post_id }) => post_id)
  const accountsOf = ({ id }: PostRow) => (byPost.get(id) ?? []).map((one) => one.account_id)
  const unclear = entries.filter(({ post_id, created }) => created === 'asked' && !post_id)
  return posts.filter((post) => {
    if (known.has(post.id)) return false
    const at = unclear.findIndex((entry) => madeBy(entry, post, accountsOf(post)))
    const [maker] = at < 0 ? [] : unclear.splice(at, 1)
    if (maker) maker.post_id = post.id
    return !maker
  })
}

function madeBy({ workspace, texts, accounts }: Entry, post: PostRow, on: readonly number[]) {
  return (
    workspace.id === post.workspace_id &&
    texts.includes(post.content) &&
    accounts.length === on.length &&
    accounts.every(({ id }) => on.includes(id))
  )
}
