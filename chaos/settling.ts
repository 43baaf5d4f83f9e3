/** The time after the last fault: everything runs, and nothing may be left over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Person } from './person.ts'
import type { Stage } from './stage.ts'

/**
 * Waits that are longer than this are cut short to it: a platform's quarter of an hour is no news. Not to nothing: twenty
 * tries of a cause that lasts must take longer than a restart.
 */
const LONG = 6_000

/** Resolves when nothing is under way any more, or when for `patience` ms nothing has ended; answers how many are left. */
export async function settle(stage: Stage, helper: Person, { patience }: { patience: number }) {
  let least = Number.POSITIVE_INFINITY
  let since = Date.now()
  for (;;) {
    await skipTime(stage)
    const busy = await helper.help()
    const left = await open(stage)
    if (left === 0 && busy === 0) return left
    if (left < least) since = Date.now()
    least = Math.min(least, left)
    if (Date.now() - since > patience) return left
    await sleep(500)
  }
}

async function open(stage: Stage) {
  const { rows } = await stage.patiently((db) =>
    sql<{ n: number }>`
      select (
        select count(*) from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id
        where d.status = 'publishing' or (d.status = 'pending' and d.due_at is not null)
      ) + (
        select count(*) from (
          select workspace_id, delivery_id from removals where state in ('pending', 'removing')
          union all select workspace_id, delivery_id from edits where state in ('pending', 'editing')) r
        join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id
        where d.watch_at is null or d.platform_post_id is not null
      ) as n`.execute(db),
  )
  return rows[0]?.n ?? 0
}

/** Whatever landed is shown by then, by the pace of the experiment: ten minutes. */
const SHOWN = 20_000

/**
 * What was known by its words alone is looked at again ten minutes and an hour later: here, once everything is shown that landed.
 * Resolves when none of these is watched any more, or after `patience` ms.
 */
export async function lookAgain(
  stage: Stage,
  ids: readonly number[],
  { patience }: { patience: number },
) {
  await sleep(SHOWN)
  const until = Date.now() + patience
  for (;;) {
    const left = await stage.patiently(async (db) => {
      // Who has taken one has ten minutes for it.
      await sql`
        update deliveries set watch_at = now()
        where id = any (${ids}::bigint[]) and watch_at is not null and (watches = 0 or watch_at > now() + interval '11 minutes')`.execute(
        db,
      )
      const { rows } =
        await sql`select from deliveries where id = any (${ids}::bigint[]) and watch_at is not null`.execute(
          db,
        )
      return rows.length
    })
    if (left === 0 || Date.now() > until) return
    await sleep(1_000)
  }
}

/**
 * Lets long waits pass: "do not come back for fifteen minutes" would make every run a quarter of an hour longer. What a
 * worker holds has a lease of seconds and is left alone, so this only does what waiting would have done.
 */
export async function skipTime(stage: Stage) {
  const far = new Date(Date.now() + LONG)
  await stage.patiently(async (db) => {
    await sql`update accounts set paused_until = now() where paused_until > ${far}`.execute(db)
    await sql`update pauses set until = now() where until > ${far}`.execute(db)
    await sql`update deliveries set due_at = ${far} where status = 'pending' and attempt > 0 and due_at > ${far}`.execute(
      db,
    )
    for (const errands of ['removals', 'edits'])
      await sql`update ${sql.table(errands)} set due_at = ${far} where state = 'pending' and due_at > ${far}`.execute(
        db,
      )
    await sql`update deliveries set lease_until = ${far} where status = 'publishing' and lease_until > ${far}`.execute(
      db,
    )
  })
}

/** The same during the run. */
export async function skipTimeUntil(stage: Stage, signal: AbortSignal) {
  while (!signal.aborted) {
    await skipTime(stage)
    await sleep(1_000, undefined, { signal }).catch(() => {})
  }
}
