/** Whether a platform came for a file under an address that only one call of ours carried, and until when it may. */
import { sql } from 'kysely'
import type { Pull } from '#rules/pull.ts'
import type { Db } from './schema.ts'

/** Notes that somebody came, the first time; false: the address was closed before. */
export async function noteFetch(
  db: Db,
  { workspace_id, delivery_id, step, began }: Pull,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    with noted as (
      insert into pulls (workspace_id, delivery_id, step, began, fetched_at)
      values (${workspace_id}, ${delivery_id}, ${step}, ${new Date(began)}, ${now})
      on conflict do nothing
      returning false as closed)
    select closed from noted
    union all
    select closed_at is not null from pulls
    where workspace_id = ${workspace_id} and delivery_id = ${delivery_id} and step = ${step} and began = ${new Date(began)}`.execute(
    db,
  )
  // Neither: another request is noting it this moment, and ours saw the table as it was before.
  const [known] = rows
  return known ? !known.closed : noteFetch(db, { workspace_id, delivery_id, step, began }, now)
}

/** Undefined: nobody came, and the address is open. */
export async function readPull(db: Db, pull: Pull): Promise<'fetched' | 'closed' | undefined> {
  const row = await named(db, pull).executeTakeFirst()
  return row && (row.closed_at === null ? 'fetched' : 'closed')
}

/** Lets nobody come any more, unless somebody came; says which of the two it is now. */
export async function closePull(db: Db, pull: Pull, now: Date): Promise<'fetched' | 'closed'> {
  const { began, ...of } = pull
  await db
    .insertInto('pulls')
    .values({ ...of, began: new Date(began), closed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await named(db, pull).executeTakeFirstOrThrow()
  return row.closed_at === null ? 'fetched' : 'closed'
}

function named(db: Db, { workspace_id, delivery_id, step, began }: Pull) {
  return db
    .selectFrom('pulls')
    .select('closed_at')
    .where('workspace_id', '=', workspace_id)
    .where('delivery_id', '=', delivery_id)
    .where('step', '=', step)
    .where('began', '=', new Date(began).toISOString())
}

/** What no call that is still looked for has to do with. */
export async function prunePulls(db: Db, before: Date) {
  await sql`
    delete from pulls p
    where p.began < ${before} and coalesce(p.fetched_at, p.closed_at) < ${before}
      and not exists (select from deliveries d
        where d.workspace_id = p.workspace_id and d.id = p.delivery_id and d.status in ('publishing', 'blocked'))`.execute(
    db,
  )
}
