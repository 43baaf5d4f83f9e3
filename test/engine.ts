/**
 * The publishing engine under a test's own clock: real database, real connectors, real emulators over HTTP. Nobody waits:
 * whoever sleeps moves the clock, and `run` jumps to the next moment at which something is due.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { diskBlobs } from '#blobs/disk.ts'
import { beginConnect, finishConnect } from '#connecting/connect.ts'
import { connect } from '#database/connect.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import type { Environment } from '#operations/context.ts'
import type { Operation } from '#operations/operation.ts'
import { perform } from '#operations/perform.ts'
import { catalog, manifests } from '#platforms/catalog.ts'
import type { Emulator } from '#platforms/emulator.ts'
import type { Fetch } from '#platforms/http.ts'
import { attempt, type Attempting } from '#publishing/attempt.ts'
import { conclude } from '#publishing/conclude.ts'
import { plans } from '#rules/limits.ts'
import { allow } from '#sandbox/person.ts'
import { type Sandbox, serveSandbox } from '#sandbox/serve.ts'
import { findAccounts } from '#store/accounts.ts'
import { readWork, type Work } from '#store/attempts.ts'
import { type AccountLimits, claimDue, claimLapsed, type Lease } from '#store/claims.ts'
import { insertDeliveries } from '#store/deliveries.ts'
import { insertMedia } from '#store/media.ts'
import { attachMedia, insertPost } from '#store/posts.ts'
import type { Db } from '#store/schema.ts'
import { seal } from '#store/seal.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from './database.ts'
import { makePng } from './png.ts'

export const SECRET_KEY = 'a key for tests, of at least 32 letters'
export const LEASE = 30_000
const CLIENT = { client_id: 'crier-sandbox', client_secret: 'sandbox-only' }
const CALLBACK = 'http://127.0.0.1:3000/connect'

export interface NewPost {
  text: string
  accounts: readonly number[]
  first_comment?: string
  /** How many pictures, each with an alternative text. */
  pictures?: number
  /** Absent: now. */
  at?: Date
}

/** How connectors' calls travel: when they are given up, and what happens around each. */
export interface Wire {
  patience: number
  around?: ((call: () => ReturnType<Fetch>, url: string) => ReturnType<Fetch>) | undefined
}

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** `real`: the world's own time, for tests with processes or threads of their own. */
export async function openEngine({ real = false } = {}) {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await testDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'crier-engine-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const { db } = stack.use(connect(database.config, { max: 10, name: 'crier-test-engine' }))
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
  const wire: Wire = { patience: 20_000 }
  const doing: Attempting = {
    db,
    blobs,
    now,
    seal: seal(SECRET_KEY),
    log: { error: () => {} },
    stopping: () => false,
    pace: 1,
    async sleep(ms, signal) {
      signal.throwIfAborted()
      if (real) return await new Promise((resolve) => setTimeout(resolve, ms))
      time += ms
      await new Promise((resolve) => setImmediate(resolve))
    },
    fetch(url, init = {}) {
      const enough = AbortSignal.timeout(wire.patience)
      const signal = init.signal ? AbortSignal.any([init.signal, enough]) : enough
      const call = () => guarded(url, { ...init, signal })
      return wire.around ? wire.around(call, url) : call()
    },
    platforms: (id) => reachOf(id, sandbox),
  }

  const environment: Environment = {
    now,
    seal: doing.seal,
    base_url: 'http://127.0.0.1:3000',
    upgrade_url: 'http://127.0.0.1:3000/',
    manifests,
    plans,
    connect_url: () => 'http://127.0.0.1:3000/connect',
    settled: async () => {},
  }

  const engine = {
    db,
    doing,
    sandbox,
    folder,
    config: database.config,
    wire,
    now,
    advance: (ms: number) => void (time += ms),
    limits: limitsOf(),

    emulator(platform: string): Emulator {
      return sandbox.emulators.get(platform) ?? assert.fail(platform)
    },
    /** The texts that a platform has, oldest first. */
    texts: (platform: string) => engine.emulator(platform).posts().map(({ text }) => text),
    fault(platform: string, fault: string, more: { times?: number; on?: string; ms?: number; account?: string } = {}) {
      engine.emulator(platform).faults.set({ account: '*', fault, ...more })
    },

    async workspace() {
      return (await insertWorkspace(db, { name: 'Test', plan: 'unlimited' }, now())).id
    },

    /** Connects a person through the platform's own page; the first one unless said. Answers the account's id. */
    async connect(workspace_id: number, platform: string, person = 0) {
      const who = engine.emulator(platform).people[person] ?? assert.fail('nobody')
      const signal = AbortSignal.timeout(10_000)
      const url = await beginConnect(doing, { workspace_id, platform, sandbox: true }, who.username, signal)
      const back = new URL(await allow(url, who.username))
      const [row] = await finishConnect(doing, platform, Object.fromEntries(back.searchParams), signal)
      return row?.id ?? assert.fail('connected')
    },

    async post(workspace_id: number, { text, accounts, first_comment, pictures = 0, at = now() }: NewPost) {
      const scope = { db, workspace_id }
      const row = { content: text, first_comment: first_comment ?? null, platform_options: {}, platform_content: [] }
      const state = { status: 'scheduled', created_via: 'rest', created_by: 'key:1', charged_month: null } as const
      const id = await insertPost(scope, { ...row, ...state, scheduled_at: at.toISOString() }, now())
      const found = await findAccounts(scope, accounts)
      const targets = accounts.map((account_id) => {
        const { platform, sandbox: world } = found.find((each) => each.id === account_id) ?? assert.fail('account')
        return { account_id, platform, sandbox: world }
      })
      await insertDeliveries(scope, id, targets, at.toISOString())
      await attachMedia(scope, id, await picturesOf(engine, workspace_id, pictures))
      return id
    },

    /** One call of an operation, as a surface would make it. */
    async ask(workspace_id: number, operation: Operation, raw: unknown): Promise<unknown> {
      const caller = { workspace_id, credential: 'key:1', abilities: ['*'], via: 'rest' as const }
      const signal = new AbortController().signal
      const context = { db, workspace_id, caller, environment, now: now(), signal }
      const call = { operation, dialect: undefined, raw, idempotency_key: undefined }
      return (await perform(call, context)).output
    },

    /** What one worker would claim now. */
    async claim(limit = 100, worker = 'test'): Promise<Work[]> {
      const at = now()
      const options = { now: at, lease_until: new Date(at.getTime() + LEASE), limit, worker }
      const leases: Lease[] = await claimLapsed(db, options)
      leases.push(...(await claimDue(db, { ...options, limit: limit - leases.length }, engine.limits)))
      return await readWork(db, leases)
    },

    /** One attempt to its end; false: its lease was lost before. */
    async carry(work: Work, hold: Partial<Parameters<typeof attempt>[2]> = {}) {
      const { signal = new AbortController().signal, until = () => new Date(8.64e15) } = hold
      return await conclude(work, await attempt(work, doing, { signal, until }), doing)
    },

    /**
     * Begins what is due and kills its process at a call that `at` picks: before it leaves, or behind its answer. Leases
     * stay as they were, to run out. False: it came to its end without such a call.
     */
    async kill(when: 'before' | 'after', at: (url: string, number: number) => boolean) {
      const dead = Promise.withResolvers<true>()
      let number = 0
      wire.around = async (call, url) => {
        const chosen = at(url, ++number)
        if (chosen && when === 'before') return await never(dead)
        const answer = await call()
        if (!chosen) return answer
        for await (const _ of answer.body ?? []);
        return await never(dead)
      }
      const works = (await engine.claim()).map((work) => engine.carry(work))
      const killed = await Promise.race([dead.promise, Promise.all(works).then(() => false)])
      wire.around = undefined
      return killed
    },

    /** Claims and carries out, jumping from one due moment to the next, until nothing will ever be due. */
    async run() {
      for (let round = 0; round < 500; round++) {
        const claimed = await engine.claim()
        await Promise.all(claimed.map((work) => engine.carry(work)))
        if (claimed.length) continue
        const next = await nextMoment(db, now())
        if (!next) return
        time = next.getTime()
      }
      assert.fail('It never comes to an end.')
    },

    async account(id: number) {
      return await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    },
    async postRow(id: number) {
      return await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    },
    async deliveries(post_id: number) {
      return await db.selectFrom('deliveries').selectAll().where('post_id', '=', post_id).orderBy('position').execute()
    },
    /** The only delivery of a post. */
    async delivery(post_id: number) {
      const [row, ...others] = await engine.deliveries(post_id)
      assert.ok(row && others.length === 0)
      return row
    },
    /** Outcome and code of every attempt of the post's only delivery: what the timeline says. */
    async timeline(post_id: number) {
      const { id } = await engine.delivery(post_id)
      const rows = await db.selectFrom('attempts').selectAll().where('delivery_id', '=', id).orderBy('number').execute()
      return rows.map(({ outcome, code }) => [outcome, code].filter(Boolean).join(' '))
    },
  }
  const owned = stack.move()
  return Object.assign(engine, { [Symbol.asyncDispose]: () => owned.disposeAsync() })
}

async function never({ resolve }: { resolve(dead: true): void }) {
  resolve(true)
  return await new Promise<never>(() => {})
}

function reachOf(id: string, sandbox: Sandbox) {
  const connector = catalog[id]
  if (!connector) return undefined
  const hosts = Object.keys(connector.manifest.hosts).map((host) => [host, `${sandbox.url}/${id}/${host}`])
  return { connector, config: { ...CLIENT, redirect_uri: `${CALLBACK}/${id}/callback`, hosts: Object.fromEntries(hosts) } }
}

function limitsOf(): AccountLimits {
  const entries = Object.entries(catalog).map(([id, { manifest }]) => {
    const { concurrent_per_account: at_once, per_account_per_day: per_day } = manifest.limits
    return [id, { at_once, per_day }]
  })
  return Object.fromEntries(entries)
}

async function picturesOf({ doing, db, now }: Pick<Engine, 'doing' | 'db' | 'now'>, workspace_id: number, count: number) {
  const ids: number[] = []
  for (let seed = 0; seed < count; seed++) {
    const bytes = makePng({ width: 32, height: 24, seed })
    const blob_key = randomUUID()
    await doing.blobs.put(blob_key, (async function* () {
      yield bytes
    })())
    const file = { original_name: `${seed}.png`, mime_type: 'image/png', size_bytes: bytes.length, blob_key, sha256: null }
    const looks = { width: 32, height: 24, duration: null, alt_text: `Picture ${seed + 1}` }
    ids.push(await insertMedia({ db, workspace_id }, { ...file, ...looks }, now()))
  }
  return ids
}

/** The next time anything can happen by itself. What is due already waits for a pause to end. */
async function nextMoment(db: Db, now: Date) {
  const { rows } = await sql<{ at: string | null }>`
    select least(
      (select min(due_at) from deliveries where status = 'pending' and due_at > ${now}),
      (select min(lease_until) from deliveries where status = 'publishing' and lease_until > ${now}),
      (select min(paused_until) from accounts a join deliveries d on d.account_id = a.id and d.status = 'pending'
        where paused_until > ${now}),
      (select min(until) from pauses p join deliveries d on d.platform = p.platform and d.status = 'pending'
        where until > ${now})) as at`.execute(db)
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** Where another process finds this engine's database. */
export function urlOf({ connectionString, host, port, user, database }: pg.PoolConfig) {
  return connectionString ?? `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`
}
