/** What is due and does not go out says why, and until when; and that is when a worker takes it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { pauseAccount, pausePlatform } from '#store/accounts.ts'
import { recordSilence } from '#store/circuits.ts'
import { claimDue } from '#store/claims.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, newAccount, newPost } from './kit.ts'

let clock = new Date('2026-11-22T09:00:00Z')
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { db } = service
const workspace_id = await demoWorkspace(service)
const { rest } = callers(service)
const inMinutes = (minutes: number) => new Date(clock.getTime() + minutes * 60_000)

const Pivot = z.looseObject({
  next_attempt_at: z.string().nullable(),
  waits_for: z.object({ code: z.string(), until: z.string(), message: z.string() }).nullable(),
})
const Shown = z.looseObject({
  per_account: z.array(Pivot),
  socialAccounts: z.array(z.looseObject({ pivot: Pivot })),
})

/** On a platform of its own, so that nothing else is held with it. */
async function accountOn(platform: string) {
  const { id } = await newAccount(service, workspace_id, platform)
  return id
}

async function waitOf(id: number) {
  const { per_account, socialAccounts } = Shown.parse((await rest('get_post', { id })).body)
  const [one] = per_account
  const [other] = socialAccounts
  assert.deepEqual(other?.pivot.waits_for, one?.waits_for)
  assert.equal(other?.pivot.next_attempt_at, one?.next_attempt_at)
  return one ?? assert.fail()
}

/** Whether a worker would take it then. */
async function isTaken(post_id: number, now: Date) {
  const limits = Object.fromEntries(
    Object.values(manifests).map(({ id, limits: each }) => [
      id,
      { at_once: each.concurrent_per_account, per_day: each.per_account_per_day },
    ]),
  )
  const options = { now, lease_until: inMinutes(1e6), limit: 1000, worker: 'test' }
  const claimed = (await claimDue(db, options, limits)).map(({ id }) => id)
  const [row] = await db
    .selectFrom('deliveries')
    .select('id')
    .where('post_id', '=', post_id)
    .where('id', 'in', [0, ...claimed])
    .execute()
  // Only asked.
  const pending = { status: 'pending' as const, lease_until: null }
  await db.updateTable('deliveries').set(pending).where('status', '=', 'publishing').execute()
  await db.updateTable('circuits').set({ probe_until: null }).execute()
  return row !== undefined
}

const holds = {
  platform_silent: {
    platform: 'threads',
    async hold() {
      for (const account_id of [1, 2, 3]) {
        const silence = {
          platform: 'threads',
          sandbox: true,
          account_id,
          page: false,
          now: clock,
          pace: 1,
        }
        await recordSilence(db, silence)
      }
    },
  },
  platform_limit: {
    platform: 'x',
    async hold() {
      const pause = { platform: 'x', sandbox: true, until: inMinutes(30), reason: 'rate_limited' }
      await pausePlatform(db, pause)
    },
  },
  account_limit: {
    platform: 'bluesky',
    hold: (account_id: number) => pauseAccount({ db, workspace_id }, account_id, inMinutes(45)),
  },
  daily_limit: {
    platform: 'linkedin',
    async hold(account_id: number) {
      const most = manifests.linkedin?.limits.per_account_per_day ?? 0
      await sql`
        with made as (
          insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
          select ${workspace_id}, 'Today ' || i, 'published', 'rest', 'key:1', ${clock}, ${clock}
          from generate_series(1, ${most}::int) i returning id)
        insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, published_at)
        select ${workspace_id}, id, ${account_id}, 0, 'linkedin', true, 'published',
          ${clock}::timestamptz - interval '23 hours' + row_number() over () * interval '1 minute' from made`.execute(
        db,
      )
    },
  },
}

for (const [code, held] of Object.entries(holds)) {
  test(`${code}: what is due says so until a worker takes it`, async () => {
    const account = await accountOn(held.platform)
    const post = { content: code, social_account_ids: [account] }
    const due = await newPost(service, { ...post, when: 'now' })
    const later = await newPost(service, { ...post, when: inMinutes(23 * 60).toISOString() })
    assert.deepEqual((await waitOf(due)).waits_for, null)
    assert.ok(await isTaken(due, inMinutes(0)))
    await held.hold(account)

    const { waits_for, next_attempt_at } = await waitOf(due)
    assert.equal(waits_for?.code, code)
    assert.equal(next_attempt_at, waits_for?.until)
    assert.ok(waits_for.message.length > 20)
    const until = new Date(waits_for.until)
    assert.ok(until > clock)
    assert.ok(!(await isTaken(due, new Date(until.getTime() - 1))))
    assert.ok(await isTaken(due, until))
    const unheld = await waitOf(later)
    assert.deepEqual(unheld.waits_for, null, 'it is over by then')
    assert.equal(unheld.next_attempt_at, inMinutes(23 * 60).toISOString())

    for (const surface of surfaces) {
      const call = callers(service)[surface]
      const { body } = await call('get_accounts')
      const accounts = z.array(Pivot.omit({ next_attempt_at: true }).extend({ id: z.number() }))
      const found = accounts.parse(body['accounts']).find(({ id }) => id === account)
      assert.deepEqual(found?.waits_for, waits_for, surface)
      const dry = { ...post, content: `${code} ${surface}`, when: 'now', dry_run: true }
      const rehearsed = Shown.parse((await call('schedule_post', dry)).body)
      assert.deepEqual(rehearsed.per_account[0]?.waits_for, waits_for, surface)
      const { body: list } = await call('list_posts', { status: 'scheduled' })
      assert.ok(JSON.stringify(list).includes(waits_for.message), surface)
    }
    await rest('cancel_post', { id: due })
    assert.deepEqual(await waitOf(due).then(({ next_attempt_at: at }) => at), null)
  })
}

test('of several holds the longest is told', async () => {
  const account = await accountOn('x')
  await pauseAccount({ db, workspace_id }, account, inMinutes(600))
  const id = await newPost(service, { content: 'Two', social_account_ids: [account], when: 'now' })
  assert.equal((await waitOf(id)).waits_for?.code, 'account_limit')
})

test('what was refused for now waits for its next attempt, in the words of the refusal', async () => {
  const account = await accountOn('bluesky')
  const id = await newPost(service, {
    content: 'Own',
    social_account_ids: [account],
    when: 'now',
  })
  await service.query(`
    update deliveries set due_at = '${inMinutes(2).toISOString()}', error_code = 'unreachable', error_message = 'Nobody there.'
    where post_id = ${id}`)
  const { waits_for, next_attempt_at } = await waitOf(id)
  const until = inMinutes(2).toISOString()
  assert.deepEqual(waits_for, { code: 'unreachable', until, message: 'Nobody there.' })
  assert.equal(next_attempt_at, until)
})

test('a next attempt never lies in the past, however long nobody has come for it', async () => {
  const account = await accountOn('bluesky')
  const id = await newPost(service, { content: 'Old', social_account_ids: [account], when: 'now' })
  clock = inMinutes(60)
  assert.equal((await waitOf(id)).next_attempt_at, clock.toISOString())
})
