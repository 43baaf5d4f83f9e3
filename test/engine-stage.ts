/**
 * Where a test of the publishing engine plays: real database, real connectors, real emulators over HTTP, and a clock of its
 * own that whoever sleeps moves on.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { diskBlobs } from '#blobs/disk.ts'
import { probing } from '#probing/probe.ts'
import { intakeOf } from '#intake/intake.ts'
import { choicesOf } from '#connecting/choices.ts'
import { peopleOf } from '#connecting/people.ts'
import { connect } from '#database/connect.ts'
import type { Environment } from '#operations/context.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import type { Fetch } from '#platforms/tools.ts'
import type { Dependencies } from '#publishing/dependencies.ts'
import { writersOn } from '#publishing/writers.ts'
import { plans } from '#rules/limits.ts'
import { type Sandbox, serveSandbox } from '#sandbox/service/serve.ts'
import type { AccountLimits } from '#store/claims.ts'
import { insertMedia } from '#store/media.ts'
import type { Db } from '#store/schema.ts'
import { seal } from '#store/seal.ts'
import { testDatabase } from './database.ts'
import { makePng } from './png.ts'

export const SECRET_KEY = 'a key for tests, of at least 32 letters'
const CLIENT = { client_id: 'crier-sandbox', client_secret: 'sandbox-only' }
const CALLBACK = 'http://127.0.0.1:3000/connect'

/** How connectors' calls travel: when they are given up, and what happens around each. */
export interface Wire {
  patience: number
  around?:
    | ((call: () => ReturnType<Fetch>, url: string, method: string) => ReturnType<Fetch>)
    | undefined
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** `real`: the world's own time, for tests with processes or threads of their own. */
export async function openStage({ real = false } = {}) {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await testDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'crier-engine-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const { db, trip } = stack.use(connect(database.config, { max: 10, name: 'crier-test-engine' }))
  let time = new Date('2026-11-20T09:00:00Z').getTime()
  const now = () => (real ? new Date() : new Date(time))
  const sandbox = stack.use(
    await serveSandbox({
      port: 0,
      now,
      clients: (id) => [{ ...CLIENT, redirect_uris: [`${CALLBACK}/${id}/callback`] }],
    }),
  )
  const guarded = stack.use(guardedFetch({ allow: [sandbox.url] }))
  const blobs = diskBlobs(join(folder, 'blobs'))
  const probes = stack.use(probing({ children: 1 }))
  const wire: Wire = { patience: 20_000 }
  const sleep: Dependencies['sleep'] = async (ms, signal) => {
    signal.throwIfAborted()
    if (real) return new Promise((resolve) => setTimeout(resolve, ms))
    time += ms
    await new Promise((resolve) => setImmediate(resolve))
  }
  const deps: Dependencies = {
    db,
    writers: writersOn({ together: db, alone: db, now, sleep }),
    blobs,
    pull: () => undefined,
    async convert({ blob_key }, form) {
      await using file = await blobs.local(blob_key)
      const picture = await probes.convert(file.path, form)
      return 'refused' in picture ? { refused: picture.refused.message } : picture
    },
    now,
    seal: seal(SECRET_KEY),
    log: { info() {}, warn() {}, error() {} },
    stopping: () => false,
    suspects: new Set(),
    pace: 1,
    sleep,
    fetch(url, init = {}) {
      const enough = AbortSignal.timeout(wire.patience)
      const signal = init.signal ? AbortSignal.any([init.signal, enough]) : enough
      const call = () => guarded(url, { ...init, signal })
      return wire.around ? wire.around(call, url, init.method ?? 'GET') : call()
    },
    platforms: (id) => reachOf(id, sandbox),
    card: async () => ({ refused: 'There are no previews here.' }),
  }

  const environment: Environment = {
    now,
    seal: deps.seal,
    intake: intakeOf({
      blobs,
      probing: probes,
      folder: join(folder, 'incoming'),
      now,
    }),
    get: async () => Promise.reject(new Error('Nothing is taken from outside here.')),
    card: async () => ({ refused: 'There are no previews here.' }),
    cdn_url: 'http://127.0.0.1:3000',
    base_url: 'http://127.0.0.1:3000',
    upgrade_url: 'http://127.0.0.1:3000/',
    manifests,
    plans,
    rates: {},
    disconnect: async () => false,
    choices: async (asked) => choicesOf(deps, asked),
    people: async (asked) => peopleOf(deps, asked),
    connect_url: () => 'http://127.0.0.1:3000/connect',
    upload_url: () => 'http://127.0.0.1:3000/uploads',
    settled: async () => {},
    happened: async () => {},
    webhook_refusal: () => undefined,
    standing: async () => undefined,
  }

  const owned = stack.move()
  return {
    db,
    trip,
    deps,
    environment,
    sandbox,
    folder,
    config: database.config,
    wire,
    now,
    advance: (ms: number) => void (time += ms),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function reachOf(id: string, sandbox: Sandbox) {
  const connector = catalog[id]
  if (!connector) return undefined
  const hosts = Object.keys(connector.manifest.hosts).map((host) => [
    host,
    `${sandbox.url}/${id}/${host}`,
  ])
  return {
    connector,
    config: {
      ...CLIENT,
      redirect_uri: `${CALLBACK}/${id}/callback`,
      hosts: Object.fromEntries(hosts),
      // Comments take a permission that posting does not bring.
      ...(id === 'linkedin' && {
        scopes: [...connector.manifest.scopes, 'w_member_social_feed'],
      }),
    },
  }
}

/** Where another process finds this engine's database. */
export function urlOf({ connectionString, host, port, user, database }: pg.PoolConfig) {
  return (
    connectionString ?? `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`
  )
}

export function limitsOf(): AccountLimits {
  const entries = Object.entries(catalog).map(([id, { manifest }]) => {
    const { concurrent_per_account: at_once, per_account_per_day: per_day } = manifest.limits
    return [id, { at_once, per_day }]
  })
  return Object.fromEntries(entries)
}

/** Pictures with alternative texts, as an upload would have left them. */
export async function picturesOf(
  { deps, db, now }: Pick<Stage, 'deps' | 'db' | 'now'>,
  workspace_id: number,
  count: number,
) {
  const ids: number[] = []
  for (let seed = 0; seed < count; seed++) {
    const bytes = makePng({ width: 32, height: 24, seed })
    const blob_key = randomUUID()
    await deps.blobs.put(
      blob_key,
      (async function* () {
        yield bytes
      })(),
    )
    const file = {
      original_name: `${seed}.png`,
      mime_type: 'image/png',
      size_bytes: bytes.length,
      blob_key,
      sha256: null,
    }
    const looks = { width: 32, height: 24, duration: null, alt_text: `Picture ${seed + 1}` }
    ids.push(await insertMedia({ db, workspace_id }, { ...file, ...looks }, now()))
  }
  return ids
}

/** The next time anything can happen by itself. What is due already waits for a pause to end. */
export async function nextMoment(db: Db, now: Date) {
  const { rows } = await sql<{ at: string | null }>`
    select least(
      (select min(due_at) from deliveries where status = 'pending' and due_at > ${now}),
      (select min(lease_until) from deliveries where status = 'publishing' and lease_until > ${now}),
      (select min(paused_until) from accounts a join deliveries d on d.account_id = a.id and d.status = 'pending'
        where paused_until > ${now}),
      (select min(until) from pauses p join deliveries d on d.platform = p.platform and d.status = 'pending'
        where until > ${now}),
      (select min(c.until) from circuits c join deliveries d on d.platform = c.platform and d.status in ('pending', 'publishing')
        where c.until > ${now})) as at`.execute(db)
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}
