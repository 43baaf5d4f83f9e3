/** Where an experiment takes place: a folder, PostgreSQL, the platforms, and everything needed to look into them. */
import { mkdir, mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#config/config.ts'
import type { Connecting } from '#connecting/connect.ts'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import { platformsOf } from '#app/bindings.ts'
import { seal } from '#store/seal.ts'
import { delay } from '#app/waiting.ts'
import { beforeLeaving, sweep } from './aftermath.ts'
import { writeFiles } from './files.ts'
import { type Postgres, postgres } from './postgres.ts'
import { type PlatformName, platforms } from './platforms/index.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { freePort } from '../test/free-port.ts'

/** Few enough that processes which are killed all the time keep up with what they have begun. */
const CONCURRENCY = 32
const SECRET_KEY = 'the key of an experiment, which protects nothing'

export interface Stage extends AsyncDisposable {
  folder: string
  logs: string
  postgres: Postgres
  sandbox: Sandbox
  /** Those that are tried. */
  platforms: readonly PlatformName[]
  base_url: string
  /** The environment of the service's processes. */
  settings: Record<string, string>
  /** What connecting works with, here in the experiment's own process. */
  deps: Connecting
  /** Asks the database for as long as it takes to come back. */
  patiently<Result>(ask: (db: Connecting['db']) => Promise<Result>): Promise<Result>
}

export interface StageOptions {
  lease: number
  pace: number
  /** Leaves the folder behind, with the logs. */
  keep: boolean
  /** Where the service finds the platforms, if not at the sandbox itself. */
  sandbox_url?: string
  /** All, unless said. */
  platforms?: readonly PlatformName[]
  sandbox_port?: number
}

export async function openStage(options: StageOptions): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-chaos-'))
  if (!options.keep) {
    sweep(folder)
    stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  }
  // As root the database runs as nobody, who has to get in.
  await chmod(folder, 0o711)
  const logs = join(folder, 'logs')
  await mkdir(logs)

  const port = await freePort()
  const base_url = `http://127.0.0.1:${port}`
  const server = stack.use(await postgres(folder))
  beforeLeaving(async () => server[Symbol.asyncDispose]())
  const sandbox = stack.use(
    await startSandbox({
      port: options.sandbox_port ?? (await freePort()),
      base_url,
      ...(options.sandbox_url !== undefined && { url: options.sandbox_url }),
    }),
  )
  await migrate(server.config)
  const { db } = stack.use(connect(server.config, { max: 6, name: 'crier-chaos' }))
  const settings = {
    PORT: String(port),
    BASE_URL: base_url,
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    SANDBOX_URL: sandbox.url,
    SECRET_KEY,
    WORKER_LEASE_MS: String(options.lease),
    WORKER_PACE: String(options.pace),
    WORKER_CONCURRENCY: String(CONCURRENCY),
    LOG_LEVEL: options.keep ? 'info' : 'warn',
    NODE_ENV: 'development',
  }
  await writeFiles(folder)
  const fetch = stack.use(guardedFetch({ allow: [sandbox.url] }))
  const owned = stack.move()

  return {
    folder,
    logs,
    postgres: server,
    sandbox,
    platforms: options.platforms ?? platforms,
    base_url,
    settings,
    deps: {
      db,
      fetch,
      card: async () => ({ refused: 'There are no previews here.' }),
      now: () => new Date(),
      sleep: delay,
      seal: seal(SECRET_KEY),
      platforms: platformsOf(catalog, readConfig(manifests, settings), {
        base_url,
        sandbox_url: sandbox.url,
      }),
    },
    patiently: (ask) => patiently(() => ask(db)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const PATIENCE = 180_000

async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const began = performance.now(); ; await sleep(100)) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() - began > PATIENCE) throw error
    }
  }
}
