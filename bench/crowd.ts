/** A service, slow platforms in a process of their own as in life, and thousands of posts that fall due together. */
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { sandboxClient } from '#app/bindings.ts'
import { seal } from '#store/seal.ts'
import type { Db } from '#store/schema.ts'
import { bareHerd } from './bare-herd.ts'
import { secondsOf, withChildren } from './processor-time.ts'
import { launch, memoryOf, root, runService, stop, temporaryFolder } from './service.ts'
import { type Stall, stallsIn } from './stood-still.ts'
import { freePort } from '../test/free-port.ts'

export interface Crowd extends AsyncDisposable {
  base_url: string
  db: Db
  /** Workspaces, each with so many X accounts of the demo person; answers their ids. */
  workspaces(count: number, accounts?: number): Promise<number[]>
  /** Posts in turn on every account of these workspaces. */
  seed(workspaces: readonly number[], posts: number, due: Date): Promise<void>
  /** Resolves when everything due then has settled. */
  drained(due: Date): Promise<Drained>
  /** Seconds that as many bare calls of the platform take, so many at once, with bare statements beside them. */
  bare(posts: number, hands: number): Promise<number>
  /** When the service stood still. */
  stalls(): Promise<Stall[]>
  /** How long saves took so far in the service, in milliseconds. */
  saves(): Promise<number[]>
  /** Of the service and of PostgreSQL, in MB, as `memoryOf` counts. */
  memory(): Promise<{ service: number; postgres: number }>
  /** Seconds of processor time so far. */
  processor(): Promise<{ service: number; postgres: number; platforms: number }>
}

export interface Drained {
  published: number
  /** What did not publish, as `12 failed`. */
  others: string[]
  /** From the due time to the last publication. */
  seconds: number
}

/** `slow`: milliseconds that X takes for a post. `workers`: processes; without, the service is one process. */
export async function openCrowd(options: {
  slow: number
  concurrency: number
  workers?: number
}): Promise<Crowd> {
  await using stack = new AsyncDisposableStack()
  const port = await freePort()
  const callback = (id: string) => [
    { ...sandboxClient, redirect_uris: [`http://127.0.0.1:${port + 1}/connect/${id}/callback`] },
  ]
  const clients = JSON.stringify({ x: callback('x'), bluesky: callback('bluesky') })
  const hired = (child: ChildProcess) => stack.defer(() => stop(child))
  const sandbox = launch(
    'sandbox/service/main.ts',
    ['--port', String(port), '--clients', clients],
    {},
  )
  hired(sandbox.child)
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(await sandbox.output(/\n/)))
  const notes = await temporaryFolder(stack)
  const environment = {
    BASE_URL: `http://127.0.0.1:${port + 1}`,
    SANDBOX_URL: url,
    WORKER_CONCURRENCY: String(options.concurrency),
    BENCH_SAVES: join(notes, 'saves'),
    BENCH_STALLS: join(notes, 'stalls'),
    NODE_OPTIONS: ['saves', 'stalls']
      .map((one) => `--import=${join(root, `bench/${one}.ts`)}`)
      .join(' '),
  }
  const service = stack.use(
    await runService(options.workers ? { ...environment, ROLE: 'api' } : environment),
  )
  const { host, port: at, user, database } = service.database
  for (let worker = 0; worker < (options.workers ?? 0); worker++) {
    const { child } = launch('server/main.ts', [], {
      ...environment,
      ROLE: 'worker',
      DATA_DIR: service.data_dir,
      DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=${at}`,
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
    })
    hired(child)
  }
  const { db } = stack.use(connect(service.database, { max: 2, name: 'crier-bench' }))
  const sealed = seal((await readFile(join(service.data_dir, 'secret-key'), 'utf8')).trim())
  await arm(url, { fault: 'no_limits', on: '*' })
  await arm(url, { fault: 'slow', on: 'post', ms: options.slow })
  const owned = stack.move()

  const postgres = async () => {
    const file = await readFile(join(service.data_dir, 'postgresql/postmaster.pid'), 'utf8')
    return withChildren(Number.parseInt(file, 10))
  }

  return {
    base_url: service.base_url,
    db,
    workspaces: (count, accounts = 1) => addWorkspaces(db, sealed, count, accounts),
    seed: (workspaces, posts, due) => addPosts(db, workspaces, posts, due),
    drained: (due) => drained(db, due),
    bare: async (posts, hands) =>
      bareHerd({
        database: service.database,
        url: `${url}/x/api/2/tweets`,
        token: (await tokenOf(db, sealed)).access_token,
        posts,
        hands,
      }),
    stalls: () => stallsIn(environment.BENCH_STALLS),
    async saves() {
      // They are told with a delay of half a second.
      await sleep(1_000)
      const text = await readFile(environment.BENCH_SAVES, 'utf8').catch(() => '')
      return text.split('\n').filter(Boolean).map(Number)
    },
    memory: async () => ({
      service: await memoryOf([service.child.pid ?? 0]),
      postgres: await memoryOf(await postgres()),
    }),
    async processor() {
      return {
        service: await secondsOf([service.child.pid ?? 0]),
        postgres: await secondsOf(await postgres()),
        platforms: await secondsOf([sandbox.child.pid ?? 0]),
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Of the demo person. */
function accountOf(db: Db) {
  const accounts = db.selectFrom('accounts').selectAll().where('platform', '=', 'x')
  return accounts.orderBy('id').executeTakeFirstOrThrow()
}

async function tokenOf(db: Db, sealed: ReturnType<typeof seal>) {
  const { secret, workspace_id } = await accountOf(db)
  return Token.parse(sealed.open(secret, `account:${workspace_id}`))
}

const Token = z.looseObject({ access_token: z.string() })

async function addWorkspaces(
  db: Db,
  sealed: ReturnType<typeof seal>,
  count: number,
  accounts: number,
) {
  const { id: _, ...account } = await accountOf(db)
  const token = await tokenOf(db, sealed)
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const { id } = await db
      .insertInto('workspaces')
      .values({ name: `Crowd ${index}`, plan: 'unlimited', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: accounts }, (__, n) => ({
      ...account,
      settings: JSON.stringify(account.settings),
      workspace_id: id,
      // As in life: no two workspaces hold the same account.
      platform_account_id: `${account.platform_account_id}-${id}-${n}`,
      secret: sealed.close(token, `account:${id}`),
    }))
    await db.insertInto('accounts').values(rows).execute()
    ids.push(id)
  }
  return ids
}

async function addPosts(db: Db, workspaces: readonly number[], posts: number, due: Date) {
  await sql`
    with a as (
      select workspace_id, id as account_id, row_number() over (order by workspace_id, id) - 1 as turn, count(*) over () as of
      from accounts where platform = 'x' and workspace_id = any(${workspaces}::bigint[])),
    p as (
      insert into posts (workspace_id, content, status, scheduled_at, created_via, created_by, created_at, updated_at)
      select a.workspace_id, 'Crowd post ' || a.account_id || ' ' || n, 'scheduled', ${due}, 'rest', 'bench:' || a.account_id, now(), now()
      from generate_series(1, ${posts}::int) n join a on a.turn = n % a.of
      returning workspace_id, id, created_by)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, due_at, wanted_at)
    select workspace_id, id, split_part(created_by, ':', 2)::bigint, 0, 'x', true, ${due}, ${due} from p`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}

async function arm(url: string, fault: { fault: string; on: string; ms?: number }) {
  const response = await fetch(`${url}/_sandbox/x/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: '*', times: 1_000_000, ...fault }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Longer than any of these takes; then something is wrong. */
const PATIENCE = 180_000

async function drained(db: Db, due: Date): Promise<Drained> {
  for (;;) {
    const { rows } = await sql<{ status: string; n: number; last: string | null }>`
      select status, count(*) as n, max(published_at) as last from deliveries
      where platform = 'x' and wanted_at = ${due} group by status`.execute(db)
    const open = rows.filter(({ status }) => status === 'pending' || status === 'publishing')
    if (!open.length) {
      const published = rows.find(({ status }) => status === 'published')
      const others = rows.filter((row) => row !== published).map((row) => `${row.n} ${row.status}`)
      const seconds = (Date.parse(published?.last ?? '') - due.getTime()) / 1000
      return { published: published?.n ?? 0, others, seconds }
    }
    if (Date.now() - due.getTime() > PATIENCE)
      throw new Error(`Not settled in time: ${JSON.stringify(rows)}`)
    await sleep(1_000)
  }
}
