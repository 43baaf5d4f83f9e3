/** Many posts at once: written, each as creating.ts writes one; read; and each tried alone. */
import type { StoredPost } from '#rules/post.ts'
import { type NewPost, selectPosts, withAccounts } from './posts.ts'
import type { Scope } from './schema.ts'
import { ask } from './trip.ts'

/** Numbers of posts to be, in order. */
export async function placesFor({ db }: Pick<Scope, 'db'>, count: number): Promise<number[]> {
  const rows = await ask<{ id: number }>(db, {
    text: `select nextval('posts_id_seq') as id from generate_series(1, $1)`,
    values: [count],
  })
  return rows.map(({ id }) => id)
}

export interface Planned {
  id: number
  row: NewPost
  /** In their order. */
  account_ids: readonly number[]
  media: readonly { id: number; alt_text: string | null }[]
}

export async function createMany(
  { db, workspace_id }: Scope,
  planned: readonly Planned[],
  now: Date,
): Promise<void> {
  await ask(db, {
    text: `
      insert into posts (workspace_id, id, content, first_comment, platform_options, platform_content, in_doubt, status, scheduled_at,
        charged_month, created_via, created_by, created_at, updated_at, external_id, metadata, labels, note, thread_as)
      overriding system value
      select $1, id, content, first_comment, platform_options, platform_content, in_doubt, status, scheduled_at,
        charged_month, created_via, created_by, $3, $3, external_id, metadata::json, labels, note, thread_as
      from jsonb_to_recordset($2::jsonb) as row (id bigint, content text, first_comment text, platform_options jsonb,
        platform_content jsonb, in_doubt text, status text, scheduled_at timestamptz, charged_month text, created_via text,
        created_by text, external_id text, metadata text, labels text[], note text, thread_as text)`,
    values: [workspace_id, JSON.stringify(planned.map(written)), now],
  })
  const deliveries = planned.flatMap(
    ({ id: post_id, account_ids, row: { scheduled_at: due_at } }) =>
      account_ids.map((account_id, position) => ({ post_id, account_id, position, due_at })),
  )
  await ask(db, {
    text: `
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at, wanted_at)
      select $1::bigint, wanted.post_id, wanted.position, a.id, a.platform, a.sandbox, wanted.due_at, wanted.due_at
      from jsonb_to_recordset($2::jsonb) as wanted (post_id bigint, account_id bigint, position integer, due_at timestamptz)
      join accounts a on a.workspace_id = $1 and a.id = wanted.account_id
      order by wanted.post_id, wanted.position`,
    values: [workspace_id, JSON.stringify(deliveries)],
  })
  const attached = planned.flatMap(({ id: post_id, media }) =>
    media.map(({ id: media_id, alt_text }, position) => ({
      post_id,
      media_id,
      alt_text,
      position,
    })),
  )
  if (!attached.length) return
  await ask(db, {
    text: `
      insert into post_media (workspace_id, post_id, position, media_id, alt_text)
      select $1::bigint, post_id, position, media_id, alt_text
      from jsonb_to_recordset($2::jsonb) as wanted (post_id bigint, media_id bigint, alt_text text, position integer)`,
    values: [workspace_id, JSON.stringify(attached)],
  })
}

/** What is given back as it came must not be made anew on its way. */
function written({ id, row }: Planned) {
  const { metadata, labels = [], ...rest } = row
  return { ...rest, id, labels, metadata: metadata ? JSON.stringify(metadata) : null }
}

/** In no order. */
export async function findPosts(scope: Scope, ids: readonly number[]): Promise<StoredPost[]> {
  return (await selectPosts(scope).where('posts.id', 'in', ids).execute()).map(withAccounts)
}

/** What is tried alone within what is done together. */
export async function savepoint<Result>(
  { db }: Pick<Scope, 'db'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await ask(db, { text: 'savepoint one', values: [] })
  try {
    const result = await work()
    await ask(db, { text: 'release savepoint one', values: [] })
    return result
  } catch (error) {
    await ask(db, { text: 'rollback to savepoint one', values: [] })
    throw error
  }
}
