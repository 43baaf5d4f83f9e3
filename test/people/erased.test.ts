/** What is left of a workspace whose time has come: nothing, in any table; and all of every other one. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { eraseWorkspaces } from '#chores/erase-workspaces.ts'
import { pruneFiles } from '#chores/prune-files.ts'
import { deleteByCommand } from '#people/workspace-deletion.ts'
import { holdFiles } from '#store/files-held.ts'
import { tablesOfWorkspaces } from '#store/erasing.ts'
import { doingOf, openService, type TestService } from '../service.ts'
import { form, picture, send } from '../media/kit.ts'
import { newKey } from '../surfaces/kit.ts'
import { plainly, tablesOf, tablesWith } from './every-table.ts'

let service: TestService
before(async () => {
  service = await openService({ ROLE: 'api' })
})
after(() => service[Symbol.asyncDispose]())

const WEEK = 7 * 86_400_000
const inAWeek = () => new Date(Date.now() + WEEK + 60_000)

/** A workspace with a row in every table, and a picture that came by its own key. */
async function full(name: string) {
  const { id } = await service.db
    .insertInto('workspaces')
    .values({ name, plan: 'unlimited', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = new Set(await filesIn())
  const { token } = await newKey(service, ['*'], id)
  const sent = await send(service, 'POST', '/api/media', form(picture()), {
    authorization: `Bearer ${token}`,
  })
  assert.equal(sent.status, 201)
  const own = (await filesIn()).filter((file) => !before.has(file))
  assert.ok(own.length > 0, 'its bytes are a file of the store')
  await plainly(service, async (add) => {
    for (const columns of (await tablesOf(service)).values()) {
      if (!columns.some(({ column_name }) => column_name === 'workspace_id')) continue
      await add(columns, { workspace_id: String(id) })
    }
  })
  return { id, files: own }
}

async function filesIn() {
  const found = await readdir(join(service.data_dir, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  })
  return found.flatMap((each) => (each.isFile() ? [each.name] : []))
}

/** What the service makes into something else a moment later: numbered events, and totals. */
const passing = new Set(['fresh_events', 'total_changes'])
const moving = new Set([...passing, 'events', 'totals'])

/** How many rows each table has of it. */
async function rowsOf(id: number, { but = new Set<string>() } = {}) {
  const counts: Record<string, number> = {}
  for (const table of await tablesWith(service, 'workspace_id')) {
    if (but.has(table)) continue
    const { rows } = await service.query(
      `select count(*)::int as count from ${table} where workspace_id = ${id}`,
    )
    counts[table] = Number(rows[0]?.['count'])
  }
  return counts
}

/** Every row of every table that is of this workspace, or of none. */
async function allBut(id: number) {
  const kept: Record<string, unknown> = {}
  for (const [table, columns] of await tablesOf(service)) {
    const names = columns.map(({ column_name }) => column_name)
    const where =
      table === 'workspaces'
        ? `t.id <> ${id}`
        : names.includes('workspace_id')
          ? `t.workspace_id is distinct from ${id}`
          : 'true'
    // Numbers that events get a moment later, and what mails and totals are folded to.
    if (['event_counter', 'notice_feed', 'totals', 'total_changes', 'mails'].includes(table))
      continue
    if (['events', 'fresh_events'].includes(table)) continue
    const { rows } = await service.query(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from ${table} t where ${where}`,
    )
    kept[table] = rows[0]?.['rows']
  }
  const { rows } = await service.query(`
    select coalesce(jsonb_agg(uuid order by uuid), '[]') as rows from (
      select uuid, workspace_id from events union all select uuid, workspace_id from fresh_events) e
    where workspace_id <> ${id}`)
  return { ...kept, events: rows[0]?.['rows'] }
}

const deps = async (now: Date) => ({ ...(await doingOf(service)), now: () => now })
const signal = () => AbortSignal.timeout(60_000)

test('every table with rows of workspaces is in the list of what is erased', async () => {
  const known = new Set<string>([...tablesOfWorkspaces, 'loose_blobs'])
  const missing = (await tablesWith(service, 'workspace_id')).filter((name) => !known.has(name))
  assert.deepEqual(missing, [])
})

test('nothing of it is left after its time, in no table and no file, and all of the others is there', async () => {
  const going = await full('Going')
  const staying = await full('Staying')
  assert.deepEqual(
    Object.entries(await rowsOf(going.id, { but: passing })).filter(([, count]) => !count),
    [],
    'there is something to erase in every table',
  )
  await deleteByCommand(service.db, going.id, new Date())
  const before = await allBut(going.id)
  const stays = await rowsOf(staying.id, { but: moving })

  await eraseWorkspaces.run(await deps(new Date(Date.now() + WEEK - 60_000)), signal())
  assert.ok((await rowsOf(going.id))['posts'], 'not a minute before its time')

  await eraseWorkspaces.run(await deps(inAWeek()), signal())
  assert.deepEqual(
    Object.entries(await rowsOf(going.id)).filter(([, count]) => count),
    [],
  )
  const { rows } = await service.query(`select id from workspaces where id = ${going.id}`)
  assert.deepEqual(rows, [])
  assert.deepEqual(await allBut(going.id), before)
  assert.deepEqual(await rowsOf(staying.id, { but: moving }), stays)
  const files = await filesIn()
  assert.deepEqual(
    going.files.filter((file) => files.includes(file)),
    [],
  )
  assert.deepEqual(
    staying.files.filter((file) => !files.includes(file)),
    [],
  )
})

test('what is being sent, changed or taken down is waited for', async () => {
  const { id } = await full('Busy')
  await deleteByCommand(service.db, id, new Date())
  const run = async () => eraseWorkspaces.run(await deps(inAWeek()), signal())
  const later = `now() + interval '1 hour'`
  for (const [busy, done] of [
    [
      `update deliveries set status = 'publishing', lease_until = ${later}, in_doubt = true where workspace_id = ${id}`,
      `update deliveries set status = 'published', lease_until = null, in_doubt = false where workspace_id = ${id}`,
    ],
    [
      `update edits set state = 'editing', lease_until = ${later}, finished_at = null where workspace_id = ${id}`,
      `update edits set state = 'failed', lease_until = null, finished_at = now() where workspace_id = ${id}`,
    ],
    [
      `update removals set state = 'removing', lease_until = ${later}, finished_at = null where workspace_id = ${id}`,
      `update removals set state = 'failed', lease_until = null, finished_at = now() where workspace_id = ${id}`,
    ],
  ] as const) {
    await service.query(busy)
    await run()
    assert.ok((await rowsOf(id))['deliveries'], busy)
    await service.query(done)
  }
  await run()
  assert.deepEqual(await rowsOf(id).then((rows) => rows['deliveries']), 0)
})

test('files that a backup is still copying stay until it is whole, and go then', async () => {
  const { id, files } = await full('Backed up')
  await deleteByCommand(service.db, id, new Date())
  const backup = new pg.Client(service.database)
  await backup.connect()
  await holdFiles(backup)
  await eraseWorkspaces.run(await deps(inAWeek()), signal())
  const held = await filesIn()
  assert.deepEqual(
    files.filter((file) => !held.includes(file)),
    [],
  )
  // The chore for loose files runs between, and takes none of them for its own.
  await pruneFiles.run(await deps(inAWeek()), signal())
  await backup.end()
  await eraseWorkspaces.run(await deps(inAWeek()), signal())
  const left = await filesIn()
  assert.deepEqual(
    files.filter((file) => left.includes(file)),
    [],
  )
  const { rows } = await service.query(`select id from workspaces where id = ${id}`)
  assert.deepEqual(rows, [])
})

test('one that was cut short in the middle goes on where it was', async () => {
  const { id } = await full('Cut short')
  await deleteByCommand(service.db, id, new Date())
  const whole = await deps(inAWeek())
  const broken = {
    ...whole,
    blobs: {
      ...whole.blobs,
      remove: async () => Promise.reject(new Error('The store is away.')),
    },
  }
  await assert.rejects(eraseWorkspaces.run(broken, signal()), /The store is away/)
  const { rows } = await service.query(`select erasing_at from workspaces where id = ${id}`)
  assert.ok(rows[0]?.['erasing_at'])
  await eraseWorkspaces.run(whole, signal())
  assert.deepEqual(
    Object.entries(await rowsOf(id)).filter(([, count]) => count),
    [],
  )
})
