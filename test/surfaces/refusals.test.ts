import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insertWorkspace } from '#store/workspaces.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import {
  inAnHour,
  newAccount,
  newKey,
  newPost,
  setAccountHealth,
  stored,
  demoWorkspace,
} from './kit.ts'
import { moves, postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const post = { content: 'Hello', social_account_ids: [x, bluesky] }

/** Refused with this code, and nothing was written. */
async function refused(said: Promise<{ code: string | undefined; body: Body }>, code: string) {
  const before = await stored(service)
  const answer = await said
  assert.equal(answer.code, code)
  assert.deepEqual(await stored(service), before)
  return answer.body
}

for (const surface of surfaces) {
  const call = callers(service)[surface]

  test(`there is no open slot without a posting schedule, over ${surface}`, async () => {
    await refused(call('schedule_post', { ...post, when: 'next_slot' }), 'no_queue_slots')
    const id = await newPost(service)
    await refused(call('update_post', { id, when: 'next_slot' }), 'no_queue_slots')
  })

  test(`an empty when says nothing, so that nothing is published, over ${surface}`, async () => {
    const body = await refused(call('schedule_post', { ...post, when: '' }), 'no_timing_specified')
    assert.match(String(body['message']), /^Say when/)
  })

  test(`a workspace without accounts is shown where to connect one, over ${surface}`, async () => {
    const { id } = await insertWorkspace(service.db, { name: 'Empty', plan: 'free' }, new Date())
    const { token } = await newKey(service, ['*'], id)
    const mine = callers(service, token)[surface]
    for (const when of ['draft', 'now', inAnHour()]) {
      const body = await refused(mine('schedule_post', { ...post, when }), 'no_connected_accounts')
      assert.match(String(body['message']), /^Connect an account at connect_url/)
      assert.deepEqual(body['alternatives'], [])
      const page = await fetch(String(body['connect_url']))
      assert.equal(page.status, 200)
      assert.match(await page.text(), /Connect Bluesky/)
    }
  })

  test(`an account that must be reconnected is refused with its way back and with alternatives, over ${surface}`, async () => {
    const third = await newAccount(service, await demoWorkspace(service))
    const draft = await newPost(service)
    const scheduled = await newPost(service, { when: inAnHour() })
    const partial = await postIn('partial', service)
    const failed = await postIn('failed', service)
    await setAccountHealth(service, x, 'needs_reconnect')
    try {
      for (const said of [
        () => call('schedule_post', { ...post, when: 'now' }),
        () => call('schedule_post', { ...post, when: inAnHour() }),
        () => call('publish_now', { id: draft }),
        () => call('update_post', { id: scheduled, content: 'New' }),
        () => call('update_post', { id: draft, when: 'now' }),
        () => call('retry_post', { id: partial }),
        () => call('publish_now', { id: failed }),
      ]) {
        const { message, reconnect_url, alternatives, values, ...rest } = await refused(
          said(),
          'account_inactive',
        )
        assert.match(String(message), /^Reconnect .* at reconnect_url/)
        const code = 'account_inactive'
        assert.deepEqual(rest, { code, account_id: x, check: code })
        assert.deepEqual(values, { account: 'ada_types', platform: 'x' })
        const health = (alternatives as Body[]).map((each) => [each['id'], each['health']])
        assert.ok(health.some(([id, word]) => id === bluesky && word === 'healthy'))
        assert.ok(health.some(([id]) => id === third.id))
        assert.ok(!health.some(([id]) => id === x))
        const page = await fetch(String(reconnect_url), { redirect: 'manual' })
        assert.equal(page.status, 200)
      }
      const { body } = await call('schedule_post', { ...post, content: surface, when: 'draft' })
      assert.match(JSON.stringify(body['warnings']), /must be reconnected/)
      const others = {
        ...post,
        content: `${surface} elsewhere`,
        social_account_ids: [bluesky],
        when: 'now',
      }
      assert.equal((await call('schedule_post', others)).code, undefined)
    } finally {
      await setAccountHealth(service, x, 'healthy')
    }
  })

  test(`what does not exist is a 404 of its kind, over ${surface}`, async () => {
    for (const name of ['get_post', ...moves]) {
      const body = await refused(call(name, { id: 999_999 }), 'post_not_found')
      assert.match(String(body['message']), /999999/)
    }
  })
}

test('over REST nothing about time makes a draft, null as a when is an empty one', async () => {
  const { rest } = callers(service)
  assert.equal((await rest('schedule_post', post)).body['status'], 'draft')
  await refused(rest('schedule_post', { ...post, when: null }), 'no_timing_specified')
})

test('a disabled account is refused like a disconnected one', async () => {
  const { rest } = callers(service)
  await service.db.updateTable('accounts').set({ health: 'disabled' }).where('id', '=', x).execute()
  await refused(rest('schedule_post', { ...post, when: 'now' }), 'account_inactive')
  const { body } = await rest('schedule_post', { ...post, when: 'draft' })
  assert.match(JSON.stringify(body['warnings']), /must be reconnected/)
  await setAccountHealth(service, x, 'healthy')
})

test('a link to connect is good for an hour, for its workspace, and cannot be made up', async () => {
  const { body } = await callers(service).rest('get_accounts')
  const url = new URL(String(body['connect_url']))
  assert.equal((await fetch(url)).status, 200)
  for (const ticket of ['', 'x', `${url.searchParams.get('ticket')}x`, 'e30.e30']) {
    const forged = new URL(url)
    forged.searchParams.set('ticket', ticket)
    assert.equal((await fetch(forged)).status, 401, ticket)
  }
})
