/** Deliveries that wait because an equal post of their account is being looked for. */
import { sql } from 'kysely'
import { announce } from './deliveries.ts'
import { type PlatformAccount, stepsWithoutLooks } from './receipts.ts'
import type { Db } from './schema.ts'

/** Why they wait: the error code of a delivery that is pending. */
export const TWIN_IN_DOUBT = 'twin_in_doubt'

/** What was looked for on this account is settled: whoever waits for it need not wait longer. */
export async function wakeTwins(
  db: Db,
  { platform, sandbox, platform_account_id }: PlatformAccount,
  now: Date,
) {
  // Two that settle together must not wait for each other's rows; a row that is taken is awake.
  const { numAffectedRows = 0n } = await sql`
    update deliveries set due_at = ${now}
    from (
      select d.workspace_id, d.id
      from accounts a join deliveries d on d.workspace_id = a.workspace_id and d.account_id = a.id
      where a.platform = ${platform} and a.sandbox = ${sandbox} and a.platform_account_id = ${platform_account_id}
        and d.status = 'pending' and d.due_at > ${now} and d.error_code = ${TWIN_IN_DOUBT}
      for update of d skip locked) as held
    where deliveries.workspace_id = held.workspace_id and deliveries.id = held.id`.execute(db)
  if (numAffectedRows > 0n) await announce({ db }, 'due')
}

export interface LookedFor extends PlatformAccount {
  workspace_id: number
  id: number
  status: 'publishing'
  steps: unknown
}

/** What is being looked for on these accounts, in every workspace that holds them, with how far it is. */
export async function lookedFor(
  db: Db,
  accounts: readonly PlatformAccount[],
): Promise<LookedFor[]> {
  // What is in doubt is publishing. Asked for its status, another index would lead to everything that is under way.
  const { rows } = await sql<LookedFor>`
    select i.platform, i.sandbox, i.platform_account_id, d.workspace_id, d.id, d.status, ${stepsWithoutLooks} as steps
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as i(platform text, sandbox boolean, platform_account_id text)
    join accounts a on a.platform = i.platform and a.sandbox = i.sandbox and a.platform_account_id = i.platform_account_id
    join deliveries d on d.workspace_id = a.workspace_id and d.account_id = a.id and d.in_doubt`.execute(
    db,
  )
  return rows
}
