/** Workspaces whose posts were published and measured on paper: no platform, any time, any numbers. */
import { z } from 'zod'
import { getAnalytics } from '#operations/analytics/get-analytics.ts'
import { Analytics } from '#operations/analytics/parts/fields.ts'
import type { Counts } from '#rules/metrics.ts'

import { insertDeliveries } from '#store/deliveries.ts'
import { insertPost } from '#store/posts.ts'
import { keepSnapshots } from '#store/snapshots.ts'
import { openEngine } from '../engine.ts'
import { newAccount } from '../surfaces/kit.ts'

export interface Measured extends Counts {
  taken_at: Date
}

export type Books = Awaited<ReturnType<typeof openBooks>>
export type Report = z.output<typeof Analytics>

export const nothing: Counts = {
  reach: null,
  impressions: null,
  likes: null,
  comments: null,
  shares: null,
  engagements: null,
}

export async function openBooks() {
  const engine = await openEngine()
  const { db } = engine
  return {
    engine,
    db,

    async workspace(timezone: string) {
      const id = await engine.workspace()
      await db.updateTable('workspaces').set({ timezone }).where('id', '=', id).execute()
      return id
    },

    async account(workspace_id: number, platform: string) {
      const row = await newAccount({ db }, workspace_id, platform)
      return { id: row.id, platform }
    },

    /** A post that was published on these accounts at that time; answers the ids of its deliveries, in their order. */
    async post(
      workspace_id: number,
      accounts: readonly { id: number; platform: string }[],
      at: Date,
      content = 'On paper',
    ) {
      const scope = { db, workspace_id }
      const post_id = await insertPost(
        scope,
        {
          content,
          first_comment: null,
          platform_options: {},
          platform_content: [],
          status: 'scheduled',
          created_via: 'rest',
          created_by: 'key:1',
          charged_month: null,
          scheduled_at: at.toISOString(),
        },
        at,
      )
      const targets = accounts.map(({ id, platform }) => ({
        account_id: id,
        platform,
        sandbox: true,
      }))
      await insertDeliveries(scope, post_id, targets, null)
      await db
        .updateTable('posts')
        .set({ status: 'published', published_at: at })
        .where('id', '=', post_id)
        .execute()
      const rows = await db
        .updateTable('deliveries')
        .set({ status: 'published', published_at: at })
        .where('post_id', '=', post_id)
        .returning(['id', 'position'])
        .execute()
      const deliveries = rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
      return { post_id, deliveries }
    },

    /** Keeps one snapshot after the other, each in a transaction of its own, as the chore would. */
    async measure(workspace_id: number, delivery_id: number, series: readonly Measured[]) {
      for (const [index, snapshot] of series.entries()) {
        await db
          .transaction()
          .execute((tx) =>
            keepSnapshots({ db: tx, workspace_id }, [
              { ...snapshot, delivery_id, number: index + 1 },
            ]),
          )
      }
    },

    async report(workspace_id: number, question: object): Promise<Report> {
      return Analytics.parse(await engine.ask(workspace_id, getAnalytics, question))
    },

    /** Everything that is derived, for comparing. */
    async days(workspace_id: number) {
      const table = (name: 'delivery_days' | 'account_days' | 'delivery_totals' | 'post_totals') =>
        db.selectFrom(name).selectAll().where('workspace_id', '=', workspace_id).execute()
      const texts = [
        ...(await table('delivery_days')),
        ...(await table('account_days')),
        ...(await table('delivery_totals')),
        ...(await table('post_totals')),
      ]
      return texts.map((row) => JSON.stringify(row)).toSorted()
    },

    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  }
}
