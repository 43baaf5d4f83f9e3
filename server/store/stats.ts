/** Counts over a whole workspace. */
import { sql } from 'kysely'
import type { DeliveryStatus } from '#rules/delivery.ts'
import type { PostStatus } from '#rules/post.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

export async function countPostsByStatus(scope: Scope) {
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

export async function countDeliveries(scope: Scope) {
  const { db, workspace_id } = scope
  const { rows } = await sql<Record<DeliveryStatus | 'publishing_posts', number>>`
    select count(*) filter (where d.status = 'pending') as pending,
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
  return rows[0] ?? { ...none, publishing_posts: 0 }
}
