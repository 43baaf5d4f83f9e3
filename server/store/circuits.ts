/** Which platforms do not answer anybody: shared by all workers, so that one finding out is enough. */
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** A platform, or its emulator. */
export interface PlatformSide {
  platform: string
  sandbox: boolean
}

/** By which processes count what is under way there. */
export const sideOf = ({ platform, sandbox }: PlatformSide) => `${platform} ${String(sandbox)}`

export interface Silence extends PlatformSide {
  account_id: number
  /** Not nobody: a page of something in front of it. */
  page: boolean
  now: Date
  /** Divides the pauses; 1 on real platforms. */
  pace: number
}

/**
 * So many accounts in a row without an answer: one account may have a server of its own (Bluesky), or bad luck. Of pages all
 * there are, where they are fewer: each call into them is a post in doubt, and a pause costs it seconds.
 */
const ACCOUNTS = 3
/** Milliseconds until a probe, doubled by every probe that fails. */
const FIRST_PAUSE = 15_000
const LONGEST_PAUSE = 300_000

/** A call of this account found nobody there. Answers until when the platform is left alone, if that has just begun. */
export async function recordSilence(
  db: Db,
  { platform, sandbox, account_id, page, now, pace }: Silence,
): Promise<Date | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into circuits (platform, sandbox, accounts, pages) values (${platform}, ${sandbox}, array[${account_id}::bigint], ${page})
      on conflict (platform, sandbox) do update set pages = circuits.pages or excluded.pages, accounts = case
        when cardinality(circuits.accounts) >= ${ACCOUNTS} or circuits.accounts @> excluded.accounts then circuits.accounts
        else circuits.accounts || excluded.accounts end`.execute(tx)
    // While it is open, whatever was under way before says nothing new.
    const { rows } = await sql<{ until: string }>`
      update circuits set opened = opened + 1, probe_until = null,
        until = ${now}::timestamptz + interval '1 millisecond' * least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * 2 ^ least(opened, 10)) / ${pace}::float
      where platform = ${platform} and sandbox = ${sandbox}
        and cardinality(accounts) >= least(${ACCOUNTS}, case when pages then (
          select count(*) from accounts a where a.platform = circuits.platform and a.sandbox = circuits.sandbox
            and a.removed_at is null and a.health not in ('needs_reconnect', 'disabled')) end)
        and (until is null or until <= ${now})
      returning until`.execute(tx)
    return rows[0] && new Date(rows[0].until)
  })
}

/**
 * The platform answers: everything goes on. Whether it was thought silent. Where pages stood before the calls that publish, a
 * look that is answered (`published` false) says nothing of those: the next delivery may ask.
 */
export async function recordAnswer(
  db: Db,
  { platform, sandbox }: PlatformSide,
  { published }: { published: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from circuits where platform = ${platform} and sandbox = ${sandbox} and (${published} or not pages) returning platform),
    asked as (
      update circuits set probe_until = null
      where platform = ${platform} and sandbox = ${sandbox} and pages and not ${published}::boolean)
    select from ended`.execute(db)
  return rows.length > 0
}

/** Whoever was to find out has asked nothing: the next one may. */
export async function releaseProbe(db: Db, { platform, sandbox }: PlatformSide, now: Date) {
  await sql`
    update circuits set probe_until = null
    where platform = ${platform} and sandbox = ${sandbox} and until <= ${now} and probe_until is not null`.execute(
    db,
  )
}
