/** What it costs to know who calls, by key and by OAuth token, and to count their requests; and how long a client takes from its first 401 to a result. */
import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { limiter } from '#access/limiter.ts'
import { holderOf } from '#access/keys.ts'
import { grantHolderOf } from '#access/oauth/grants.ts'
import { connect } from '#database/connect.ts'
import { connect as allowed, openBrowser } from '../test/oauth/browser.ts'
import { register } from '../test/oauth/kit.ts'
import { connectSdk, type Kept } from '../test/oauth/sdk-client.ts'
import { tell } from './goals.ts'
import { launch, percentile, type Running, runService, say, stop } from './service.ts'
import { freePort } from '../test/free-port.ts'

const WARM_UP = 300
const ROUNDS = 2_000
const REQUESTS = 600
/** Registrations are throttled: no more than a minute allows. */
const SIGN_INS = 20

export async function guard() {
  await using service = await runService({ ROLE: 'api' })
  const { base_url } = service
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const { db } = connected
  const world = { base_url, db }
  const browser = await openBrowser(world)
  const { client_id } = await register(world)
  const { access_token } = await allowed(world, browser, client_id)
  const resource = `${base_url}/mcp-oauth`

  const costs = await alternate(
    {
      key: async () => known(await holderOf(db, service.token, new Date())),
      'OAuth token': async () =>
        known(await grantHolderOf(db, { token: access_token, resource, now: new Date() })),
      'nothing but a round trip': async () => sql`select 1`.execute(db),
    },
    ROUNDS,
  )
  await using counter = limiter(db)
  const policy = { name: 'bench', limit: 6_000, seconds: 60 }
  const holder = { workspace_id: 1, credential: 'key:1' }
  const counted = await alternate(
    { 'counting a request': () => counter.take(holder, policy, new Date()) },
    ROUNDS,
  )
  await using free = await beside(service, {})
  await using limited = await beside(service, { RATE_LIMITS: 'read:6000/60,write:6000/60' })
  const requests = await alternate(
    {
      'REST list with a key': () => list(base_url, service.token),
      'REST list without a limit': () => list(free.base_url, service.token),
      'REST list with a limit': () => list(limited.base_url, service.token),
      'MCP list with a key': () => listPosts(`${base_url}/mcp`, service.token),
      'MCP list with an OAuth token': () => listPosts(resource, access_token),
    },
    REQUESTS,
  )
  for (const [name, cost] of [...costs, ...counted])
    say(`guard, ${name.padEnd(25)} p50 ${micros(cost)} µs`)
  for (const [name, cost] of requests) say(`${name.padEnd(32)} p50 ${micros(cost)} µs`)
  share(costs.get('key'), requests.get('REST list with a key'), 'key guard of a REST list')
  share(
    counted.get('counting a request'),
    requests.get('REST list with a key'),
    'counting, of a REST list',
  )
  const limit = ['REST list with a limit', 'REST list without a limit'].map((each) =>
    percentile(requests.get(each) ?? [], 0.5),
  )
  const name = 'REST list with a limit, of one without'
  tell({ name, value: (limit[0] ?? Infinity) / (limit[1] ?? 0), goal: 1.05, lower: true })
  share(
    costs.get('OAuth token'),
    requests.get('MCP list with an OAuth token'),
    'OAuth guard of an MCP list',
  )

  const times: number[] = []
  for (let round = 0; round < SIGN_INS; round++) {
    const kept: Kept = {}
    const began = performance.now()
    const client = await connectSdk(world, browser, kept)
    await client.callTool({ name: 'get_accounts' })
    times.push(performance.now() - began)
    await client.close()
  }
  say(
    `first 401 to first tool result, the person answering at once: p50 ${percentile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms of ${SIGN_INS}`,
  )
}

/** The same instance, by another process that has nothing else to do. */
async function beside({ data_dir, database }: Running, settings: Record<string, string>) {
  const port = await freePort()
  const { user, host = '', port: at, database: name } = database
  const { child } = launch('server/main.ts', [], {
    DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${at}`,
    DATA_DIR: data_dir,
    PORT: String(port),
    ROLE: 'api',
    SANDBOX: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'development',
    ...settings,
  })
  const base_url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base_url}/ready`).catch(() => undefined))?.ok) await pause(50)
  return { base_url, [Symbol.asyncDispose]: () => stop(child) }
}

/** One after the other in turns, so that whatever else the machine does meets all of them. */
async function alternate(calls: Record<string, () => Promise<unknown>>, rounds: number) {
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]))
  for (let round = 0; round < WARM_UP + rounds; round++) {
    for (const [name, call] of Object.entries(calls)) {
      const began = performance.now()
      await call()
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - began)
    }
  }
  return times
}

async function list(base_url: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  await ok(await fetch(`${base_url}/api/posts`, { headers }))
}

async function listPosts(url: string, token: string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_posts', arguments: {} },
    }),
  })
  await ok(response)
}

async function ok(response: Response) {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
}

function known<T>(holder: T | undefined): T {
  if (holder === undefined) throw new Error('The guard knows nobody.')
  return holder
}

function micros(times: readonly number[] | undefined) {
  return (percentile(times ?? [], 0.5) * 1000).toFixed(0).padStart(5)
}

function share(
  part: readonly number[] | undefined,
  whole: readonly number[] | undefined,
  what: string,
) {
  const ratio = percentile(part ?? [], 0.5) / percentile(whole ?? [], 0.5)
  say(`${what}: ${(ratio * 100).toFixed(0)} %`)
}
