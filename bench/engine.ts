/**
 * What our own rules cost where attempts are written down: deliveries that are saved as begun and settled, a hundred in a trip
 * as in a herd, against bare statements that write the same rows with nothing asked. Beside posts that are due some other day.
 * `npm run bench -- ten-million` sees to ten million of them, which takes long and much of the disk.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { readWork, saveTogether, type Work } from '#store/attempts.ts'
import { claimDue } from '#store/claims.ts'
import { endTogether, type Ending, settling } from '#store/endings.ts'
import type { Db } from '#store/schema.ts'
import { percentile, say } from './service.ts'

const WORKSPACES = 250
const BATCH = 100
/** Of each kind, by turns. */
const ROUNDS = 30
const WARM_UP = 4
/** Posts of one statement. */
const PART = 100_000

const ending: Ending = {
  outcome: 'published',
  step: null,
  code: null,
  words: null,
  request_id: 'bench',
}
const begun = {
  post: {
    started_at: '2026-01-01T00:00:00.000Z',
    sends: [
      {
        began_at: '2026-01-01T00:00:00.000Z',
        ended_at: null,
        clock: null,
        lost: 'silence' as const,
        app: null,
        media: [],
      },
    ],
  },
}

export async function engine(sizes: readonly number[] = [0, 1_000_000]) {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const server = stack.use(await startEmbedded({ dataDir }))
  await migrate(server.connectionConfig)
  const { db } = stack.use(connect(server.connectionConfig, { max: 1, name: 'crier-bench' }))
  await sql`insert into workspaces (name, plan, created_at) select 'Bench', 'unlimited', now() from generate_series(1, ${WORKSPACES}::int)`.execute(
    db,
  )
  await sql`
    insert into accounts (workspace_id, platform, kind, platform_account_id, name, username, settings, secret, refreshable, sandbox, connected_at)
    select id, 'x', 'profile', id, 'Bench', 'bench', '{}', '', true, true, now() from workspaces`.execute(
    db,
  )

  let there = 0
  let alone = 0
  for (const size of sizes) {
    // They make events, which are read and forgotten long before this.
    await triggers(db, 'disable')
    for (; there < size; there += PART) await seed(db, Math.min(PART, size - there), '1 year')
    await triggers(db, 'enable')
    await sql`vacuum (analyze) posts, deliveries`.execute(db)
    const { ours, bare } = await measure(db)
    alone ||= ours
    say(
      `beside ${size.toLocaleString('en')} future posts: ${ours.toFixed(0)} deliveries a second saved and settled, ${(ours / bare).toFixed(2)} of the bare statements (goal ≥ 0.8), ${(ours / alone).toFixed(2)} of what it is beside none (goal ≥ 0.9)`,
    )
  }
}

async function triggers(db: Db, how: 'enable' | 'disable') {
  for (const table of ['posts', 'deliveries'])
    await sql`alter table ${sql.table(table)} ${sql.raw(how)} trigger user`.execute(db)
}

async function measure(db: Db) {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = -WARM_UP; round < ROUNDS * 2; round++) {
    await seed(db, BATCH, '0')
    const works = await claimed(db)
    if (works.length !== BATCH) throw new Error(`${works.length} were claimed.`)
    const write = round % 2 ? writeOurs : writeBare
    const began = performance.now()
    await write(db, works)
    if (round >= 0) (round % 2 ? ours : bare).push(performance.now() - began)
  }
  const rate = (times: number[]) => (BATCH * 1_000) / percentile(times, 0.5)
  return { ours: rate(ours), bare: rate(bare) }
}

async function claimed(db: Db) {
  const now = new Date()
  const lease_until = new Date(now.getTime() + 60_000)
  const leases = await claimDue(
    db,
    { now, lease_until, limit: BATCH, worker: 'bench' },
    { x: { at_once: BATCH, per_day: null } },
  )
  return readWork(db, leases)
}

async function writeOurs(db: Db, works: readonly Work[]) {
  const saved = await saveTogether(
    db,
    works.map((work) => ({ ...work, steps: JSON.stringify(begun) })),
  )
  const answers = await endTogether(db, works.map(endOf))
  if (saved.includes(false) || answers.some((answer) => answer !== 'written'))
    throw new Error('Not everything was written.')
}

function endOf(work: Work) {
  const number = `bench-${work.id}`
  const steps = { post: { result: { platform_post_id: number, platform_url: null } } }
  const end = { platform_post_id: number, platform_url: null, warnings: [], steps }
  return JSON.stringify(settling(work, { status: 'published', ...end }, ending, new Date()))
}

/** The same rows with the same values: no lease is asked for, nothing is locked first, counted or looked up. */
async function writeBare(db: Db, works: readonly Work[]) {
  const rows = JSON.stringify(
    works.map(({ workspace_id, id, post_id }) => ({ workspace_id, id, post_id })),
  )
  const those = sql`jsonb_to_recordset(${rows}::jsonb) as l(workspace_id bigint, id bigint, post_id bigint)`
  const steps = JSON.stringify({ post: { result: { platform_post_id: 'bench' } } })
  await sql`
    update deliveries d set steps = ${JSON.stringify(begun)}::jsonb from ${those}
    where d.workspace_id = l.workspace_id and d.id = l.id`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`
      update deliveries d set status = 'published', lease_until = null, due_at = null, steps = ${steps}::jsonb,
        platform_post_id = 'bench-' || d.id, published_at = now(), measure_at = now() + interval '1 hour'
      from ${those} where d.workspace_id = l.workspace_id and d.id = l.id`.execute(tx)
    await sql`
      update attempts a set finished_at = now(), outcome = 'published', request_id = 'bench'
      from ${those} where a.workspace_id = l.workspace_id and a.delivery_id = l.id and a.number = 1`.execute(
      tx,
    )
    await sql`
      insert into receipts (platform, sandbox, platform_account_id, id, workspace_id, delivery_id, step, at)
      select 'x', true, l.workspace_id, 'bench-' || l.id, l.workspace_id, l.id, 'post', now() from ${those}`.execute(
      tx,
    )
    await sql`
      update posts p set status = 'published', published_at = now(), updated_at = now()
      from ${those} where p.workspace_id = l.workspace_id and p.id = l.post_id`.execute(tx)
  })
}

/** Posts in turn on every account, due in so long. */
async function seed(db: Db, posts: number, ahead: string) {
  await sql`
    with a as (
      select workspace_id, id as account_id, row_number() over (order by workspace_id, id) - 1 as turn from accounts),
    p as (
      insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at)
      select a.workspace_id, 'Bench ' || n, 'scheduled', now() + ${ahead}::interval, 'rest', 'bench:' || a.account_id, now(), now()
      from generate_series(1, ${posts}::int) n join a on a.turn = n % ${WORKSPACES}::int
      returning workspace_id, id, created_by)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, due_at, wanted_at)
    select workspace_id, id, split_part(created_by, ':', 2)::bigint, 0, 'x', true, now() + ${ahead}::interval, now() + ${ahead}::interval
    from p`.execute(db)
}
