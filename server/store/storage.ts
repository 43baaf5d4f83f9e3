/** What the files of a workspace take up: equal bytes once, and what is still to come of open uploads. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

/** Whoever asks goes on alone with this workspace's storage until its transaction ends. */
export async function holdStorage({ db, workspace_id }: Scope) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage:${workspace_id}`}, 2))`.execute(
    db,
  )
}

/** In bytes. Of an upload that came to nothing counts what had arrived, until it is cleared away. */
export async function storedBytes({ db, workspace_id }: Scope, now: Date): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (
      (select coalesce(sum(bytes), 0) from (
        select max(size_bytes) as bytes from media
        where workspace_id = ${workspace_id} and purged_at is null group by blob_key) as files)
      + (select coalesce(sum(case when refusal is null and expires_at > ${now.toISOString()}
          then size_bytes else received_bytes end), 0) from uploads u
        where u.workspace_id = ${workspace_id} and media_id is null
        and (refusal is null or exists (select from loose_blobs l
          where l.workspace_id = u.workspace_id and l.blob_key = u.blob_key)))
    )::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Uploads that may still become items. */
export async function countOpenUploads({ db, workspace_id }: Scope, now: Date): Promise<number> {
  const { open } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('workspace_id', '=', workspace_id)
    .where('expires_at', '>', now.toISOString())
    .where('media_id', 'is', null)
    .where('refusal', 'is', null)
    .executeTakeFirstOrThrow()
  return open
}
