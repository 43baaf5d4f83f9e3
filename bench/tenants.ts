/** Workspaces to measure in: each with a key and with accounts, as connecting makes them. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashSecret, previewOf } from '#rules/key.ts'
import { upsertAccount } from '#store/accounts.ts'
import { insertKey } from '#store/keys.ts'
import type { Db } from '#store/schema.ts'
import { insertWorkspace } from '#store/workspaces.ts'

export interface Tenant {
  workspace_id: number
  token: string
  account_ids: number[]
}

/** Copies of the first workspace's accounts, which publish nothing: their tokens are sealed for another. */
export async function addTenants(db: Db, count: number): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  for (let index = 0; index < count; index++) {
    const now = new Date()
    const { id: workspace_id } = await insertWorkspace(
      db,
      { name: `Tenant ${index}`, plan: 'unlimited' },
      now,
    )
    const token = await addKey(db, workspace_id)
    const { rows } = await sql<{ id: number }>`
      insert into accounts (workspace_id, platform, platform_account_id, sandbox, kind, name, username, settings, secret, refreshable, connected_at)
      select ${workspace_id}, platform, platform_account_id, sandbox, kind, name, username, settings, secret, refreshable, connected_at
      from accounts where workspace_id = (select min(id) from workspaces) order by id limit 2 returning id`.execute(
      db,
    )
    tenants.push({ workspace_id, token, account_ids: rows.map((row) => row.id) })
  }
  return tenants
}

/** Of all abilities; answers its token. */
export async function addKey(db: Db, workspace_id: number) {
  const secret = randomBytes(32).toString('base64url')
  const key = {
    name: 'bench',
    secret_hash: hashSecret(secret),
    preview: previewOf(secret),
    abilities: ['*'],
  }
  const { id } = await insertKey({ db, workspace_id }, key, new Date())
  return `${id}|${secret}`
}

/** Posts in every state, with a delivery on each account: what was made last goes out last, a minute apart, and nothing within a day. */
export async function addPosts(db: Db, { workspace_id }: Tenant, count: number) {
  await sql`
    with made as (
      insert into posts (workspace_id, content, status, scheduled_at, published_at, created_via, created_by, created_at, updated_at)
      select ${workspace_id}, 'Post ' || i, (array['draft', 'scheduled', 'published', 'failed'])[1 + i % 4],
        case i % 4 when 0 then null when 1 then now() + interval '1 day' + (${count}::int - i) * interval '1 minute'
          else now() - i * interval '1 minute' end,
        case when i % 4 = 2 then now() - i * interval '1 minute' end,
        'rest', 'bench', now() - i * interval '1 minute', now()
      from generate_series(1, ${count}::int) i returning id, workspace_id, status, scheduled_at, created_at)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, due_at, published_at)
    select m.workspace_id, m.id, a.id, row_number() over (partition by m.id order by a.id), a.platform, a.sandbox,
      case m.status when 'published' then 'published' when 'failed' then 'failed' else 'pending' end,
      case m.status when 'scheduled' then m.scheduled_at end, case m.status when 'published' then m.created_at end
    from made m join accounts a on a.workspace_id = m.workspace_id`.execute(db)
  await sql`vacuum analyze posts, deliveries`.execute(db)
}

/** An account of the database alone: no platform knows it. */
export async function addAccount(db: Db, workspace_id: number, platform: string) {
  const { id } = await upsertAccount(db, {
    workspace_id,
    platform,
    platform_account_id: 'bench',
    sandbox: true,
    kind: 'profile',
    name: 'bench',
    username: 'bench',
    avatar_url: null,
    settings: '{}',
    secret: Buffer.alloc(0),
    refreshable: false,
    token_expires_at: null,
    connected_at: new Date(),
  })
  return id
}
