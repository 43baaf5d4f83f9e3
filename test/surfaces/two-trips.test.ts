/** Posts that are created in two trips: what is answered is what is stored, and whatever comes between leaves nothing behind. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { free } from '#rules/leash.ts'
import { openService, type Body } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, inAnHour, newAccount, newKey, newMedia, newNeighbour } from './kit.ts'

const clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { db } = service

async function newHome(plan = 'unlimited') {
  const home = await newNeighbour(service, plan)
  const { id: second } = await newAccount(service, home.workspace_id, 'x')
  return { ...home, accounts: [second, home.account_id], ...callers(service, home.token) }
}

const later = '2900-01-01T09:00:00Z'
const posts: Record<string, Body> = {
  'a draft': { when: 'draft' },
  'one for now': { when: 'now' },
  'one for soon': { when: inAnHour(clock) },
  'one for long after': { when: later },
  'one by a clock': { when: '2900-07-01T09:00', timezone: 'Europe/Berlin' },
  'one with what is kept of it': {
    when: later,
    metadata: { b: [1], a: { c: null } },
    labels: ['"a"', String.raw`b\c`, '{d}'],
    note: 'Later',
  },
  'one with a comment and options': {
    when: later,
    first_comment: 'First!',
    in_doubt: 'ask',
    platform_options: { x: { reply_settings: 'following' } },
  },
}

for (const surface of surfaces) {
  for (const [name, more] of Object.entries(posts)) {
    test(`${name} is answered as it is read afterwards, over ${surface}`, async () => {
      const { [surface]: call, accounts } = await newHome()
      const content = `${name} 🎈 "quoted" \\ `
      const { body } = await call('schedule_post', {
        content,
        social_account_ids: accounts,
        ...more,
      })
      await assertStored(body, call)
    })
  }

  test(`pictures and texts of single accounts are answered as they are read afterwards, over ${surface}`, async () => {
    const { [surface]: call, accounts, workspace_id } = await newHome()
    const media_ids = [
      await newMedia(service, { alt_text: 'A picture', tags: ['a'], folder: 'F' }, workspace_id),
      await newMedia(service, {}, workspace_id),
    ].toReversed()
    const platform_content = [{ account_id: accounts[1], content: 'Another text' }]
    const { body } = await call('schedule_post', {
      content: 'Pictures',
      social_account_ids: accounts,
      media_ids,
      platform_content,
      when: later,
    })
    await assertStored(body, call)
    assert.deepEqual(
      z
        .array(z.object({ id: z.int() }))
        .parse(body['media'])
        .map(({ id }) => id),
      media_ids,
    )
  })
}

/** But for what only one of the two tells. */
async function assertStored(body: Body, call: ReturnType<typeof callers>['rest']) {
  const { duplicate_of, warnings: _, ...created } = body
  assert.equal(duplicate_of, null)
  const {
    warnings: __,
    created_by: ____,
    per_account,
    ...read
  } = (await call('get_post', { id: idOf(body) })).body
  const accounts = z.array(z.looseObject({})).parse(per_account)
  const bare = accounts.map(({ attempts: ___, ...rest }) => rest)
  assert.deepEqual(created, { ...read, per_account: bare })
}

const post = (accounts: readonly number[], content: string) => ({
  content,
  social_account_ids: accounts,
  when: later,
})

test('a connection that is cut off while it writes keeps nothing; the same key makes the post afterwards', async () => {
  const { rest, accounts, workspace_id } = await newHome('free')
  await rest('schedule_post', post(accounts, 'first'))
  const options = { idempotency_key: 'cut-off' }
  const cut = await db.transaction().execute(async (tx) => {
    // The charge comes last: everything else is written by then.
    await sql`select from usage where workspace_id = ${workspace_id} for update`.execute(tx)
    const sent = rest('schedule_post', post(accounts, 'second'), options)
    await sql`select pg_terminate_backend(${await waitingPid()})`.execute(service.db)
    return sent
  })
  assert.equal(cut.code, 'unavailable')
  assert.deepEqual(await stored(workspace_id), { posts: 1, deliveries: 2, replies: 0, charged: 1 })
  const again = await rest('schedule_post', post(accounts, 'second'), options)
  assert.deepEqual([again.code, again.replayed], [undefined, false])
  assert.deepEqual(await stored(workspace_id), { posts: 2, deliveries: 4, replies: 1, charged: 2 })
  assert.equal((await rest('schedule_post', post(accounts, 'second'), options)).replayed, true)
})

test('a picture that is deleted while a post with it is created is not attached', async () => {
  const { rest, accounts, workspace_id, media_id } = await newHome()
  const answer = await db.transaction().execute(async (tx) => {
    // As whoever deletes it holds it.
    await sql`select from media where id = ${media_id} for update`.execute(tx)
    await sql`update media set deleted_at = now() where id = ${media_id}`.execute(tx)
    const sent = rest('schedule_post', { ...post(accounts, 'pictured'), media_ids: [media_id] })
    await waitingPid()
    return { sent }
  })
  const { code, errors } = await answer.sent
  assert.equal(code, 'invalid')
  assert.deepEqual(Object.keys(errors), ['media_ids.0'])
  assert.deepEqual(await stored(workspace_id), { posts: 0, deliveries: 0, replies: 0, charged: 0 })
})

test('calls with one key at once make one post, whichever way they go', async () => {
  const { rest, accounts, workspace_id } = await newHome()
  const options = { idempotency_key: 'mixed' }
  const swift = post(accounts, 'either')
  // Without a zone a time is read by the workspace's, which takes the long way.
  const long = { ...swift, when: '2900-01-01T09:00' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, each) =>
      rest('schedule_post', each % 2 ? swift : long, options),
    ),
  )
  const made = answers.filter(({ code, replayed }) => code === undefined && !replayed)
  const others = answers.filter(({ code }) => code === 'idempotency_conflict')
  assert.deepEqual([made.length, others.length], [1, 6])
  assert.deepEqual(await stored(workspace_id), { posts: 1, deliveries: 2, replies: 1, charged: 1 })
})

test('what a month was charged without a limit counts once there is one', async () => {
  const { rest, accounts, workspace_id } = await newHome()
  for (let each = 0; each < 28; each++) await rest('schedule_post', post(accounts, `no ${each}`))
  const plan = (to: string) =>
    db.updateTable('workspaces').set({ plan: to }).where('id', '=', workspace_id).execute()
  await plan('free')
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, each) => rest('schedule_post', post(accounts, `yes ${each}`))),
  )
  assert.equal(answers.filter(({ code }) => code === undefined).length, 2)
  assert.equal(answers.filter(({ code }) => code === 'plan_limit_reached').length, 4)
  assert.equal((await stored(workspace_id))?.charged, 30)
  const [made] = answers.filter(({ code }) => code === undefined)
  await rest('cancel_post', { id: idOf(made?.body ?? {}) })
  assert.equal((await rest('schedule_post', post(accounts, 'in its place'))).code, undefined)
  assert.equal((await rest('schedule_post', post(accounts, 'one more'))).code, 'plan_limit_reached')
})

test('a key that is unknown, wrong or revoked hears nothing else, whatever it sends', async () => {
  const { id, token, accounts } = await newHome()
  const send = (bearer: string, body: string) =>
    fetch(`${service.base_url}/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body,
    })
  const bodies = ['{', '[]', '{}', JSON.stringify(post(accounts, 'secret')), '{"content":7}']
  const wrong = [`${id}|${'x'.repeat(43)}`, `999999|${'x'.repeat(43)}`, 'nonsense']
  for (const body of bodies) {
    for (const bearer of wrong) assert.equal((await send(bearer, body)).status, 401, body)
  }
  assert.equal((await send(token, '{')).status, 422)
  await db.updateTable('keys').set({ revoked_at: clock }).where('id', '=', Number(id)).execute()
  for (const body of bodies) assert.equal((await send(token, body)).status, 401, body)
})

test('a list is the same whether its key was seen before or not, with what keeps its posts', async () => {
  const { accounts, workspace_id } = await newHome()
  const fresh = async () => {
    const { token } = await newKey(service, ['*'], workspace_id)
    return callers(service, token).rest
  }
  const rest = await fresh()
  for (const more of [{ when: 'draft' }, { when: inAnHour(clock) }, { when: later }])
    await rest('schedule_post', { content: 'Listed', social_account_ids: accounts, ...more })
  await rest('pause_publishing', { account_ids: accounts.slice(0, 1), reason: 'Holidays' })
  const lists: Body[] = [
    {},
    { status: 'scheduled', sort: 'scheduled_at', order: 'asc' },
    { per_page: 1, page: 2 },
    { account_ids: accounts.slice(0, 1), created_via: 'rest' },
    { search: 'Listed', needs: ['approval'] },
    { status: 'published' },
  ]
  for (const list of lists) {
    // The first call of a key finds out where it is at home, the second knows.
    const first = (await (await fresh())('list_posts', list)).body
    const { body: second } = await rest('list_posts', list)
    assert.deepEqual(second, first, JSON.stringify(list))
  }
  const { body } = await rest('list_posts', { status: 'scheduled' })
  assert.match(JSON.stringify(body['data']), /Publishing on this account is paused .*Holidays/)
})

test('a key that was seen before is looked at anew with every list', async () => {
  const { workspace_id, accounts, rest: owner } = await newHome()
  const { id, token } = await newKey(service, ['*'], workspace_id)
  const { rest } = callers(service, token)
  await owner('schedule_post', post(accounts.slice(0, 1), 'of one'))
  await owner('schedule_post', post(accounts.slice(1), 'of the other'))
  const total = async () => (await rest('list_posts')).body['total']
  assert.deepEqual([await total(), await total()], [2, 2])
  const key = db.updateTable('keys').where('id', '=', Number(id))
  const leash = (more: object) => key.set({ leash: JSON.stringify({ ...free, ...more }) }).execute()
  await leash({ account_ids: accounts.slice(1) })
  assert.equal(await total(), 1)
  await leash({ expires_at: new Date(clock.getTime() - 1).toISOString() })
  assert.equal((await rest('list_posts')).code, 'unauthenticated')
  await leash({})
  assert.equal(await total(), 2)
  await key.set({ abilities: '["media:read"]' }).execute()
  assert.equal((await rest('list_posts')).code, 'forbidden')
  await key.set({ abilities: '["*"]', revoked_at: clock }).execute()
  assert.equal((await rest('list_posts')).code, 'unauthenticated')
})

async function stored(workspace_id: number) {
  const { rows } = await sql<{
    posts: number
    deliveries: number
    replies: number
    charged: number
  }>`
    select (select count(*) from posts where workspace_id = ${workspace_id}) as posts,
      (select count(*) from deliveries where workspace_id = ${workspace_id}) as deliveries,
      (select count(*) from replies where workspace_id = ${workspace_id}) as replies,
      (select coalesce(sum(used), 0) from usage where workspace_id = ${workspace_id})
        + (select coalesce(sum(used), 0) from usage_parts where workspace_id = ${workspace_id}) as charged`.execute(
    db,
  )
  return rows[0]
}

/** The process of the API that waits for a lock. */
async function waitingPid(): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    const [found] = rows
    if (found) return found.pid
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
