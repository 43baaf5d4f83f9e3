/** Posts that are out on a platform's emulator, and a worker that changes them on the test's own clock. */
import assert from 'node:assert/strict'
import { editPublishedPost } from '#operations/posts/edit-published-post.ts'
import { getPost } from '#operations/posts/get-post.ts'
import { editOne } from '#publishing/editor.ts'
import { Post } from '#rules/post.ts'
import { claimErrands, editing, type ErrandWork } from '#store/errands.ts'
import { LEASE } from '../engine.ts'
import { onStage } from '../removals/removal-stage.ts'

export type Stage = Awaited<ReturnType<typeof onEditStage>>

export async function onEditStage(platform: string) {
  const engine = await onStage(platform)
  const { db, deps, now, workspace_id } = engine
  const stage = Object.assign(engine, {
    edit: async (id: number, more: object) =>
      Post.parse(await engine.ask(workspace_id, editPublishedPost, { id, ...more })),
    async edited(id: number) {
      const post = Post.parse(await engine.ask(workspace_id, getPost, { id }))
      return post.per_account[0]?.edit
    },

    async claimEdits(): Promise<ErrandWork[]> {
      const lease_until = new Date(now().getTime() + LEASE)
      return claimErrands(db, editing, { now: now(), lease_until, limit: 100 })
    },
    carryEdit: (work: ErrandWork) =>
      editOne(work, deps, {
        lease: LEASE,
        lease_until: new Date(now().getTime() + LEASE),
        signal: new AbortController().signal,
      }),
    /** Carries out what is due, and jumps to what is due next, until nothing is. */
    async runEdits() {
      for (let round = 0; round < 200; round++) {
        const claimed = await stage.claimEdits()
        await Promise.all(claimed.map((work) => stage.carryEdit(work)))
        if (claimed.length) continue
        const next = await nextMoment()
        if (!next) return
        engine.advance(next.getTime() - now().getTime())
      }
      assert.fail('It never comes to an end.')
    },
    /** Begins what is due and kills its process at a call that `at` picks. */
    async killEdit(when: 'before' | 'after', at: (url: string, method: string) => boolean) {
      const dead = Promise.withResolvers<true>()
      engine.wire.around = async (call, url, method) => {
        const meant = at(url, method)
        if (when === 'before' && meant) return never(dead)
        const answer = await call()
        if (when === 'before' || !meant) return answer
        for await (const _ of answer.body ?? []);
        return never(dead)
      }
      const works = (await stage.claimEdits()).map((work) => stage.carryEdit(work))
      const killed = await Promise.race([dead.promise, Promise.all(works).then(() => false)])
      engine.wire.around = undefined
      return killed
    },
  })

  async function nextMoment() {
    const rows = await db
      .selectFrom('edits')
      .select(['due_at', 'lease_until'])
      .where('state', 'in', ['pending', 'editing'])
      .execute()
    if (!rows.length) return undefined
    const waits = await db.selectFrom('pauses').select('until').execute()
    const circuits = await db.selectFrom('circuits').select(['until', 'probe_until']).execute()
    const accounts = await db.selectFrom('accounts').select('paused_until').execute()
    const times = [
      ...rows.flatMap((row) => [row.due_at, row.lease_until]),
      ...waits.map(({ until }) => until),
      ...circuits.flatMap((row) => [row.until, row.probe_until]),
      ...accounts.map(({ paused_until }) => paused_until),
    ]
      .flatMap((time) => (time === null ? [] : [new Date(time).getTime()]))
      .filter((time) => time > now().getTime())
    return times.length ? new Date(Math.min(...times)) : undefined
  }

  return stage
}

async function never({ resolve }: { resolve: (dead: true) => void }) {
  resolve(true)
  return new Promise<never>(() => {})
}
