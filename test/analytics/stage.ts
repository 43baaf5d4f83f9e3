/** Published posts on real emulators, under a clock of the test's own, and the chore that measures them. */
import assert from 'node:assert/strict'
import { collectMetrics } from '#chores/collect-metrics.ts'
import { openEngine } from '../engine.ts'

export const HOUR = 3600_000

export async function openStage() {
  const engine = await openEngine()
  const { db, now, advance } = engine
  /** Addresses of the calls that asked for numbers. */
  const asked: string[] = []
  engine.wire.around = (call, url) => {
    if (/\/2\/tweets\?|getPosts/.test(url)) asked.push(url)
    return call()
  }

  async function isUnderWay(workspace_id: number) {
    const row = await db
      .selectFrom('deliveries')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('status', '!=', 'published')
      .executeTakeFirst()
    return row !== undefined
  }

  return {
    engine,
    db,
    now,
    advance,
    asked,
    collect: () =>
      collectMetrics.run(
        { ...engine.deps, series: async () => {}, risk_facts: () => assert.fail() },
        AbortSignal.timeout(60_000),
      ),

    /** A workspace with an account on each platform and `count` posts, published at once. */
    async published(count: number, platforms: readonly string[] = ['x', 'bluesky']) {
      const workspace_id = await engine.workspace()
      const accounts: number[] = []
      for (const platform of platforms) accounts.push(await engine.connect(workspace_id, platform))
      const posts: number[] = []
      for (let number = 0; number < count; number++) {
        const text = `Post ${workspace_id}.${number}`
        posts.push(await engine.post(workspace_id, { text, accounts }))
      }
      do {
        for (const work of await engine.claim()) await engine.carry(work)
      } while (await isUnderWay(workspace_id))
      return { workspace_id, accounts, posts }
    },

    async snapshotsOf(workspace_id: number) {
      return db
        .selectFrom('snapshots')
        .innerJoin('deliveries', (join) =>
          join
            .onRef('deliveries.workspace_id', '=', 'snapshots.workspace_id')
            .onRef('deliveries.id', '=', 'snapshots.delivery_id'),
        )
        .selectAll('snapshots')
        .select('platform')
        .where('snapshots.workspace_id', '=', workspace_id)
        .orderBy('delivery_id')
        .orderBy('number')
        .execute()
    },

    async deliveriesOf(workspace_id: number) {
      return db
        .selectFrom('deliveries')
        .select([
          'id',
          'measure_at',
          'measure_tries',
          'gone_at',
          'published_at',
          'platform_post_id',
        ])
        .where('workspace_id', '=', workspace_id)
        .orderBy('id')
        .execute()
    },

    /** Nothing of earlier tests is due any more. */
    async forget() {
      await db.updateTable('deliveries').set({ measure_at: null }).execute()
      for (const platform of ['x', 'bluesky']) engine.emulator(platform).faults.clear()
      asked.length = 0
    },

    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  }
}
