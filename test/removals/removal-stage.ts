/** Posts that are out on a platform's emulator, and a worker that takes them down on the test's own clock. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { getPost } from '#operations/posts/get-post.ts'
import { unpublishPost } from '#operations/posts/unpublish-post.ts'
import { removeOne } from '#publishing/remover.ts'
import type { EventType } from '#rules/event.ts'
import { Post } from '#rules/post.ts'
import { insertMedia } from '#store/media.ts'
import { attachMedia } from '#store/post-media.ts'
import { claimErrands, type ErrandWork, removing } from '#store/errands.ts'
import { giveUpFor } from '#store/giving-up.ts'
import { LEASE, type NewPost, openEngine } from '../engine.ts'

export type Stage = Awaited<ReturnType<typeof onStage>>

export async function onStage(platform: string) {
  const engine = await openEngine()
  const workspace_id = await engine.workspace()
  const account_id = await engine.connect(workspace_id, platform)
  const { db, deps, now } = engine
  const pictures = ['pinterest'].includes(platform) ? 1 : 0

  const stage = Object.assign(engine, {
    workspace_id,
    account_id,
    platform,

    /** A post that is out there; answers its id. */
    async out(text: string, more: Partial<NewPost> = {}) {
      const id = await engine.post(workspace_id, {
        text,
        accounts: [account_id],
        pictures,
        ...more,
      })
      if (platform === 'youtube') await attachVideo(engine, workspace_id, id)
      await engine.run()
      return id
    },
    unpublish: async (id: number, more: object = {}) =>
      Post.parse(await engine.ask(workspace_id, unpublishPost, { id, ...more })),
    async removal(id: number) {
      const post = Post.parse(await engine.ask(workspace_id, getPost, { id }))
      return post.per_account[0]?.removal
    },

    /** What one worker would claim now. */
    async claimRemovals(): Promise<ErrandWork[]> {
      await giveUpFor(db, now())
      const lease_until = new Date(now().getTime() + LEASE)
      return claimErrands(db, removing, { now: now(), lease_until, limit: 100 })
    },
    carryRemoval: (work: ErrandWork) =>
      removeOne(work, deps, {
        lease: LEASE,
        lease_until: new Date(now().getTime() + LEASE),
        signal: new AbortController().signal,
      }),
    /** Carries out what is due, and jumps to what is due next, until nothing is. */
    async runRemovals() {
      for (let round = 0; round < 200; round++) {
        const claimed = await stage.claimRemovals()
        await Promise.all(claimed.map((work) => stage.carryRemoval(work)))
        if (claimed.length) continue
        const next = await nextRemovalMoment()
        if (!next) return
        engine.advance(next.getTime() - now().getTime())
      }
      assert.fail('It never comes to an end.')
    },
    /** Begins what is due and kills its process at a call that `at` picks. */
    async killRemoval(when: 'before' | 'after', at: (url: string) => boolean) {
      const dead = Promise.withResolvers<true>()
      engine.wire.around = async (call, url) => {
        if (when === 'before' && at(url)) return never(dead)
        const answer = await call()
        if (when === 'before' || !at(url)) return answer
        for await (const _ of answer.body ?? []);
        return never(dead)
      }
      const works = (await stage.claimRemovals()).map((work) => stage.carryRemoval(work))
      const killed = await Promise.race([dead.promise, Promise.all(works).then(() => false)])
      engine.wire.around = undefined
      return killed
    },
    /** How many calls took something down, by what the platform was asked. */
    counting(matches: (url: string) => boolean) {
      const calls: string[] = []
      engine.wire.around = async (call, url) => {
        if (matches(url)) calls.push(url)
        return call()
      }
      return calls
    },
    async events(type: EventType) {
      const rows = await db
        .selectFrom('fresh_events')
        .select(['delivery_id', 'data'])
        .where('type', '=', type)
        .execute()
      return rows
    },
  })

  async function nextRemovalMoment() {
    const rows = await db
      .selectFrom('removals')
      .select(['due_at', 'lease_until'])
      .where('state', 'in', ['pending', 'removing'])
      .execute()
    const waits = await db.selectFrom('pauses').select('until').execute()
    const circuits = await db.selectFrom('circuits').select(['until', 'probe_until']).execute()
    const accounts = await db.selectFrom('accounts').select('paused_until').execute()
    if (!rows.length) return undefined
    const times = [
      ...rows.flatMap((row) => [row.due_at, row.lease_until]),
      ...waits.map(({ until }) => until),
      ...circuits.flatMap((row) => [row.until, row.probe_until]),
      ...accounts.map(({ paused_until }) => paused_until),
    ]
      .filter((time) => time !== null)
      .map((time) => new Date(time).getTime())
      .filter((time) => time > now().getTime())
    return times.length ? new Date(Math.min(...times)) : undefined
  }

  return stage
}

/** Half a kilobyte that calls itself a film: what is in it nobody looks at here. */
export async function attachVideo(
  { db, deps, now }: Pick<Awaited<ReturnType<typeof openEngine>>, 'db' | 'deps' | 'now'>,
  workspace_id: number,
  post_id: number,
) {
  const bytes = Buffer.alloc(512, 7)
  const blob_key = randomUUID()
  await deps.blobs.put(
    blob_key,
    (async function* () {
      yield bytes
    })(),
  )
  const scope = { db, workspace_id }
  const id = await insertMedia(
    scope,
    {
      original_name: 'film.mp4',
      mime_type: 'video/mp4',
      size_bytes: bytes.length,
      blob_key,
      sha256: null,
      width: 1280,
      height: 720,
      duration: 10,
      alt_text: null,
    },
    now(),
  )
  await attachMedia(scope, post_id, [{ id, alt_text: null }])
}

async function never({ resolve }: { resolve: (dead: true) => void }) {
  resolve(true)
  return new Promise<never>(() => {})
}
