/** Databases for tests: one server, one migrated template, and a copy of it for each test file. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'

export type TestDatabase = AsyncDisposable & {
  /** For pg, connect() and whatever else takes pg's configuration. */
  config: pg.PoolConfig
}

/** The variable by which scripts/test.ts tells test files where their server is. */
export const SERVER_VARIABLE = 'CRIER_TEST_PG'

const TEMPLATE = 'crier_template'
/** Any number; PostgreSQL cannot copy a template twice at the same time. */
const COPYING = 723_001

/** Nothing in a test outlives it, so it need not reach the disk. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '256MB',
  // A process that loads a dozen test files on a busy machine may be a minute late with its first word.
  authentication_timeout: '600s',
}

/** A file system in memory: a database is a thousand small files, which a disk makes four times as slowly. */
const MEMORY = '/dev/shm'
/** A run takes some hundred MB there. In a container there may be 64 in all. */
const ENOUGH_BYTES = 4e9

const ServerConfig = z.union([
  z.object({ connectionString: z.string() }),
  z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.string(),
    ssl: z.literal(false),
  }),
])

/** An empty, migrated database of its own; it is dropped when disposed of. */
export async function testDatabase(): Promise<TestDatabase> {
  const given = process.env[SERVER_VARIABLE]
  // Somebody runs this one file with `node --test`.
  const own = given === undefined ? await testServer() : undefined
  const server = own?.config ?? ServerConfig.parse(JSON.parse(given ?? ''))
  const name = `crier_test_${randomUUID().replaceAll('-', '')}`
  await inTurn(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    config: withDatabase(server, name),
    async [Symbol.asyncDispose]() {
      if (own) await own[Symbol.asyncDispose]()
      else await run(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** A server with the template on it: the one at `url`, or an embedded one in a temporary folder. */
export async function testServer(url?: string): Promise<TestDatabase> {
  await using stack = new AsyncDisposableStack()
  const config = url === undefined ? await startTemporary(stack) : { connectionString: url }
  const template = withDatabase(config, TEMPLATE)
  await run(config, `drop database if exists ${TEMPLATE} with (force)`)
  await run(config, `create database ${TEMPLATE}`)
  await migrate(template)
  await run(config, `alter database ${TEMPLATE} with allow_connections false`)
  const held = stack.move()
  return { config, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function startTemporary(stack: AsyncDisposableStack): Promise<pg.PoolConfig> {
  const dataDir = await mkdtemp(join(await quickest(), 'crier-test-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  // As root the server runs as nobody, who has to get in.
  await chmod(dataDir, 0o711)
  return stack.use(await startEmbedded({ dataDir, settings: SETTINGS })).connectionConfig
}

async function quickest() {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
}

function withDatabase(config: pg.PoolConfig, database: string): pg.PoolConfig {
  if (config.connectionString === undefined) return { ...config, database }
  // For pg the name in the address wins over the one beside it.
  const url = new URL(config.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

async function inTurn(config: pg.PoolConfig, statement: string): Promise<void> {
  await withClient(config, async (client) => {
    await client.query('select pg_advisory_lock($1)', [COPYING])
    await client.query(statement)
  })
}

async function run(config: pg.PoolConfig, statement: string): Promise<void> {
  await withClient(config, async (client) => {
    await client.query(statement)
  })
}

async function withClient(
  config: pg.PoolConfig,
  use: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await use(client)
  } finally {
    // Ends the session, and with it the lock.
    await client.end()
  }
}

/** The same as an address, for another process. */
export function addressOf({ connectionString, host, port, user, database }: pg.PoolConfig) {
  if (connectionString !== undefined) return connectionString
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
}
