/** A post created in two trips: what there is to know beforehand, and everything that is written. One statement a function. */
import type { StoredPost } from '#rules/post.ts'
import type { AccountWithSettings } from './accounts.ts'
import type { MediaRow } from './media.ts'
import { insertPost, type NewPost } from './posts.ts'
import type { Scope } from './schema.ts'
import { ask, type Statement, textsAsText, type Whose, workspaceIn } from './trip.ts'

/** The workspace, and the number of the post to be: taken before it is stored, so that the answer can be made of it. */
export function placeFor(
  whose: Whose,
): Statement<{ plan: string; timezone: string; tags: boolean; post_id: number }> {
  const { workspace, id } = workspaceIn(whose)
  return {
    text: `select plan, timezone, utm is not null as tags, nextval('posts_id_seq') as post_id from workspaces where id = ${workspace}`,
    values: [id],
  }
}

/** The same rows as findAccounts answers to callers who see all accounts. */
export function accountsFor(whose: Whose, ids: readonly number[]): Statement<AccountWithSettings> {
  const { workspace, id } = workspaceIn(whose)
  return {
    text: `
      select id, platform, kind, name, username, avatar_url, health, health_message, token_expires_at, connected_at, sandbox, settings
      from accounts where workspace_id = ${workspace} and id = any($2::bigint[]) and removed_at is null`,
    values: [id, ids],
  }
}

export type File = MediaRow & Omit<StoredPost['media'][number], 'alt_text'>

/** As the rules look at them, and as they are shown with the post. They are held only when they are attached. */
export function filesFor(whose: Whose, ids: readonly number[]): Statement<File> {
  const { workspace, id } = workspaceIn(whose)
  return {
    text: `
      select id, original_name, mime_type, size_bytes, width, height, duration, frame_rate, pages, alt_text, animated, deleted_at, purged_at,
        '/media/' || blob_key as cdn_url, '/media/' || thumbnail_key as thumbnail_url, sha256, folder, tags
      from media where workspace_id = ${workspace} and id = any($2::bigint[]) and deleted_at is null`,
    values: [id, ids],
  }
}

/** Whoever created it is at work in the whole trip, for the events that the database writes; see actor.ts. */
export function createPost(workspace_id: number, id: number, post: NewPost, now: Date): Statement {
  return {
    text: `
      insert into posts (workspace_id, id, content, first_comment, platform_options, platform_content, in_doubt, status, scheduled_at,
        charged_month, created_via, created_by, created_at, updated_at, external_id, metadata, labels, note, thread_as, thread, split)
      overriding system value
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, set_config('crier.actor', $12, true), $13, $13, $14, $15, $16, $17, $18, $19, $20)`,
    values: [
      workspace_id,
      id,
      post.content,
      post.first_comment,
      JSON.stringify(post.platform_options),
      JSON.stringify(post.platform_content),
      post.in_doubt ?? null,
      post.status,
      post.scheduled_at,
      post.charged_month,
      post.created_via,
      post.created_by,
      now,
      post.external_id ?? null,
      post.metadata ? JSON.stringify(post.metadata) : null,
      textsAsText(post.labels ?? []),
      post.note ?? null,
      post.thread_as ?? null,
      post.thread ? JSON.stringify(post.thread) : null,
      post.split ?? null,
    ],
  }
}

/** Under the number that was taken for it, where it had to be known before; else under the next. */
export async function insertPostAt(
  scope: Scope,
  at: number | undefined,
  post: NewPost,
  now: Date,
): Promise<number> {
  if (at === undefined) return insertPost(scope, post, now)
  await ask(scope.db, createPost(scope.workspace_id, at, post, now))
  return at
}

/** In the order of the accounts. `due_at` null: it waits for a decision. */
export function createDeliveries(
  workspace_id: number,
  post_id: number,
  account_ids: readonly number[],
  due_at: string | null,
): Statement {
  return {
    text: `
      insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at, wanted_at)
      select $1::bigint, $2::bigint, wanted.place - 1, a.id, a.platform, a.sandbox, $4::timestamptz, $4::timestamptz
      from unnest($3::bigint[]) with ordinality as wanted (id, place)
      join accounts a on a.workspace_id = $1 and a.id = wanted.id`,
    values: [workspace_id, post_id, account_ids, due_at],
  }
}

/** Refuses when one of them was deleted meanwhile; none is until the trip is over. */
export function createAttachments(
  workspace_id: number,
  post_id: number,
  media: readonly { id: number; alt_text: string | null }[],
): Statement {
  return {
    text: `
      with wanted as (select * from jsonb_to_recordset($3::jsonb) as wanted (id bigint, place integer, alt_text text)),
      attached as (
        insert into post_media (workspace_id, post_id, position, media_id, alt_text)
        select $1::bigint, $2::bigint, wanted.place, m.id, wanted.alt_text from wanted
        join media m on m.workspace_id = $1 and m.id = wanted.id and m.deleted_at is null
        for key share of m returning 1)
      select refuse('media') where (select count(*) from attached) < (select count(*) from wanted)`,
    values: [
      workspace_id,
      post_id,
      JSON.stringify(media.map(({ id, alt_text }, place) => ({ id, place, alt_text }))),
    ],
  }
}
