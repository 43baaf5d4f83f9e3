/** Connected social accounts. Their tokens leave this layer sealed; only connecting and publishing open them. */
import { sql } from 'kysely'
import type { AccountHealth } from '#rules/post.ts'
import type { Db, Schema, Scope } from './schema.ts'

const shown = [
  'id',
  'platform',
  'kind',
  'name',
  'username',
  'avatar_url',
  'health',
  'health_message',
  'token_expires_at',
  'connected_at',
  'sandbox',
] as const

export async function listAccounts({ db, workspace_id, account_ids }: Scope) {
  return db
    .selectFrom('accounts')
    .select(shown)
    .where('workspace_id', '=', workspace_id)
    .where('removed_at', 'is', null)
    .$if(account_ids !== undefined, (query) => query.where('id', 'in', account_ids ?? []))
    .orderBy('id')
    .execute()
}
export type AccountRow = Awaited<ReturnType<typeof listAccounts>>[number]

/** The live ones among `ids`, with the settings that platform rules depend on. */
export async function findAccounts(
  { db, workspace_id, account_ids }: Scope,
  ids: readonly number[],
) {
  const seen = account_ids ? ids.filter((id) => account_ids.includes(id)) : ids
  if (!seen.length) return []
  return db
    .selectFrom('accounts')
    .select([...shown, 'settings'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', seen)
    .where('removed_at', 'is', null)
    .execute()
}
export type AccountWithSettings = Awaited<ReturnType<typeof findAccounts>>[number]

export type Connection = Pick<
  Schema['accounts'],
  | 'workspace_id'
  | 'platform'
  | 'platform_account_id'
  | 'sandbox'
  | 'kind'
  | 'name'
  | 'username'
  | 'avatar_url'
  | 'secret'
  | 'refreshable'
> & {
  /** JSON text. */
  settings: string
  token_expires_at: Date | null
  connected_at: Date
}

/** Connects an account, or reconnects the one that is there: never two rows for one account of a platform. */
export async function upsertAccount(db: Db, account: Connection) {
  const { workspace_id, platform, platform_account_id, sandbox, ...fresh } = account
  return db
    .insertInto('accounts')
    .values({ workspace_id, platform, platform_account_id, sandbox, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'platform', 'platform_account_id', 'sandbox']).doUpdateSet({
        ...fresh,
        token_version: sql`accounts.token_version + 1`,
        health: 'healthy',
        health_message: null,
        paused_until: null,
        removed_at: null,
      }),
    )
    .returning(['id', 'username', 'platform'])
    .executeTakeFirstOrThrow()
}

/** A request that publishes was begun, and its end is not known; the same question as `inDoubt` of rules/progress.ts. */
export const inDoubt = (steps = sql.ref('steps')) => sql<boolean>`exists (
  select from jsonb_each(${steps}) as step (name, entry)
  where entry ? 'started_at' and not entry ?| array['result', 'warning'])`

/**
 * After a reconnect, what waited for it may be retried by a person; nothing stale goes out by itself. What may be out already
 * goes on with the look that the account stood in the way of, however late.
 */
export async function unblockAccount({ db, workspace_id }: Scope, account_id: number, now: Date) {
  const blocked = () =>
    db
      .updateTable('deliveries')
      .where('workspace_id', '=', workspace_id)
      .where('account_id', '=', account_id)
      .where('status', '=', 'blocked')
      .where('blocked_reason', '=', 'account_disconnected')
  await lockBlocked({ db, workspace_id }, account_id)
  const resumed = await blocked()
    .where(inDoubt())
    .set({
      status: 'publishing',
      blocked_reason: null,
      error_code: null,
      error_message: null,
      lease_until: now,
      lease_token: sql`lease_token + 1`,
      in_doubt: true,
    })
    .returning('post_id')
    .execute()
  await blocked()
    .set({
      status: 'failed',
      blocked_reason: null,
      // What stood in the way is in its attempts; nobody is told of it as if it still did.
      error_code: 'account_reconnected',
      error_message: 'The account was disconnected when this was due. Retry to send it now.',
    })
    .execute()
  await db
    .updateTable('posts')
    .set({ status: 'scheduled', error_message: null, updated_at: now })
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [0, ...resumed.map(({ post_id }) => post_id)])
    .where('status', '=', 'failed')
    .execute()
}

/** Whoever decides about a post locks it before its deliveries; both in the order of their ids, as everybody does. */
async function lockBlocked({ db, workspace_id }: Scope, account_id: number) {
  const waiting = db
    .selectFrom('deliveries')
    .where('workspace_id', '=', workspace_id)
    .where('account_id', '=', account_id)
    .where('status', '=', 'blocked')
    .where('blocked_reason', '=', 'account_disconnected')
  await db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', waiting.select('post_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await waiting.select('id').orderBy('id').forNoKeyUpdate().execute()
}

/**
 * Forgets how to reach it. What was published stays with its numbers, and the account comes back under the same id when
 * it is connected again. False: it was not there.
 */
export async function removeAccount({ db, workspace_id }: Scope, id: number, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({
      removed_at: now,
      secret: Buffer.alloc(0),
      refreshable: false,
      token_expires_at: null,
      token_version: sql`token_version + 1`,
      health: 'disabled',
      health_message: null,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether any workspace has a live account on one of these. */
export async function hasAccountOn(
  db: Scope['db'],
  platforms: readonly string[],
  sandbox: boolean,
): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('platform', 'in', platforms)
    .where('sandbox', '=', sandbox)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Connected or not any more. */
export async function knowsAccount({ db, workspace_id }: Scope, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** Scheduled posts that are still to go there. */
export async function countPlanned({ db, workspace_id }: Scope, id: number): Promise<number> {
  const { planned } = await db
    .selectFrom('deliveries')
    .innerJoin('posts', (join) =>
      join
        .onRef('posts.workspace_id', '=', 'deliveries.workspace_id')
        .onRef('posts.id', '=', 'deliveries.post_id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('planned'))
    .where('deliveries.workspace_id', '=', workspace_id)
    .where('deliveries.account_id', '=', id)
    .where('deliveries.status', '=', 'pending')
    .where('posts.status', '=', 'scheduled')
    .where('posts.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return planned
}

/** Which of the platform's accounts this workspace has. */
export async function connectedAmong(
  { db, workspace_id }: Scope,
  at: { platform: string; sandbox: boolean },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('accounts')
    .select('platform_account_id')
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', at.platform)
    .where('sandbox', '=', at.sandbox)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ platform_account_id }) => platform_account_id))
}

/** What the platform calls a live account, and how people know it. */
export async function findOnPlatform({ db, workspace_id }: Scope, id: number) {
  return db
    .selectFrom('accounts')
    .select(['platform_account_id', 'platform', 'sandbox', 'username', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Says what was seen with that version of the token; a newer one has a health of its own. */
export async function setHealth(
  { db, workspace_id }: Scope,
  { id, token_version }: { id: number; token_version: number },
  health: AccountHealth,
  message: string | null,
) {
  await db
    .updateTable('accounts')
    .set({ health, health_message: message })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('token_version', '=', token_version)
    .execute()
}

export async function pauseAccount({ db, workspace_id }: Scope, id: number, until: Date) {
  await db
    .updateTable('accounts')
    .set({ paused_until: sql`greatest(paused_until, ${until})` })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** Everything of one platform waits, for every workspace: the limit is our app's. */
export async function pausePlatform(
  db: Db,
  pause: { platform: string; sandbox: boolean; until: Date; reason: string },
) {
  await db
    .insertInto('pauses')
    .values(pause)
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'sandbox'])
        .doUpdateSet({ until: sql`greatest(pauses.until, excluded.until)`, reason: pause.reason }),
    )
    .execute()
}

/** As it is told to others: connected or not any more. */
export async function findAnyAccount({ db, workspace_id, account_ids }: Scope, id: number) {
  if (account_ids && !account_ids.includes(id)) return undefined
  return db
    .selectFrom('accounts')
    .select(['id', 'platform', 'kind', 'name', 'username', 'health', 'sandbox'])
    .select(sql<boolean>`removed_at is null`.as('connected'))
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Removed ones too. */
export async function accountsOn({ db, workspace_id }: Scope, platform: string): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .execute()
  return rows.map(({ id }) => id)
}
