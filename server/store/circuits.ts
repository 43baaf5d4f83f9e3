/** Which platforms do not answer anybody: shared by all workers, so that one finding out is enough. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** A platform, or its emulator. */
export interface PlatformSide {
  platform: string
  sandbox: boolean
}

export interface Silence extends PlatformSide {
  account_id: number
  now: Date
  /** Divides the pauses; 1 on real platforms. */
  pace: number
}

/** So many accounts in a row without an answer: one account may have a server of its own (Bluesky), or bad luck. */
const ACCOUNTS = 3
/** Milliseconds until a probe, doubled by every probe that fails. */
const FIRST_PAUSE = 15_000
const LONGEST_PAUSE = 300_000

/** A call of this account found nobody there. Answers until when the platform is left alone, if that has just begun. */
export async function recordSilence(
  db: Db,
  { platform, sandbox, account_id, now, pace }: Silence,
): Promise<Date | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into circuits (platform, sandbox, accounts) values (${platform}, ${sandbox}, array[${account_id}::bigint])
      on conflict (platform, sandbox) do update set accounts = case
        when cardinality(circuits.accounts) >= ${ACCOUNTS} or circuits.accounts @> excluded.accounts then circuits.accounts
        else circuits.accounts || excluded.accounts end`.execute(tx)
    // While it is open, whatever was under way before says nothing new.
    const { rows } = await sql<{ until: string }>`
      update circuits set opened = opened + 1, probe_until = null,
        until = ${now}::timestamptz + interval '1 millisecond' * least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * 2 ^ least(opened, 10)) / ${pace}::float
      where platform = ${platform} and sandbox = ${sandbox} and cardinality(accounts) >= ${ACCOUNTS}
        and (until is null or until <= ${now})
      returning until`.execute(tx)
    return rows[0] && new Date(rows[0].until)
  })
}

/** The platform answers: everything goes on. Whether it was thought silent. */
export async function recordAnswer(db: Db, { platform, sandbox }: PlatformSide): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('circuits')
    .where('platform', '=', platform)
    .where('sandbox', '=', sandbox)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
