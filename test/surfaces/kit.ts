/** What tests of the surfaces set up behind the service's back, since no surface offers it. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { hashSecret, previewOf } from '#rules/key.ts'
import { upsertAccount } from '#store/accounts.ts'
import { insertKey } from '#store/keys.ts'
import { insertMedia, type NewMedia } from '#store/media.ts'
import { firstWorkspace, insertWorkspace } from '#store/workspaces.ts'
import type { Body, TestService } from '../service.ts'

export async function demoWorkspace({ db }: Pick<TestService, 'db'>): Promise<number> {
  const workspace = await firstWorkspace(db)
  return z.object({ id: z.number() }).parse(workspace).id
}

/** A key with these abilities, for the demo workspace unless said. */
export async function newKey(
  service: Pick<TestService, 'db'>,
  abilities: readonly string[] = ['*'],
  workspace_id?: number,
) {
  const scope = { db: service.db, workspace_id: workspace_id ?? (await demoWorkspace(service)) }
  const secret = randomBytes(32).toString('base64url')
  const key = {
    name: 'Test',
    abilities,
    secret_hash: hashSecret(secret),
    preview: previewOf(secret),
  }
  const { id } = await insertKey(scope, key, new Date())
  return { id, secret, token: `${id}|${secret}` }
}

/** Another workspace with a key, an account and a media item of its own. */
export async function newNeighbour(service: TestService, plan = 'unlimited') {
  const { db } = service
  const { id: workspace_id } = await insertWorkspace(db, { name: 'Next door', plan }, new Date())
  const { id: account_id } = await newAccount(service, workspace_id)
  const key = await newKey(service, ['*'], workspace_id)
  return { workspace_id, account_id, media_id: await newMedia(service, {}, workspace_id), ...key }
}

/** As migrations/0106-half-out.ts does once: for deliveries that were written while nothing was noted. */
export async function noteHalfOut({ db }: Pick<TestService, 'db'>, workspace_id: number) {
  await sql`
    insert into half_out (workspace_id, post_id)
    select workspace_id, post_id from deliveries
    where workspace_id = ${workspace_id} and status in ('pending', 'published')
    group by 1, 2 having count(distinct status) = 2`.execute(db)
}

/** An account that looks connected; nothing can be published with it. */
export async function newAccount(
  { db }: Pick<TestService, 'db'>,
  workspace_id: number,
  platform = 'bluesky',
  settings: Record<string, unknown> = {},
) {
  const name = `account-${randomBytes(4).toString('hex')}`
  return upsertAccount(db, {
    workspace_id,
    platform,
    platform_account_id: name,
    sandbox: true,
    kind: 'profile',
    name,
    username: name,
    avatar_url: null,
    settings: JSON.stringify(settings),
    secret: Buffer.alloc(0),
    refreshable: false,
    token_expires_at: null,
    connected_at: new Date(),
  })
}

export async function setAccountHealth(
  { db }: TestService,
  id: number,
  health: 'healthy' | 'needs_reconnect',
) {
  await db.updateTable('accounts').set({ health }).where('id', '=', id).execute()
}

export async function newMedia(
  service: TestService,
  more: Partial<NewMedia> = {},
  workspace_id?: number,
) {
  const scope = { db: service.db, workspace_id: workspace_id ?? (await demoWorkspace(service)) }
  const media = {
    original_name: 'a.png',
    mime_type: 'image/png',
    size_bytes: 1000,
    blob_key: randomBytes(16).toString('hex'),
    width: 16,
    height: 16,
    duration: null,
    sha256: null,
    alt_text: null,
    ...more,
  }
  return insertMedia(scope, media, new Date())
}

/** Everything that is stored, but for what a mere look may change. */
export async function stored({ db }: TestService): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'
      and table_name not in ('events', 'fresh_events', 'event_counter', 'totals', 'total_changes') order by 1`.execute(
    db,
  )
  // They get their numbers a moment later, and are the same events.
  const events = await sql<{ rows: unknown }>`
    select coalesce(jsonb_agg(uuid order by uuid), '[]') as rows
    from (select uuid from events union all select uuid from fresh_events) e`.execute(db)
  // What is appended is folded a moment later, and counts the same.
  const totals = await sql<{ what: string; count: number }>`
    select workspace_id, what, sum(count)::bigint as count from (
      select workspace_id, what, count from totals union all select workspace_id, what, change from total_changes) t
    group by 1, 2 having sum(count) <> 0 order by 1, 2`.execute(db)
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const all = await sql<{ rows: unknown }>`
        select coalesce(jsonb_agg(to_jsonb(t) - 'last_used_at' order by to_jsonb(t) - 'last_used_at'), '[]') as rows
        from ${sql.table(name)} t`.execute(db)
      return [name, all.rows[0]?.rows] as const
    }),
  )
  return { ...Object.fromEntries(rows), events: events.rows[0]?.rows, totals: totals.rows }
}

/** A draft, or whatever `more` makes of it; answers its id. */
export async function newPost(service: TestService, more: Body = {}): Promise<number> {
  const plain = { content: 'Hello', social_account_ids: Object.values(service.accounts) }
  const { status, body } = await service.rest('POST', '/api/posts', { ...plain, ...more })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return idOf(body)
}

export function idOf(body: Body): number {
  return z.object({ id: z.number() }).parse(body).id
}

export function inAnHour(from = new Date()): string {
  return new Date(from.getTime() + 3_600_000).toISOString()
}
