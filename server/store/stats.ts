/** Counts over a whole workspace. */
import { sql } from 'kysely'
import type { DeliveryStatus } from '#rules/delivery.ts'
import type { PostStatus } from '#rules/post.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'
import { type Total, totalsIn } from './totals.ts'

export interface Stats {
  posts: Record<PostStatus | 'deleted', number>
  /** Of posts that are not deleted. */
  deliveries: Record<DeliveryStatus | 'pending_in_drafts', number>
  /** Posts of which a delivery is under way. */
  publishing: number
}

export async function readStats(scope: Scope): Promise<Stats> {
  if (!scope.account_ids) return statsByTotals(scope)
  const [posts, { publishing_posts: publishing, ...deliveries }] = await Promise.all([
    countPostsByStatus(scope),
    countDeliveries(scope),
  ])
  return { posts, deliveries, publishing }
}

/**
 * What is under way is counted: there is never more of it than workers have hands. In one statement, so that the sums agree.
 */
async function statsByTotals(scope: Scope): Promise<Stats> {
  const { db, workspace_id } = scope
  const { rows } = await sql<{ what: Total | Live; count: number }>`
    ${totalsIn(scope)}
    union all
    select each.* from (
      select count(*) as deliveries, count(distinct d.post_id) as posts
      from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
      where d.status = 'publishing' and d.workspace_id = ${workspace_id} and p.deleted_at is null
    ) under_way, lateral (values ('publishing', deliveries), ('publishing_posts', posts)) as each`.execute(
    db,
  )
  const told = new Map(rows.map(({ what, count }) => [what, count]))
  const of = (what: Parameters<typeof told.get>[0]) => told.get(what) ?? 0
  return {
    posts: {
      draft: of('draft'),
      scheduled: of('scheduled'),
      published: of('published'),
      failed: of('failed'),
      deleted: of('deleted'),
    },
    deliveries: {
      pending: of('deliveries.open') - of('publishing'),
      pending_in_drafts: of('pending_in_drafts'),
      publishing: of('publishing'),
      published: of('deliveries.published'),
      failed: of('deliveries.failed'),
      blocked: of('deliveries.blocked'),
    },
    publishing: of('publishing_posts'),
  }
}

type Live = 'publishing' | 'publishing_posts'

async function countPostsByStatus(scope: Scope) {
  const { db, workspace_id } = scope
  const { rows } = await sql<Record<PostStatus | 'deleted', number>>`
    select count(*) filter (where deleted_at is null and status = 'draft') as draft,
      count(*) filter (where deleted_at is null and status = 'scheduled') as scheduled,
      count(*) filter (where deleted_at is null and status = 'published') as published,
      count(*) filter (where deleted_at is null and status = 'failed') as failed,
      count(*) filter (where deleted_at is not null) as deleted
    from posts where workspace_id = ${workspace_id} and ${reaches(scope)}`.execute(db)
  return rows[0] ?? { draft: 0, scheduled: 0, published: 0, failed: 0, deleted: 0 }
}

async function countDeliveries(scope: Scope) {
  const { db, workspace_id } = scope
  const { rows } = await sql<
    Record<DeliveryStatus | 'pending_in_drafts' | 'publishing_posts', number>
  >`
    select count(*) filter (where d.status = 'pending') as pending,
      count(*) filter (where d.status = 'pending' and posts.status = 'draft') as pending_in_drafts,
      count(*) filter (where d.status = 'publishing') as publishing,
      count(*) filter (where d.status = 'published') as published,
      count(*) filter (where d.status = 'failed') as failed,
      count(*) filter (where d.status = 'blocked') as blocked,
      count(distinct d.post_id) filter (where d.status = 'publishing') as publishing_posts
    from deliveries d join posts on posts.workspace_id = d.workspace_id and posts.id = d.post_id
    where d.workspace_id = ${workspace_id} and posts.deleted_at is null and ${reaches(scope)}`.execute(
    db,
  )
  const none = { pending: 0, publishing: 0, published: 0, failed: 0, blocked: 0 }
  return rows[0] ?? { ...none, pending_in_drafts: 0, publishing_posts: 0 }
}
