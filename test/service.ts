/** A whole service for a test: real database, real HTTP, the sandbox beside it, and the demo workspace connected. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { readConfig } from '#config/config.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { connect } from '#database/connect.ts'
import { type Instead, start } from '#app/start.ts'
import type { Dependencies } from '#chores/chore.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import { platformsOf } from '#app/bindings.ts'
import { factsFor } from '#rules/risk.ts'
import { seal } from '#store/seal.ts'
import { delay } from '#app/waiting.ts'
import type { Schema } from '#store/schema.ts'
import { watch } from './contract.ts'
import { testDatabase } from './database.ts'
import { answerOf } from './mcp/answer.ts'

/** JSON as it came over the wire. */
export type Body = Record<string, unknown>

export interface Answer {
  status: number
  headers: Headers
  body: Body
}

/** What tests of everything but platforms post to: rules of the others would be in the way of theirs. */
const plain = new Set(['bluesky', 'x'])

export interface TestService extends AsyncDisposable {
  base_url: string
  sandbox_url: string
  token: string
  /** Ids of the demo workspace's accounts by platform, of those that take a text alone and pictures as they come. */
  accounts: Record<string, number>
  db: Kysely<Schema>
  database: pg.PoolConfig
  /** Plain SQL, for what no function of ours reads. */
  query(text: string): Promise<{ rows: Body[] }>
  data_dir: string
  /** One REST call with the demo key; a body is sent as JSON. */
  rest(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** One tool call through the official client. `error` is the tool's own error body. */
  tool(name: string, args?: Body): Promise<{ result: Body; isError: boolean }>
  /** The official client with the tools of all toolsets, connected with the demo key (or another). */
  client(token?: string): Promise<Client>
  /** What a platform received, oldest first. */
  received(platform: string): Promise<Body[]>
  /** Arms a fault in the sandbox. */
  fault(
    platform: string,
    fault: { account?: string; fault: string; times?: number; on?: string; ms?: number },
  ): Promise<void>
}

const Bag = z.record(z.string(), z.unknown())

/** `environment` is what an operator would set; `now` stands in for the service's clock. */
export async function openService(
  environment: Record<string, string> = {},
  instead: Pick<Instead, 'now' | 'reachable'> = {},
): Promise<TestService> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await testDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'crier-world-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const settings = {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ...environment,
  }
  const crier = stack.use(
    await start(readConfig(manifests, settings), { database: database.config, ...instead }),
  )
  const { db } = stack.use(connect(database.config, { max: 4, name: 'crier-test' }))
  const { welcome, base_url, sandbox_url = '' } = crier
  stack.use(watch(base_url))
  assert.ok(welcome, 'a new database gets a demo workspace')

  const rest: TestService['rest'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${welcome.token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isFile = /^(text\/csv|application\/zip)/.test(response.headers.get('content-type') ?? '')
    const parsed: unknown = isFile ? { text } : text ? JSON.parse(text) : {}
    return {
      status: response.status,
      headers: response.headers,
      body: Array.isArray(parsed) ? { list: parsed } : Bag.parse(parsed),
    }
  }

  async function client(token = welcome?.token) {
    const transport = new StreamableHTTPClientTransport(new URL(`${base_url}/mcp?toolsets=all`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    })
    const connected = new Client({ name: 'crier-test', version: '1.0.0' })
    await connected.connect(transport)
    stackOf.defer(() => connected.close())
    return connected
  }

  let shared: Promise<Client> | undefined
  const stackOf = stack.move()
  return {
    base_url,
    sandbox_url,
    token: welcome.token,
    accounts: Object.fromEntries(
      welcome.accounts.flatMap(({ platform, id }) => (plain.has(platform) ? [[platform, id]] : [])),
    ),
    db,
    database: database.config,
    data_dir: folder,
    rest,
    client,

    async query(text) {
      const plain = new pg.Client(database.config)
      await plain.connect()
      try {
        return { rows: z.array(Bag).parse((await plain.query(text)).rows) }
      } finally {
        await plain.end()
      }
    },

    async tool(name, args = {}) {
      const connected = await (shared ??= client())
      const { body, isError } = answerOf(await connected.callTool({ name, arguments: args }))
      return { result: body, isError }
    },

    async received(platform) {
      const response = await fetch(`${sandbox_url}/_sandbox/${platform}/posts`)
      return z.array(Bag).parse(await response.json())
    },

    async fault(platform, fault) {
      const response = await fetch(`${sandbox_url}/_sandbox/${platform}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ account: '*', times: 1, ...fault }),
      })
      assert.ok(response.ok, await response.text())
    },

    [Symbol.asyncDispose]: () => stackOf.disposeAsync(),
  }
}

/** What chores and connecting work with, as the world's service has it: the same key, the same sandbox. */
export async function doingOf(service: TestService): Promise<Dependencies> {
  const config = readConfig(manifests, { DATA_DIR: service.data_dir })
  return {
    db: service.db,
    now: () => new Date(),
    sleep: delay,
    seal: seal(config.secret_key.reveal()),
    platforms: platformsOf(catalog, config, service),
    fetch: guardedFetch({ allow: [service.sandbox_url] }),
    card: async () => ({ refused: 'There are no previews here.' }),
    blobs: diskBlobs(join(service.data_dir, 'blobs')),
    series: async () => {},
    risk_facts: () => factsFor({ manifests, plans: config.plans, now: new Date() }, () => true),
  }
}
