import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin, end } from './hand.ts'
import { inAnHour, newPost } from './kit.ts'
import { postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts

for (const surface of surfaces) {
  const call = callers(service)[surface]

  test(`wait answers as soon as the last channel has settled, over ${surface}`, async () => {
    const id = await postIn('publishing', service)
    let answered = false
    const waiting = call('get_post', { id, wait: 30 }).then((said) => {
      answered = true
      return said
    })
    await end(service, id, { [x]: 'published' })
    // Another call goes there and back meanwhile.
    await call('get_post', { id })
    assert.equal(answered, false, 'one channel is still under way')
    await end(service, id, { [bluesky]: 'failed' })
    assert.equal((await waiting).body['outcome'], 'partial')
  })

  test(`what settles while somebody begins to wait is not missed, over ${surface}`, async () => {
    for (let round = 0; round < 30; round++) {
      const id = await postIn('publishing', service)
      const waiting = call('get_post', { id, wait: 30 })
      await end(service, id, { [x]: 'published', [bluesky]: 'published' })
      assert.equal((await waiting).body['outcome'], 'published')
    }
  })

  test(`nothing under way is nothing to wait for, over ${surface}`, async () => {
    for (const state of [
      'draft',
      'published',
      'partial',
      'failed',
      'unknown',
      'cancelled',
    ] as const) {
      const id = await postIn(state, service)
      assert.equal((await call('get_post', { id, wait: 30 })).code, undefined)
    }
  })

  test(`a wait that ends too soon answers how it stands, over ${surface}`, async () => {
    const id = await postIn('publishing', service)
    for (const wait of [0, 1]) {
      assert.equal((await call('get_post', { id, wait })).body['outcome'], 'publishing')
    }
    const later = await newPost(service, { when: inAnHour() })
    assert.equal((await call('get_post', { id: later, wait: '1' })).body['outcome'], 'scheduled')
  })

  test(`wait is 0 to 30 seconds, over ${surface}`, async () => {
    const id = await newPost(service)
    for (const wait of [31, -1, 0.5, 'long']) {
      assert.deepEqual(Object.keys((await call('get_post', { id, wait })).errors), ['wait'])
    }
  })

  test(`publish_now and retry_post wait as well, over ${surface}`, async () => {
    const id = await newPost(service)
    for (const move of ['publish_now', 'retry_post']) {
      const waiting = call(move, { id, wait: 30 })
      // The move is committed when something is due.
      while (!(await begin(service, id)).length) await call('get_post', { id })
      await end(service, id, { [x]: 'failed', [bluesky]: 'failed' })
      assert.equal((await waiting).body['outcome'], 'failed')
    }
  })

  test(`who waits hears of a decision that ends the wait, over ${surface}`, async () => {
    const scheduled = () => newPost(service, { when: inAnHour() })
    const decisions = [
      ['cancel_post', await scheduled(), {}, 'deleted'],
      ['update_post', await scheduled(), { when: 'draft' }, 'draft'],
    ] as const
    const began = performance.now()
    for (const [move, id, args, outcome] of decisions) {
      const waiting = call('get_post', { id, wait: 30 })
      assert.equal((await call(move, { id, ...args })).code, undefined)
      assert.equal((await waiting).body['outcome'], outcome)
    }
    assert.ok(performance.now() - began < 25_000, 'well before the wait was over')
  })
}

test('whoever waits and goes away leaves nothing behind', async () => {
  const id = await postIn('publishing', service)
  const gone = new AbortController()
  const waiting = fetch(`${service.base_url}/api/posts/${id}?wait=30`, {
    headers: { authorization: `Bearer ${service.token}` },
    signal: gone.signal,
  })
  await service.rest('GET', '/health')
  gone.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  assert.equal((await service.rest('GET', `/api/posts/${id}`)).status, 200)
})
