/** Posts with their accounts and media, one statement a function. */
import { type Expression, type SqlBool, sql } from 'kysely'
import type { PostStatus, StoredPost } from '#rules/post.ts'
import type { Db, Schema, Scope } from './schema.ts'

export interface PostFilter {
  status?: PostStatus | undefined
  deleted?: boolean | undefined
  /** Scheduled on or after / on or before: an ISO time, or a plain date in the workspace's zone. */
  from?: string | undefined
  to?: string | undefined
}

/** Soft-deleted posts are found too. */
export async function findPost({ db, workspace_id }: Scope, id: number) {
  return selectPosts(db, workspace_id).where('posts.id', '=', id).executeTakeFirst()
}

export async function listPosts(
  { db, workspace_id }: Scope,
  filter: PostFilter,
  page: { limit: number; offset: number },
): Promise<StoredPost[]> {
  // The page is cut before the sub-queries run, and ordered so that no single-column index is tempting.
  const ids = db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where(matches(filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  return selectPosts(db, workspace_id)
    .where('posts.id', 'in', ids)
    .orderBy('posts.created_at', 'desc')
    .orderBy('posts.id', 'desc')
    .execute()
}

export async function countPosts({ db, workspace_id }: Scope, filter: PostFilter) {
  const { total } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return total
}

export type NewPost = Pick<
  StoredPost,
  | 'content'
  | 'first_comment'
  | 'platform_options'
  | 'platform_content'
  | 'status'
  | 'scheduled_at'
  | 'created_via'
> & { charged_month: string | null; created_by: string }

export async function insertPost({ db, workspace_id }: Scope, post: NewPost, now: Date) {
  const { id } = await db
    .insertInto('posts')
    .values({ workspace_id, ...columns(post), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the post for a decision about it; who claims a delivery never waits for this, who settles one does. */
export async function lockPost({ db, workspace_id }: Scope, id: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'status', 'deleted_at', 'scheduled_at', 'published_at', 'charged_month'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedPost = NonNullable<Awaited<ReturnType<typeof lockPost>>>

export type PostChange = Partial<
  Pick<
    NewPost,
    | 'content'
    | 'first_comment'
    | 'platform_options'
    | 'platform_content'
    | 'status'
    | 'scheduled_at'
    | 'charged_month'
  > & { deleted_at: Date | null; error_message: string | null }
>

/** Only from the status it was decided on. */
export async function changePost(
  { db, workspace_id }: Scope,
  { id, status }: Pick<LockedPost, 'id' | 'status'>,
  change: PostChange,
  now: Date,
) {
  await db
    .updateTable('posts')
    .set({ ...columns(change), updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
}

/** Replaces what is attached, in order. */
export async function attachMedia(
  { db, workspace_id }: Scope,
  post_id: number,
  media_ids: readonly number[],
) {
  await db
    .deleteFrom('post_media')
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .execute()
  if (!media_ids.length) return
  const rows = media_ids.map((media_id, position) => ({
    workspace_id,
    post_id,
    position,
    media_id,
  }))
  await db.insertInto('post_media').values(rows).execute()
}

/** JSON columns are sent as text: the driver would take an array for one of PostgreSQL's. */
function columns<Row extends PostChange>({ platform_options, platform_content, ...row }: Row) {
  return {
    ...row,
    ...(platform_options && { platform_options: JSON.stringify(platform_options) }),
    ...(platform_content && { platform_content: JSON.stringify(platform_content) }),
  }
}

function matches({ status, deleted = false, from, to }: PostFilter): Expression<SqlBool> {
  const parts = [deleted ? sql`deleted_at is not null` : sql`deleted_at is null`]
  if (status) parts.push(sql`status = ${status}`)
  if (from) parts.push(sql`scheduled_at >= ${moment(from, 0)}`)
  if (to) parts.push(isDate(to) ? sql`scheduled_at < ${moment(to, 1)}` : sql`scheduled_at <= ${to}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

function isDate(text: string) {
  return text.length === 10
}

/** A plain date is the start of that day (or of the one `days` later) in the workspace's zone. */
function moment(text: string, days: number) {
  if (!isDate(text)) return sql`${text}::timestamptz`
  return sql`((${text}::date + ${days}::int)::timestamp at time zone (select timezone from workspaces where id = posts.workspace_id))`
}

const accounts = sql<StoredPost['socialAccounts']>`coalesce((
  select json_agg(json_build_object(
    'id', a.id, 'platform', a.platform, 'kind', a.kind, 'name', a.name, 'username', a.username,
    'avatar_url', a.avatar_url, 'health', a.health, 'sandbox', a.sandbox,
    'pivot', json_build_object(
      'status', d.status, 'platform_post_id', d.platform_post_id, 'platform_url', d.platform_url,
      'error_message', d.error_message, 'error_code', d.error_code, 'blocked_reason', d.blocked_reason,
      'published_at', iso(d.published_at), 'next_attempt_at', iso(case when d.status = 'pending' then d.due_at end),
      'attempt_count', d.attempt, 'warnings', d.warnings)) order by d.position)
  from deliveries d join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
  where d.workspace_id = posts.workspace_id and d.post_id = posts.id), '[]'::json)`

const media = sql<StoredPost['media']>`coalesce((
  select json_agg(json_build_object(
    'id', m.id, 'original_name', m.original_name, 'mime_type', m.mime_type, 'size_bytes', m.size_bytes,
    'cdn_url', '/media/' || m.blob_key, 'thumbnail_url', '/media/' || m.thumbnail_key, 'width', m.width, 'height', m.height, 'duration', m.duration,
    'sha256', m.sha256, 'folder', m.folder, 'tags', m.tags, 'alt_text', m.alt_text) order by p.position)
  from post_media p join media m on m.workspace_id = p.workspace_id and m.id = p.media_id
  where p.workspace_id = posts.workspace_id and p.post_id = posts.id), '[]'::json)`

function selectPosts(db: Db, workspace_id: Schema['posts']['workspace_id']) {
  return db
    .selectFrom('posts')
    .select([
      'id',
      'content',
      'status',
      'scheduled_at',
      'published_at',
      'error_message',
      'first_comment',
      'platform_content',
      'platform_options',
      'created_via',
      'created_at',
      'updated_at',
      'deleted_at',
    ])
    .select([accounts.as('socialAccounts'), media.as('media')])
    .where('posts.workspace_id', '=', workspace_id)
}
