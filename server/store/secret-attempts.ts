/** How often a secret was tried lately; counted in rows, so that it holds over all processes. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

interface Rate {
  limit: number
  seconds: number
}

/** One more try, or the seconds until the next one is free. A try that is refused does not count. */
export async function countAttempt(
  db: Db,
  bucket: string,
  { limit, seconds }: Rate,
  now: Date,
): Promise<number | undefined> {
  const since = new Date(now.getTime() - seconds * 1000)
  const recent = sql`select hit from unnest(a.hits) as hit where hit > ${since}::timestamptz`
  const { rows } = await sql`
    insert into attempts_at_secrets as a (bucket, hits) values (${bucket}, array[${now}::timestamptz])
    on conflict (bucket) do update set hits = array(${recent} order by hit) || ${now}::timestamptz
      where (select count(*) from (${recent}) as r) < ${limit}
    returning bucket`.execute(db)
  if (rows.length) return undefined

  const { rows: waits } = await sql<{ wait: number | null }>`
    select extract(epoch from min(hit) - ${since}::timestamptz)::float8 as wait
    from attempts_at_secrets as a, unnest(a.hits) as hit
    where bucket = ${bucket} and hit > ${since}::timestamptz`.execute(db)
  return Math.min(seconds, Math.max(1, Math.ceil(waits[0]?.wait ?? 1)))
}

export async function forgetAttempts(db: Db, buckets: readonly string[]) {
  await db
    .deleteFrom('attempts_at_secrets')
    .where('bucket', 'in', [...buckets])
    .execute()
}

export async function pruneAttempts(db: Db, before: Date) {
  await sql`
    delete from attempts_at_secrets
    where not exists (select from unnest(hits) as hit where hit > ${before}::timestamptz)`.execute(
    db,
  )
}
