/** The same call twice within 5 ms over MCP, and from 20 connections under one key over REST: to two API processes. */
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from './aftermath.ts'
import { chance as chanceOf } from './chance.ts'
import type { Workspace } from './ledger.ts'
import { isReady, launch } from './process.ts'
import { seedWorkspaces } from './seed.ts'
import { openStage, type Stage } from './stage.ts'
import { freePort } from '../test/free-port.ts'

export interface DispatchOptions {
  seed: number
  /** Calls sent twice over MCP. */
  pairs: number
  /** Keys sent from 20 connections over REST. */
  keys: number
  keep: boolean
  say: (line: string) => void
}

const CONNECTIONS = 20
/** Pairs under way at once. */
const HANDS = 4

/** Answers whether each call made one post. */
export async function doubleDispatch({ seed, pairs, keys, keep, say }: DispatchOptions) {
  await using stack = new AsyncDisposableStack()
  const stage = stack.use(
    await openStage({ lease: 20_000, pace: 1, keep, platforms: ['x', 'bluesky'] }),
  )
  const [workspace] = await seedWorkspaces(stage, 1)
  if (!workspace) throw new Error('No workspace was made.')
  const services = await Promise.all([startApi(stage, stack), startApi(stage, stack)])
  const clients = await Promise.all(services.map((url) => connectTo(url, workspace, stack)))
  const [first, second] = clients
  if (!first || !second) throw new Error('Two clients were expected.')
  const chance = chanceOf(seed)
  const social_account_ids = workspace.accounts.map(({ id }) => id)

  let left = pairs
  const hand = async () => {
    while (left-- > 0) {
      const call = {
        name: 'schedule_post',
        arguments: { content: `over MCP ${left}`, social_account_ids, when: 'draft' },
      }
      const apart = chance.between(0, 5)
      await Promise.all([first.callTool(call), sleep(apart).then(() => second.callTool(call))])
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  for (let key = 0; key < keys; key++) {
    const body = { content: `over REST ${key}`, social_account_ids, when: 'draft' }
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) =>
        create(services[n % services.length] ?? '', workspace, `key-${key}`, body),
      ),
    )
  }

  const { rows } = await sql<{ calls: number; posts: number; most: number }>`
    select count(*)::int as calls, sum(n)::int as posts, max(n)::int as most
    from (select count(*) as n from posts group by content) c`.execute(stage.deps.db)
  const { calls = 0, posts = 0, most = 0 } = rows[0] ?? {}
  const good = calls === pairs + keys && posts === calls && most === 1
  say(
    `\nDouble dispatch, seed ${seed}: ${pairs} MCP calls sent twice 0 to 5 ms apart, ${keys} REST calls from ${CONNECTIONS} connections each, to two processes`,
  )
  say(`  ${calls} calls made ${posts} posts, at most ${most} each: ${good ? 'right' : 'WRONG'}`)
  return good
}

async function startApi(stage: Stage, stack: AsyncDisposableStack) {
  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  const settings = { ...stage.settings, ROLE: 'api', PORT: String(port), BASE_URL: base_url }
  const api = launch(settings, join(stage.logs, `api-${port}.log`))
  stack.defer(() => end(api.child))
  await isReady(api)
  return base_url
}

async function connectTo(url: string, { token }: Workspace, stack: AsyncDisposableStack) {
  const client = new Client({ name: 'crier-chaos', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  stack.defer(() => client.close())
  return client
}

async function create(url: string, { token }: Workspace, key: string, body: object) {
  const response = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`${response.status} ${text}`)
}
