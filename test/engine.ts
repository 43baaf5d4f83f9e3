/** The publishing engine under a test's own clock: nobody waits, `run` jumps to the next moment at which something is due. */
import assert from 'node:assert/strict'
import { beginConnect, finishConnect, keepAccounts } from '#connecting/connect.ts'
import type { Operation } from '#operations/operation.ts'
import { perform } from '#operations/perform.ts'
import type { InDoubt } from '#rules/delivery.ts'
import { free } from '#rules/leash.ts'
import type { Emulator } from '#sandbox/kit/emulator.ts'
import { attempt } from '#publishing/attempt.ts'
import type { Hold } from '#publishing/hold.ts'
import { conclude } from '#publishing/conclude.ts'
import { allow } from '#sandbox/service/person.ts'
import { findAccounts } from '#store/accounts.ts'
import { readWork, type Work } from '#store/attempts.ts'
import { claimDue, claimLapsed, type Lease } from '#store/claims.ts'
import { insertDeliveries } from '#store/deliveries.ts'
import { attachMedia } from '#store/post-media.ts'
import { insertPost } from '#store/posts.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { limitsOf, nextMoment, openStage, picturesOf } from './engine-stage.ts'

export const LEASE = 30_000

export interface NewPost {
  text: string
  accounts: readonly number[]
  first_comment?: string
  /** How many pictures, each with an alternative text. */
  pictures?: number
  /** The parts that follow it, as texts. */
  thread?: readonly string[]
  in_doubt?: InDoubt
  /** Absent: now. */
  at?: Date
}

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** `real`: the world's own time, for tests with processes or threads of their own. */
export async function openEngine({ real = false } = {}) {
  const stage = await openStage({ real })
  const { db, deps, environment, sandbox, wire, now } = stage

  const engine = {
    ...stage,
    limits: limitsOf(),
    /** A lease that is never lost. */
    hold: { signal: new AbortController().signal, until: () => new Date(8.64e15) } satisfies Hold,

    emulator(platform: string): Emulator {
      return sandbox.emulators.get(platform) ?? assert.fail(platform)
    },
    /** The texts that a platform has, oldest first. */
    texts: (platform: string) =>
      engine
        .emulator(platform)
        .posts()
        .map(({ text }) => text),
    fault(
      platform: string,
      fault: string,
      more: { times?: number; on?: string; ms?: number; account?: string; seed?: number } = {},
    ) {
      engine.emulator(platform).faults.set({ account: '*', fault, ...more })
    },

    async workspace() {
      return (await insertWorkspace(db, { name: 'Test', plan: 'unlimited' }, now())).id
    },

    /** Connects a person through the platform's own page; the first one unless said. Answers the account's id. */
    async connect(workspace_id: number, platform: string, person = 0) {
      const who = engine.emulator(platform).people[person] ?? assert.fail('nobody')
      const signal = AbortSignal.timeout(10_000)
      const url = await beginConnect(
        deps,
        { workspace_id, platform, sandbox: true },
        who.username,
        signal,
      )
      const back = new URL(await allow(url, who.username))
      const answer = Object.fromEntries(back.searchParams)
      const arrival = await finishConnect(deps, platform, { answer }, signal)
      const [row] = await keepAccounts(deps, arrival)
      return row?.id ?? assert.fail('connected')
    },

    async post(
      workspace_id: number,
      { text, accounts, first_comment, pictures = 0, thread, in_doubt, at = now() }: NewPost,
    ) {
      const scope = { db, workspace_id }
      const row = {
        content: text,
        first_comment: first_comment ?? null,
        platform_options: {},
        platform_content: [],
        in_doubt: in_doubt ?? null,
        ...(thread && { thread: thread.map((content) => ({ content, media_ids: [] })) }),
      }
      const state = {
        status: 'scheduled',
        created_via: 'rest',
        created_by: 'key:1',
        charged_month: null,
      } as const
      const id = await insertPost(
        scope,
        { ...row, ...state, scheduled_at: at.toISOString() },
        now(),
      )
      const found = await findAccounts(scope, accounts)
      const targets = accounts.map((account_id) => {
        const { platform, sandbox: service } =
          found.find((each) => each.id === account_id) ?? assert.fail('account')
        return { account_id, platform, sandbox: service }
      })
      const shown = await picturesOf(stage, workspace_id, pictures)
      const behind = thread?.map((content) => ({ content, media_ids: [] }))
      const parts = behind && [{ content: text, media_ids: shown }, ...behind]
      await insertDeliveries(
        scope,
        id,
        targets.map((target) => ({ ...target, ...(parts && { parts }) })),
        at.toISOString(),
      )
      const files = await db.selectFrom('media').select(['id', 'alt_text']).execute()
      await attachMedia(
        scope,
        id,
        shown.flatMap((each) => files.find((file) => file.id === each) ?? []),
      )
      return id
    },

    /** One call of an operation, as a surface would make it. */
    async ask(workspace_id: number, operation: Operation, raw: unknown): Promise<unknown> {
      const caller = {
        workspace_id,
        credential: 'key:1',
        abilities: ['*'],
        leash: free,
        via: 'rest' as const,
      }
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
      leases.push(
        ...(await claimDue(db, { ...options, limit: limit - leases.length }, engine.limits)),
      )
      return readWork(db, leases)
    },

    /** One attempt to its end; false: its lease was lost before. */
    async carry(work: Work, hold: Partial<Hold> = {}) {
      const held = { ...engine.hold, ...hold }
      return conclude(work, await attempt(work, deps, held), deps, held)
    },

    /**
     * Begins what is due and kills its process at a call that `at` picks: before it leaves, or behind its answer. Leases
     * stay as they were, to run out. False: it came to its end without such a call.
     */
    async kill(when: 'before' | 'after', at: (url: string, number: number) => boolean) {
      const dead = Promise.withResolvers<true>()
      let number = 0
      wire.around = async (call, url) => {
        const own = ++number
        if (when === 'before' && at(url, own)) return never(dead)
        const answer = await call()
        if (when === 'before' || !at(url, own)) return answer
        for await (const _ of answer.body ?? []);
        return never(dead)
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
        stage.advance(next.getTime() - now().getTime())
      }
      assert.fail('It never comes to an end.')
    },

    async account(id: number) {
      return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    },
    async postRow(id: number) {
      return db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    },
    async deliveries(post_id: number) {
      return db
        .selectFrom('deliveries')
        .selectAll()
        .where('post_id', '=', post_id)
        .orderBy('position')
        .execute()
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
      const rows = await db
        .selectFrom('attempts')
        .selectAll()
        .where('delivery_id', '=', id)
        .orderBy('number')
        .execute()
      return rows.map(({ outcome, code }) => [outcome, code].filter(Boolean).join(' '))
    },
  }
  return engine
}

async function never({ resolve }: { resolve: (dead: true) => void }) {
  resolve(true)
  return new Promise<never>(() => {})
}
