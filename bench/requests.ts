/**
 * What a request costs, beside the control (control.ts): creating scheduled posts in one workspace and over a hundred of
 * them, creating drafts, listing; and the same read over MCP beside REST. Rounds of both alternate in one run, each time in
 * the other order; what is told is the median of their ratios.
 */
import { loadavg } from 'node:os'
import autocannon from 'autocannon'
import { connect } from '#database/connect.ts'
import { addPosts, addTenants, type Tenant } from './tenants.ts'
import { openControl } from './controlled.ts'
import { tell } from './goals.ts'
import { messageFor } from './mcp.ts'
import { percentile, runService, say } from './service.ts'

const SECONDS = 4
const ROUNDS = 5
const CONNECTIONS = 10
const WORKSPACES = 100
const POSTS = 10_000
const scheduled_at = '2999-01-01T09:00:00Z'

/** Where it goes, and what is sent there in turns. */
interface Load {
  url: string
  requests: autocannon.Request[]
}

export async function requests() {
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const tenants = await addTenants(connected.db, WORKSPACES)
  const [first] = tenants
  if (!first) throw new Error('There is no tenant.')
  const { account_ids } = first
  await using control = await openControl(service.database, {
    workspaces: WORKSPACES,
    accounts: account_ids.length,
    posts: POSTS,
  })
  const of = (url: string, who: readonly Tenant[], more: object): Load => ({
    url,
    requests: who.map(({ token, account_ids: social_account_ids }) => ({
      method: 'POST',
      path: '/api/posts',
      headers: headersOf(token),
      body: JSON.stringify({
        content: 'A post like any other [<id>]',
        social_account_ids,
        ...more,
      }),
    })),
  })
  const both = (count: number, more: object, theirs = more) =>
    [
      of(service.base_url, tenants.slice(0, count), more),
      of(control.url, control.tenants.slice(0, count), theirs),
    ] as const

  await compare('create a scheduled post, one workspace', 0.85, ...both(1, { scheduled_at }))
  await compare(
    `create a scheduled post, ${WORKSPACES} workspaces`,
    0.85,
    ...both(WORKSPACES, { scheduled_at }),
  )
  await compare('create a draft', 0.85, ...both(1, { when: 'draft' }, {}))
  const [shelf] = await addTenants(connected.db, 1)
  if (!shelf) throw new Error('There is no tenant.')
  await addPosts(connected.db, shelf, POSTS)
  const get = (url: string, path: string, token: string): Load => ({
    url,
    requests: [{ method: 'GET', path, headers: { authorization: `Bearer ${token}` } }],
  })
  const list = get(service.base_url, '/api/posts', shelf.token)
  await compare(
    `list 20 of ${POSTS} posts`,
    1,
    list,
    get(control.url, '/api/posts', control.shelf.token),
  )
  const tool = (name: string, args: object): Load => ({
    url: service.base_url,
    requests: [
      {
        method: 'POST',
        path: '/mcp',
        ...messageFor('tools/call', { name, arguments: args }, shelf.token),
      },
    ],
  })
  await compare('MCP list_posts, of REST', 0.8, tool('list_posts', { status: 'all' }), list)
  await compare(
    'MCP get_accounts, of REST',
    0.8,
    tool('get_accounts', {}),
    get(service.base_url, '/api/accounts', shelf.token),
  )
}

function headersOf(token: string) {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function compare(name: string, goal: number, ours: Load, theirs: Load) {
  let failed = 0
  const fire = async (load: Load, duration: number) => {
    const result = await autocannon({
      url: load.url,
      connections: CONNECTIONS,
      duration,
      idReplacement: true,
      setupClient: inTurns(load.requests),
    })
    failed += result.non2xx + result.errors
    return { rate: result.requests.average, p99: result.latency.p99 }
  }
  // Nobody is measured cold.
  await fire(ours, 2)
  await fire(theirs, 2)
  const rounds: { ours: number; theirs: number; p99: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 ? await fire(theirs, SECONDS) : await fire(ours, SECONDS)
    const second = round % 2 ? await fire(ours, SECONDS) : await fire(theirs, SECONDS)
    const [a, b] = round % 2 ? [second, first] : [first, second]
    rounds.push({ ours: a.rate, theirs: b.rate, p99: a.p99 })
  }
  const median = (value: (round: (typeof rounds)[number]) => number) =>
    percentile(rounds.map(value), 0.5)
  const ratios = rounds.map((round) => (round.ours / round.theirs).toFixed(2)).join(' ')
  tell(
    { name, value: median((round) => round.ours / round.theirs), goal },
    `${median((round) => round.ours).toFixed(0)}/s of ${median((round) => round.theirs).toFixed(0)}/s, p99 ${median(({ p99 }) => p99)} ms, rounds ${ratios}, ${failed} failed, load ${loadavg()[0]?.toFixed(1)}`,
  )
  if (failed) say(`  ${failed} requests failed: this figure does not count`)
}

/** Every connection begins elsewhere in the list, so that they do not meet in one workspace. */
function inTurns(all: readonly autocannon.Request[]) {
  let client = 0
  return (each: autocannon.Client) => {
    const from = Math.floor((all.length * client++) / CONNECTIONS) % all.length
    each.setRequests([...all.slice(from), ...all.slice(0, from)].map((one) => ({ ...one })))
  }
}
