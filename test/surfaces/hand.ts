/** Publishing by hand, at the pace of a test: leaves rows as workers leave them. For worlds with ROLE=api. */
import { sql } from 'kysely'
import { announce } from '#store/deliveries.ts'
import { settlePost } from '#store/endings.ts'
import type { TestService } from '../service.ts'
import { demoWorkspace } from './kit.ts'

export type Ending = 'published' | 'failed' | 'disconnected' | 'unknown'

const endings = {
  published: { status: 'published', platform_url: 'https://example.com/1', error_message: null },
  failed: { status: 'failed', error_code: 'refused', error_message: 'Refused.' },
  disconnected: {
    status: 'blocked',
    blocked_reason: 'account_disconnected',
    error_message: 'Reconnect this account, then retry.',
  },
  unknown: { status: 'blocked', blocked_reason: 'outcome_unknown', error_message: 'Look.' },
} as const

/** Takes up whatever is due of the post; answers on which accounts. */
export async function begin({ db }: TestService, post_id: number): Promise<number[]> {
  const rows = await db
    .updateTable('deliveries')
    .set({
      status: 'publishing',
      lease_until: '2999-01-01T00:00:00Z',
      lease_token: sql<number>`lease_token + 1`,
      attempt: sql<number>`attempt + 1`,
    })
    .where('post_id', '=', post_id)
    .where('status', '=', 'pending')
    .where('due_at', '<=', new Date().toISOString())
    .returning('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Ends what is being published, account by account, in one commit. */
export async function end(service: TestService, post_id: number, how: Record<number, Ending>) {
  const workspace_id = await demoWorkspace(service)
  const now = new Date()
  await service.db.transaction().execute(async (db) => {
    for (const [account_id, ending] of Object.entries(how)) {
      const published_at = ending === 'published' ? now : null
      await db
        .updateTable('deliveries')
        .set({ ...endings[ending], published_at, lease_until: null, due_at: null })
        .where('post_id', '=', post_id)
        .where('account_id', '=', Number(account_id))
        .where('status', '=', 'publishing')
        .execute()
    }
    await settlePost(db, { workspace_id, id: post_id }, now)
    await announce({ db }, 'settled', String(post_id))
  })
}

/** The platforms want us to wait: what is being published there is due again later, and nothing has landed. */
export async function postpone(
  { db }: TestService,
  post_id: number,
  account_ids: readonly number[],
) {
  if (!account_ids.length) return
  await db
    .updateTable('deliveries')
    .set({ status: 'pending', lease_until: null, due_at: new Date() })
    .where('post_id', '=', post_id)
    .where('account_id', 'in', account_ids)
    .where('status', '=', 'publishing')
    .execute()
}
