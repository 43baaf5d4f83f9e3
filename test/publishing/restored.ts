/** An engine whose rows go back to those of a backup, as a restore brings them; the platforms keep what was sent meanwhile. */
import assert from 'node:assert/strict'
import { CompiledQuery, sql } from 'kysely'
import { MARK_RESTORED, seekRestored } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { type NewPost, openEngine } from '../engine.ts'

export const HOUR = 3600_000
export const TEXT = 'The bridge is closed until Sunday evening'

export async function openRestorable(platform: string) {
  const engine = await openEngine()
  const { db } = engine
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  return Object.assign(engine, {
    workspace,
    account,

    async write(more: Partial<NewPost> = {}) {
      return engine.post(workspace, { text: TEXT, accounts: [account], ...more })
    },

    /** An hour later, everything as it was at `taken`, before anything of it was sent; publishing is held. */
    async restore(taken: Date, status: 'scheduled' | 'draft' = 'scheduled') {
      engine.advance(HOUR)
      const is_due = status === 'scheduled'
      await db.transaction().execute(async (tx) => {
        await forgetSent(tx)
        await sql`
          update deliveries d set status = 'pending', steps = '{}', attempt = 0, platform_post_id = null, platform_url = null,
            published_at = null, lease_until = null, warnings = '[]', restored_from = ${taken},
            due_at = (select p.scheduled_at from posts p where ${is_due} and p.workspace_id = d.workspace_id and p.id = d.post_id)`.execute(
          tx,
        )
        await sql`
          update posts set status = ${status}, published_at = null, scheduled_at = case when ${is_due} then scheduled_at end`.execute(
          tx,
        )
      })
    },

    /** All that a backup holds of deliveries. */
    backup: async () => ({
      rows: await db.selectFrom('deliveries').selectAll().execute(),
      taken: engine.now(),
    }),

    /** An hour later, these rows again; publishing is held. */
    async bringBack({ rows, taken }: { rows: readonly object[]; taken: Date }) {
      engine.advance(HOUR)
      await db.transaction().execute(async (tx) => {
        await forgetSent(tx)
        await sql`alter table deliveries disable trigger user`.execute(tx)
        await sql`
          update deliveries d set (status, steps, attempt, lease_token, lease_until, due_at, in_doubt, platform_post_id, platform_url,
              published_at, restored_from, restored_until)
            = (select b.status, b.steps, b.attempt, b.lease_token, b.lease_until, b.due_at, b.in_doubt, b.platform_post_id,
              b.platform_url, b.published_at, b.restored_from, b.restored_until)
          from jsonb_populate_recordset(null::deliveries, ${JSON.stringify(rows)}::jsonb) b where b.id = d.id`.execute(
          tx,
        )
        await tx.executeQuery(CompiledQuery.raw(MARK_RESTORED, [taken]))
        await sql`alter table deliveries enable trigger user`.execute(tx)
        await sql`update posts set status = 'scheduled', published_at = null`.execute(tx)
      })
    },

    /** Publishing goes on. Answers how many are looked for. */
    seek: async () => db.transaction().execute(async (tx) => seekRestored(tx, engine.now())),

    /** Until it is known whether it is out. */
    async settle(id: number) {
      for (let round = 0; ; round++) {
        assert.ok(round < 20)
        for (const work of await engine.claim()) await engine.carry(work)
        const delivery = await engine.delivery(id)
        if (delivery.status !== 'publishing') return delivery
        engine.advance(15 * 60_000)
      }
    },
  })
}

async function forgetSent(tx: Db) {
  await sql`delete from receipts`.execute(tx)
  await sql`delete from attempts`.execute(tx)
}
