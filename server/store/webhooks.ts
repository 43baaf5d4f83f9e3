/** Webhooks as their owners see and change them. One statement a function. */
import { sql } from 'kysely'
import type { DisabledWhy } from '#rules/webhook.ts'
import { later } from './columns.ts'
import { tell } from './events.ts'
import type { Db, Scope } from './schema.ts'

const shown = [
  'url',
  'description',
  'types',
  'old_until',
  'failing_since',
  'failures',
  'disabled_at',
  'disabled_why',
  'created_at',
  'updated_at',
] as const

/** Those of whoever asks: all of the workspace, or only what one credential made. */
export interface Owned extends Scope {
  readonly made_by?: string | undefined
}

export interface NewWebhook {
  url: string
  description: string
  types: readonly string[] | null
  account_ids: readonly number[] | null
  secret: Buffer
  made_by: string
}

/** It starts at the present: what has happened before is not sent. */
export async function insertWebhook(
  { db, workspace_id }: Scope,
  { types, account_ids, ...hook }: NewWebhook,
  now: Date,
) {
  const { id } = await db
    .insertInto('webhooks')
    .values({
      workspace_id,
      ...hook,
      types: types && [...types],
      account_ids: account_ids && [...account_ids],
      position: sql<number>`(select seq from event_counter)`,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listWebhooks(scope: Owned) {
  return selectWebhooks(scope).orderBy('id').execute()
}

export async function findWebhook(scope: Owned, id: number) {
  return selectWebhooks(scope).where('id', '=', id).executeTakeFirst()
}
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Held against other changes until the transaction ends. */
export async function lockWebhook(scope: Owned, id: number) {
  return selectWebhooks(scope)
    .select(['secret', 'made_by'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function countWebhooks({ db, workspace_id }: Scope) {
  // Two that are made at once count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('crier:webhooks', ${workspace_id}))`.execute(
    db,
  )
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return count
}

export async function changeWebhook(
  { db, workspace_id }: Scope,
  id: number,
  change: {
    url?: string | undefined
    description?: string | undefined
    types?: readonly string[] | null | undefined
    account_ids?: readonly number[] | null | undefined
  },
  now: Date,
) {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  )
  await db
    .updateTable('webhooks')
    .set({ ...given, updated_at: later(now) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** It goes on at the present; what is dead stays dead until it is asked for, as does what was under way when it went off. */
export async function enableWebhook(scope: Scope, id: number, now: Date) {
  const { db, workspace_id } = scope
  await giveUpWaiting(scope, id, now)
  await db
    .updateTable('webhooks')
    .set({
      disabled_at: null,
      disabled_why: null,
      failing_since: null,
      failures: 0,
      dead_told: false,
      position: sql`(select seq from event_counter)`,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** Nothing is sent any more: what waits is dead. False: it was switched off already, or is not there. */
export async function disableWebhook(
  { db, workspace_id }: Scope,
  id: number,
  disabled_why: DisabledWhy,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_why })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await giveUpWaiting({ db, workspace_id }, id, now)
  return true
}

/** What waits, and what nobody is sending any more. */
export async function giveUpWaiting({ db, workspace_id }: Scope, id: number, now: Date) {
  await db
    .updateTable('webhook_sends')
    .set({ state: 'dead', lease_until: null })
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', id)
    .where((is) =>
      is.or([
        is('state', '=', 'waiting'),
        is.and([is('state', '=', 'sending'), is('lease_until', '<=', now.toISOString())]),
      ]),
    )
    .execute()
}

/** What signed before the last change goes behind it until its own time is over. */
export async function rotateSecret(
  { db, workspace_id }: Scope,
  id: number,
  { secret, old_until }: { secret: Buffer; old_until: Date },
  now: Date,
) {
  await sql`
    insert into webhook_old_secrets (workspace_id, webhook_id, secret, until)
    select workspace_id, id, old_secret, old_until from webhooks
    where workspace_id = ${workspace_id} and id = ${id} and old_secret is not null and old_until > ${now}`.execute(
    db,
  )
  await db
    .updateTable('webhooks')
    .set({ secret, old_secret: sql`secret`, old_until })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** The ends of those before the newest old one, the first first; those that are over are forgotten. */
export async function endsOfOldSecrets(
  { db, workspace_id }: Scope,
  webhook_id: number,
  now: Date,
): Promise<Date[]> {
  await db
    .deleteFrom('webhook_old_secrets')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .where('until', '<=', now.toISOString())
    .execute()
  const rows = await db
    .selectFrom('webhook_old_secrets')
    .select('until')
    .where('workspace_id', '=', workspace_id)
    .where('webhook_id', '=', webhook_id)
    .orderBy('until')
    .execute()
  return rows.map(({ until }) => new Date(until))
}

/** Sealed as they are: what nothing is signed with any more lies nowhere. */
export async function pruneOldSecrets(db: Db, now: Date) {
  await db.deleteFrom('webhook_old_secrets').where('until', '<=', now.toISOString()).execute()
  await db
    .updateTable('webhooks')
    .set({ old_secret: null, old_until: null })
    .where('old_until', '<=', now.toISOString())
    .execute()
}

export async function deleteWebhook({ db, workspace_id }: Scope, id: number) {
  await db
    .deleteFrom('webhooks')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** An event that is meant for this webhook alone. Its number comes with the others. */
export async function insertTest(scope: Scope, id: number) {
  await tell(scope, 'webhook.test', { webhook_id: String(id) })
}

function selectWebhooks({ db, workspace_id, made_by }: Owned) {
  return (
    db
      .selectFrom('webhooks')
      .select(shown)
      .select(sql<string>`id::text`.as('id'))
      // The driver reads lists of bigint as text.
      .select(sql<number[] | null>`to_jsonb(account_ids)`.as('account_ids'))
      .select(
        sql<number>`(select count(*) from webhook_sends s where s.webhook_id = webhooks.id and s.state = 'dead')`.as(
          'dead',
        ),
      )
      .where('workspace_id', '=', workspace_id)
      .$if(made_by !== undefined, (query) => query.where('made_by', '=', made_by ?? ''))
  )
}
