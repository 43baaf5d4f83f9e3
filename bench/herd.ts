/** Thousands of posts due in the same second, on a platform that takes 200 ms a post: how close to the ideal they drain. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { sandboxClient } from '#reach.ts'
import { seal } from '#store/seal.ts'
import type { Db } from '#store/schema.ts'
import { freePort, launch, runService, say, stop } from './service.ts'

const POSTS = 5_000
const SLOW = 200
const CONCURRENCY = 250
const WORKSPACES = 250

export async function herd() {
  // The platform lives in a process of its own, as it does in life.
  const port = await freePort()
  const callback = (id: string) => [
    { ...sandboxClient, redirect_uris: [`http://127.0.0.1:${port + 1}/connect/${id}/callback`] },
  ]
  const clients = JSON.stringify({ x: callback('x'), bluesky: callback('bluesky') })
  const sandbox = launch('sandbox/main.ts', ['--port', String(port), '--clients', clients], {})
  try {
    const { url } = z.object({ url: z.string() }).parse(JSON.parse(await sandbox.output(/\n/)))
    await using service = await runService({
      BASE_URL: `http://127.0.0.1:${port + 1}`,
      SANDBOX_URL: url,
      WORKER_CONCURRENCY: String(CONCURRENCY),
    })
    await using connected = connect(service.database, { max: 2, name: 'crier-bench' })
    const secret = (await readFile(join(service.data_dir, 'secret-key'), 'utf8')).trim()
    const due = await seed(connected.db, secret)
    await arm(url, { fault: 'no_limits', on: '*' })
    await arm(url, { fault: 'slow', on: 'post', ms: SLOW })
    await measure(connected.db, due)
  } finally {
    await stop(sandbox.child)
  }
}

/** Workspaces that each have the demo workspace's X account, and the posts, due some seconds from now. */
async function seed(db: Db, secret: string) {
  const sealed = seal(secret)
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', 'x')
    .executeTakeFirstOrThrow()
  const token = sealed.open(account.secret, `account:${account.workspace_id}`)
  const due = new Date(Date.now() + 8_000)
  for (let index = 0; index < WORKSPACES; index++) {
    const { id: workspace_id } = await db
      .insertInto('workspaces')
      .values({ name: `Herd ${index}`, plan: 'unlimited', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: _, workspace_id: __, ...same } = account
    await db
      .insertInto('accounts')
      .values({
        ...same,
        settings: JSON.stringify(same.settings),
        workspace_id,
        secret: sealed.close(token, `account:${workspace_id}`),
      })
      .execute()
  }
  await sql`
    with a as (select workspace_id, id as account_id, row_number() over (order by workspace_id) - 1 as turn
      from accounts where platform = 'x' and workspace_id > ${account.workspace_id}),
    p as (
      insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at)
      select a.workspace_id, 'Herd post ' || n, 'scheduled', ${due}, 'rest', 'bench', now(), now()
      from generate_series(1, ${POSTS}::int) n join a on a.turn = n % ${WORKSPACES}::int
      returning workspace_id, id)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, due_at, wanted_at)
    select p.workspace_id, p.id, a.account_id, 0, 'x', true, ${due}, ${due} from p join a using (workspace_id)`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  return due
}

async function arm(url: string, fault: { fault: string; on: string; ms?: number }) {
  const response = await fetch(`${url}/_sandbox/x/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: '*', times: 1_000_000, ...fault }),
  })
  if (!response.ok) throw new Error(await response.text())
}

async function measure(db: Db, due: Date) {
  for (;;) {
    const { rows } = await sql<{
      status: string
      n: number
      last: string | null
      late: number | null
    }>`
      select d.status, count(*) as n, max(d.published_at) as last,
        percentile_cont(0.5) within group (order by extract(epoch from a.started_at - d.wanted_at)) as late
      from deliveries d left join attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
      where d.platform = 'x' and d.wanted_at = ${due} group by d.status`.execute(db)
    const open = rows.filter(({ status }) => status === 'pending' || status === 'publishing')
    if (!open.length) return report(rows, due)
    if (Date.now() - due.getTime() > 120_000)
      throw new Error(`Not settled after two minutes: ${JSON.stringify(rows)}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

function report(rows: readonly { status: string; n: number; last: string | null }[], due: Date) {
  const published = rows.find(({ status }) => status === 'published')
  const took = (Date.parse(published?.last ?? '') - due.getTime()) / 1000
  const ideal = (POSTS * SLOW) / 1000 / CONCURRENCY
  const others = rows
    .filter(({ status }) => status !== 'published')
    .map(({ status, n }) => `${n} ${status}`)
  say(
    `${published?.n ?? 0} of ${POSTS} published in ${took.toFixed(2)} s; ideal at ${CONCURRENCY} at once ${ideal.toFixed(2)} s; ratio ${(took / ideal).toFixed(2)}${others.length ? `; ${others.join(', ')}` : ''}`,
  )
}
