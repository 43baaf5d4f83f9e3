/** Answers kept for callers that send a call twice. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'
import type { Statement } from './trip.ts'

/**
 * Makes callers with the same key take turns until this transaction ends, here and in every other process: the second
 * one finds the first one's answer, or does the work itself if that one was rolled back.
 */
export async function takeTurns({ db, workspace_id }: Scope, credential: string, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${turnOf(workspace_id, credential, key)}, 0))`.execute(
    db,
  )
}

export async function findReply(
  { db, workspace_id }: Scope,
  credential: string,
  key: string,
  since: Date,
) {
  return db
    .selectFrom('replies')
    .select(['fingerprint', 'status', 'body', 'replays'])
    .where('workspace_id', '=', workspace_id)
    .where('credential', '=', credential)
    .where('key', '=', key)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirst()
}

/** One more time that it was asked for again; how often that was so far. */
export async function countReplay(scope: Scope, credential: string, key: string) {
  const row = await oneMore(scope, credential, key).executeTakeFirst()
  return row?.replays ?? 0
}

function oneMore({ db, workspace_id }: Scope, credential: string, key: string) {
  return db
    .updateTable('replies')
    .set({ replays: sql`replays + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('credential', '=', credential)
    .where('key', '=', key)
    .returning('replays')
}

/** As countReplay, of this very call and below `most` only. */
export async function countFreeReplay(
  scope: Scope,
  { credential, key, fingerprint, since }: Omit<Reply, 'body'> & { since: Date },
  most: number,
) {
  const row = await oneMore(scope, credential, key)
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', since.toISOString())
    .where('replays', '<', most)
    .executeTakeFirst()
  return row?.replays
}

export async function keepReply(
  { db, workspace_id }: Scope,
  reply: { credential: string; key: string; fingerprint: Buffer; status: number; body: Buffer },
  now: Date,
) {
  const row = { ...reply, created_at: now }
  await db
    .insertInto('replies')
    .values({ workspace_id, ...row })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'credential', 'key']).doUpdateSet({ ...row, replays: 0 }),
    )
    .execute()
}

function turnOf(workspace_id: number, credential: string, key: string) {
  return `${workspace_id}:${credential}:${key}`
}

interface Reply {
  credential: string
  key: string
  fingerprint: Buffer
  body: Buffer
}

/**
 * takeTurns and keepReply at once, first of a trip: refuses when the call was sent before. Never by a look, which would not
 * see what it waited for; the unique index knows.
 */
export function replyKept(
  workspace_id: number,
  { credential, key, fingerprint, body }: Reply,
  { now, since }: { now: Date; since: Date },
): Statement {
  return {
    text: `
      with turn as (select pg_advisory_xact_lock(hashtextextended($8, 0))),
      kept as (
        insert into replies (workspace_id, credential, key, fingerprint, status, body, created_at)
        select $1::bigint, $2::text, $3::text, $4::bytea, 0, $5::bytea, $6::timestamptz from turn
        on conflict (workspace_id, credential, key)
          do update set fingerprint = excluded.fingerprint, status = 0, body = excluded.body, created_at = excluded.created_at, replays = 0
          where replies.created_at <= $7 returning 1)
      select refuse('reply') where not exists (select from kept)`,
    values: [
      workspace_id,
      credential,
      key,
      fingerprint,
      body,
      now,
      since,
      turnOf(workspace_id, credential, key),
    ],
  }
}

export async function pruneReplies({ db }: Pick<Scope, 'db'>, before: Date) {
  await db.deleteFrom('replies').where('created_at', '<', before.toISOString()).execute()
}
