/** The sealed tokens of an account, and who may refresh them: one at a time, across processes. */
import { sql } from 'kysely'
import type { Db, PlatformJson, Scope } from './schema.ts'

const columns = [
  'id',
  'platform',
  'sandbox',
  'platform_account_id',
  'username',
  'settings',
  'secret',
  'token_expires_at',
  'token_version',
  'refreshable',
  'health',
] as const

export async function readToken({ db, workspace_id }: Scope, account_id: number) {
  return db
    .selectFrom('accounts')
    .select(columns)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', account_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}
export type TokenRow = NonNullable<Awaited<ReturnType<typeof readToken>>>

/** The same for many accounts of any workspaces. */
export async function readTokens(
  db: Db,
  wanted: readonly { workspace_id: number; account_id: number }[],
) {
  const { rows } = await sql<TokenRow & { workspace_id: number }>`
    select a.workspace_id, ${sql.join(columns.map((column) => sql.ref(`a.${column}`)))}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(workspace_id bigint, account_id bigint)
    join accounts a on a.workspace_id = w.workspace_id and a.id = w.account_id
    where a.removed_at is null`.execute(db)
  return rows
}

/** The right to refresh version `version`, until `until`; false when another has it, it is done, or was refused for good. */
export async function beginRefresh(
  { db, workspace_id }: Scope,
  refresh: { account_id: number; version: number; now: Date; until: Date },
) {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ refreshing_until: refresh.until })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', refresh.account_id)
    .where('token_version', '=', refresh.version)
    .where('health', '!=', 'needs_reconnect')
    .where((row) =>
      row.or([
        row('refreshing_until', 'is', null),
        row('refreshing_until', '<', refresh.now.toISOString()),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Saved before anybody uses it: the old token may be dead already. */
export async function saveToken(
  { db, workspace_id }: Scope,
  token: {
    account_id: number
    version: number
    secret: Buffer
    expires_at: Date | null
    refreshable: boolean
  },
) {
  await db
    .updateTable('accounts')
    .set({
      secret: token.secret,
      token_expires_at: token.expires_at,
      refreshable: token.refreshable,
      token_version: sql`token_version + 1`,
      refreshing_until: null,
      health: 'healthy',
      health_message: null,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', token.account_id)
    .where('token_version', '=', token.version)
    .executeTakeFirstOrThrow()
}

/** What has changed of the account's settings; the others stay. */
export async function changeSettings(
  { db, workspace_id }: Scope,
  account_id: number,
  settings: Record<string, PlatformJson>,
) {
  await db
    .updateTable('accounts')
    .set({ settings: sql`settings || ${JSON.stringify(settings)}::jsonb` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', account_id)
    .execute()
}

/** The refresh did not happen; the next one who needs it may try. */
export async function endRefresh({ db, workspace_id }: Scope, account_id: number, version: number) {
  await db
    .updateTable('accounts')
    .set({ refreshing_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', account_id)
    .where('token_version', '=', version)
    .execute()
}

/**
 * Over all workspaces: healthy accounts whose access token ended before `idle`, or ends before `ahead` on a platform that
 * renews no token that has ended; the oldest first.
 */
export async function listTokensToRenew(
  db: Db,
  { idle, ahead, platforms }: { idle: Date; ahead: Date; platforms: readonly string[] },
  limit: number,
) {
  return db
    .selectFrom('accounts')
    .select([...columns, 'workspace_id'])
    .where('refreshable', '=', true)
    .where('health', 'in', ['healthy', 'expiring'])
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('token_expires_at', '<', idle.toISOString()),
        eb.and([
          eb('platform', 'in', [...platforms, '']),
          eb('token_expires_at', '<', ahead.toISOString()),
        ]),
      ]),
    )
    .orderBy('token_expires_at')
    .limit(limit)
    .execute()
}

/** Over all workspaces: says of healthy accounts that nobody can refresh that they end before `ahead`. */
export async function markExpiring(db: Db, { ahead }: { ahead: Date }) {
  await db
    .updateTable('accounts')
    .set({
      health: 'expiring',
      health_message: sql`'Connect it again before ' || iso(token_expires_at) || ': its access ends then, and nobody but you can renew it.'`,
    })
    .where('refreshable', '=', false)
    .where('health', '=', 'healthy')
    .where('removed_at', 'is', null)
    .where('token_expires_at', '<', ahead.toISOString())
    .execute()
}
