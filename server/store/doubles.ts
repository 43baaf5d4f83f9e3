/** Posts with the same words for the same accounts. */
import type { Scope } from './schema.ts'
import { ask, type Statement, type Whose, workspaceIn } from './trip.ts'

export interface Words {
  content: string
  account_ids: readonly number[]
  /** They tell posts without a text apart. */
  media_ids: readonly number[]
  /** Null for a draft. */
  scheduled_at: string | null
}

/** Whoever wants to make the same post meanwhile waits until the transaction ends. */
export async function lockWords({ db, workspace_id }: Scope, words: Words) {
  await ask(db, wordsLocked(workspace_id, words))
}

export function wordsLocked(
  workspace_id: number,
  { content, account_ids }: Pick<Words, 'content' | 'account_ids'>,
): Statement {
  const words = JSON.stringify([workspace_id, content, account_ids.toSorted((a, b) => a - b)])
  return { text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [words] }
}

/**
 * The latest of the last hours: by the times for which both are meant, else by when it was made. Not one that failed for
 * good: that is made anew on purpose.
 */
export async function findDouble(
  { db, workspace_id, account_ids }: Scope,
  words: Words,
  hours: number,
  now: Date,
): Promise<number | undefined> {
  const [double] = await ask(db, doubleFor({ workspace_id }, words, { hours, now, account_ids }))
  return double?.id
}

interface Sought {
  hours: number
  now: Date
  /** The only accounts that exist for whoever asks. */
  account_ids?: readonly number[] | undefined
}

export function doubleFor(whose: Whose, words: Words, sought: Sought): Statement<{ id: number }> {
  const { workspace, id } = workspaceIn(whose)
  return { text: double(workspace), values: [id, ...valuesOf(words, sought)] }
}

/** Refuses when there is one. */
export function doubleRefused(workspace_id: number, words: Words, sought: Sought): Statement {
  return {
    text: `select refuse('double') where exists (${double('$1::bigint')})`,
    values: [workspace_id, ...valuesOf(words, sought)],
  }
}

function valuesOf(
  { content, account_ids, media_ids, scheduled_at }: Words,
  { hours, now, account_ids: seen }: Sought,
) {
  return [content, scheduled_at, now, hours, account_ids, media_ids, seen ?? null]
}

/**
 * Sorted apart: for one row by its time, before tables are analysed, an index that has this order looks best, and then every
 * post of the workspace is read.
 */
const double = (workspace: string) => `
  with same as materialized (
  select posts.id, posts.created_at from posts
  where posts.workspace_id = ${workspace} and md5(content) = md5($2) and content = $2 and deleted_at is null
    and ($8::bigint[] is null or not exists (select from deliveries d
      where d.workspace_id = posts.workspace_id and d.post_id = posts.id and d.account_id <> all($8)))
    and case when scheduled_at is null or $3::timestamptz is null then created_at > $4::timestamptz - interval '1 hour' * $5::int
      else scheduled_at > $3 - interval '1 hour' * $5 and scheduled_at < $3 + interval '1 hour' * $5 end
    and (status <> 'failed' or exists (
      select from deliveries d where d.workspace_id = posts.workspace_id and d.post_id = posts.id
        and d.blocked_reason = 'outcome_unknown'))
    and array(select d.account_id from deliveries d
      where d.workspace_id = posts.workspace_id and d.post_id = posts.id order by 1)
      = array(select unnest($6::bigint[]) order by 1)
    and (content ~ '\\S' or array(select m.media_id from post_media m
      where m.workspace_id = posts.workspace_id and m.post_id = posts.id and not m.in_thread order by m.position) = $7::bigint[]))
  select id from same order by created_at desc, id desc limit 1`
