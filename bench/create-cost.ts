/** What PostgreSQL does for a scheduled post on two accounts, in layers: each is taken away from the same database, the outermost first. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import type { Db } from '#store/schema.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { secondsOf, statOf } from './processor-time.ts'
import { addAccount } from './tenants.ts'
import { say } from './service.ts'

const POSTS = 4_000
const HANDS = 8
const tables = ['posts', 'deliveries'] as const

export async function createCost() {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'crier-create-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { connectionConfig } = stack.use(await startEmbedded({ dataDir }))
  await migrate(connectionConfig)
  const { db } = stack.use(connect(connectionConfig, { max: HANDS, name: 'bench' }))
  const { id: workspace_id } = await insertWorkspace(db, { name: 'b', plan: 'x' }, new Date())
  const account_ids = [
    await addAccount(db, workspace_id, 'x'),
    await addAccount(db, workspace_id, 'bluesky'),
  ]
  const round = (what: string) => measure(what, db, workspace_id, account_ids)

  await createMany(db, workspace_id, account_ids)
  await sql`analyze`.execute(db)
  await round('as it is')
  for (const table of tables)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  await round('without events and totals')
  for (const table of tables) for (const name of await indexesOf(db, table)) await drop(db, name)
  await round('…and without the indexes of lists')
  for (const table of tables)
    for (const name of await keysOf(db, table))
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  await round('…and without foreign keys')
}

async function measure(what: string, db: Db, workspace_id: number, account_ids: number[]) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const server = await parentOf(rows[0]?.pid ?? 0)
  const before = await processorTime(server)
  await createMany(db, workspace_id, account_ids)
  const each = ((await processorTime(server)) - before) / POSTS
  say(`create, ${what.padEnd(36)} ${each.toFixed(3)} ms of PostgreSQL a post`)
}

async function createMany(db: Db, workspace_id: number, account_ids: number[]) {
  let begun = 0
  const hand = async () => {
    while (begun++ < POSTS)
      await sql`
        with made as (
          insert into posts (workspace_id, content, platform_options, platform_content, status, scheduled_at, created_via, created_by, created_at, updated_at)
          values (${workspace_id}, 'A post like any other', '{}', '[]', 'scheduled', now(), 'rest', 'key:1', now(), now()) returning id
        )
        insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, due_at, wanted_at)
        select ${workspace_id}, made.id, place - 1, account, 'x', true, now(), now()
        from made, unnest(${account_ids}::bigint[]) with ordinality as wanted (account, place)`.execute(
        db,
      )
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
}

async function indexesOf(db: Db, table: string) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass and not i.indisunique`.execute(db)
  return rows.map(({ name }) => name)
}

async function drop(db: Db, index: string) {
  await sql`drop index ${sql.ref(index)}`.execute(db)
}

async function keysOf(db: Db, table: string) {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'f'`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

async function parentOf(pid: number | string) {
  return (await statOf(pid))[1]
}

/** Of all that the server started and that is still there, in milliseconds. */
async function processorTime(server: string | undefined) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(pids.map(parentOf))
  const own = pids.filter((_, index) => parents[index] === server)
  return (await secondsOf(own)) * 1000
}
