/**
 * What keeps a read over MCP from the pace of the same read over REST: processor time of whoever answers, for the list of posts and for
 * the accounts, beside a bare server that sends the same answers from memory, both ways (bare-mcp.ts). What the bare one needs more over
 * MCP is the protocol and its SDK; no service of ours gets below it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { messageFor } from './mcp.ts'
import { secondsOf } from './processor-time.ts'
import { launch, percentile, runService, say, stop } from './service.ts'
import { addPosts, addTenants } from './tenants.ts'

const POSTS = 10_000
const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 10

const Called = z.object({
  result: z.looseObject({
    structuredContent: z.record(z.string(), z.unknown()),
    content: z.array(z.looseObject({ type: z.string() })),
  }),
})

interface Way {
  pid: number
  load: Omit<autocannon.Options, 'connections' | 'duration'>
}

export async function mcpCost() {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await runService({ ROLE: 'api' }))
  const { db } = stack.use(connect(service.database, { max: 1, name: 'crier-bench' }))
  const [shelf] = await addTenants(db, 1)
  if (!shelf) throw new Error('There is no tenant.')
  await addPosts(db, shelf, POSTS)
  const folder = await mkdtemp(join(tmpdir(), 'crier-mcp-cost-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))

  for (const [name, args, path] of [
    ['list_posts', { status: 'all' }, '/api/posts'],
    ['get_accounts', {}, '/api/accounts'],
  ] as const) {
    const message = messageFor('tools/call', { name, arguments: args }, shelf.token)
    const [url, mcp] = [service.base_url + path, `${service.base_url}/mcp`]
    const { headers } = message
    const rest: unknown = await (await fetch(url, { headers })).json()
    const answer = await fetch(mcp, { method: 'POST', ...message })
    const { result } = Called.parse(await answer.json())
    const [, ...links] = result.content
    const kept = join(folder, `${name}.json`)
    const { structuredContent } = result
    await writeFile(kept, JSON.stringify({ rest, mcp: { structuredContent, links } }))
    const { child, output } = launch('bench/bare-mcp.ts', [kept], { NODE_ENV: 'production' })
    try {
      const { port } = z.object({ port: z.number() }).parse(JSON.parse(await output(/\n/)))
      const bare = `http://127.0.0.1:${port}`
      const [ours, theirs] = [service.child.pid ?? 0, child.pid ?? 0]
      await compare(name, {
        rest: { pid: ours, load: { url, headers } },
        mcp: { pid: ours, load: { url: mcp, method: 'POST', ...message } },
        bareRest: { pid: theirs, load: { url: `${bare}/answer`, headers } },
        bareMcp: { pid: theirs, load: { url: `${bare}/mcp`, method: 'POST', ...message } },
      })
    } finally {
      await stop(child)
    }
  }
}

/** Milliseconds of processor time an answer, the median of rounds in which all ways take turns. */
async function compare(what: string, ways: Record<'rest' | 'mcp' | 'bareRest' | 'bareMcp', Way>) {
  const told = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const each = await costOf(way)
      // Nobody is measured cold.
      if (round > 0) told.set(name, [...(told.get(name) ?? []), each])
    }
  }
  const of = (name: keyof typeof ways) => percentile(told.get(name) ?? [], 0.5)
  const [rest, mcp, bareRest, bareMcp] = [of('rest'), of('mcp'), of('bareRest'), of('bareMcp')]
  say(`${what}, ms of processor time an answer:`)
  say(`  ours: ${rest.toFixed(3)} over REST, ${mcp.toFixed(3)} over MCP: ratio ${share(rest, mcp)}`)
  say(`  bare: ${bareRest.toFixed(3)} over REST, ${bareMcp.toFixed(3)} over MCP`)
  const least = rest + bareMcp - bareRest
  say(
    `  ours over REST and what the bare one needs more over MCP: ${least.toFixed(3)}, ratio ${share(rest, least)}`,
  )
}

function share(a: number, b: number) {
  return (a / b).toFixed(2)
}

async function costOf({ pid, load }: Way) {
  const before = await secondsOf([pid])
  const { requests, non2xx, errors } = await autocannon({
    ...load,
    connections: CONNECTIONS,
    duration: SECONDS,
  })
  if (non2xx + errors) throw new Error(`${non2xx + errors} calls of ${load.url} failed.`)
  return (((await secondsOf([pid])) - before) / requests.total) * 1000
}
