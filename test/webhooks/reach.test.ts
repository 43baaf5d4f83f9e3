import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { numberAll } from '../events/numbered.ts'
import { callers } from '../surfaces/callers.ts'
import { newKey, newNeighbour, newPost } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { verified } from './receiver.ts'
import { openHooks } from './stage.ts'

const stage = await openHooks()
after(() => stage[Symbol.asyncDispose]())
const { service, receiver, rest, hook } = stage
const { x = 0, bluesky = 0 } = service.accounts

test('a webhook goes to public https, and to private hosts that the operator names', async () => {
  const inner = [
    'https://127.0.0.1/',
    'http://127.0.0.1:1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://db.internal/',
    'https://intranet/',
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:pass@example.com/',
    'ftp://example.com/',
    'nothing',
    '',
  ]
  for (const url of inner) {
    const { errors } = await rest('create_webhook', { url })
    assert.ok(errors['url']?.length, `${url} is refused in its field`)
  }
  const { body } = await rest('create_webhook', { url: 'https://example.com/hook' })
  assert.equal(body['url'], 'https://example.com/hook')
  await rest('delete_webhook', { id: body['id'] })
})

test('a name that leads inside is refused when it is called, before a byte is sent', async () => {
  const made = await hook('/ok/never')
  // As if the name had been public when it was written.
  await service.query(`update webhooks set url = 'https://10.0.0.1/' where id = ${made.id}`)
  await rest('test_webhook', { id: made.id })
  const [send] = await stage.soon(
    made.id,
    ([each]) => each?.tries === 1 && each.state === 'waiting',
  )
  assert.match(send?.last_error ?? '', /not on the public internet/)
  await rest('delete_webhook', { id: made.id })
})

test('everything that is wrong is told at once, field by field', async () => {
  const wrong = await rest('create_webhook', {
    url: 'https://localhost/',
    types: ['post.published', 'post.exploded', 7],
    account_ids: [x, 987_654],
    secret: 'whsec_c2hvcnQ=',
    description: 'x'.repeat(256),
  })
  assert.deepEqual(Object.keys(wrong.errors).toSorted(), [
    'account_ids.1',
    'description',
    'secret',
    'types.1',
    'types.2',
    'url',
  ])
})

test('a key on a leash hears of its accounts only, and sees no webhook but its own', async () => {
  const key = await leashed(service, { account_ids: [x] })
  const theirs = await hook('/ok/leashed', { types: ['post.created', 'audit.*'] }, key.token)
  const mine = await hook('/ok/all', { types: ['post.created'] })
  const within = await newPost(service, { social_account_ids: [x] })
  await newPost(service, { social_account_ids: [x, bluesky] })
  await newPost(service, { social_account_ids: [bluesky] })
  await rest('create_api_key', { name: 'Unheard' })
  await receiver.soon('/ok/all', 3)
  await wait(200)
  const heard = (await receiver.at('/ok/leashed')).map((each) => verified(theirs.secret, each))
  assert.deepEqual(
    heard.map(({ event }) => event.post_id),
    [within],
  )

  for (const [name, more] of Object.entries({
    update_webhook: { url: receiver.url('/ok/stolen') },
    rotate_webhook_secret: {},
    list_webhook_sends: {},
    test_webhook: {},
    redeliver_webhook: { since: '2020-01-01T00:00:00Z' },
    redeliver_send: { send_id: '1' },
    delete_webhook: {},
  })) {
    assert.equal((await key.rest(name, { id: mine.id, ...more })).code, 'webhook_not_found', name)
  }
  const listed = (await key.rest('list_webhooks')).body['list']
  assert.deepEqual(Array.isArray(listed) && listed.map(({ id }) => id), [theirs.id])
  assert.deepEqual(
    Object.keys(
      (await key.rest('create_webhook', { url: receiver.url('/ok'), account_ids: [bluesky] }))
        .errors,
    ),
    ['account_ids.0'],
  )

  // Not even what an owner has sent again for it.
  const since = new Date(Date.now() - 60_000).toISOString()
  await rest('redeliver_webhook', { id: theirs.id, since, state: 'missed' })
  await stage.soon(theirs.id, (all) =>
    all.every(({ state }) => state === 'delivered' || state === 'dead'),
  )
  const again = (await receiver.at('/ok/leashed')).map((each) => verified(theirs.secret, each))
  assert.deepEqual([...new Set(again.map(({ event }) => event.post_id))], [within])
})

test('where a webhook goes is not for weaker keys to say, nor for those that make nothing that lasts', async () => {
  const mine = await hook('/ok/aimed')
  const abilities = ['webhooks:manage', 'posts:read', 'media:read']
  const [maker, other, weak] = [
    await newKey(service, abilities),
    await newKey(service, abilities),
    await newKey(service, ['webhooks:manage', 'keys:manage']),
  ]
  const theirs = await hook('/ok/of-a-key', {}, maker.token)
  const url = receiver.url('/ok/thief')
  for (const [{ token }, { id }] of [
    [other, mine],
    [weak, mine],
    [other, theirs],
    [weak, theirs],
  ] as const) {
    const caller = callers(service, token)
    assert.equal((await caller.rest('update_webhook', { id, url })).code, 'forbidden')
    assert.equal((await caller.rest('rotate_webhook_secret', { id })).code, 'forbidden')
    const { code } = await caller.mcp('manage_webhooks', { action: 'update', id, url })
    assert.equal(code, 'forbidden')
    const { body: shown, ...done } = await caller.rest('update_webhook', { id, description: 'x' })
    assert.equal(done.code, undefined)
    // Sent back as it is shown, it goes where it went.
    const again = { id, url: shown['url'], description: 'y' }
    const back = await caller.rest('update_webhook', again)
    assert.equal(back.code, undefined)
  }
  const post_id = await newPost(service)
  await receiver.soon('/ok/aimed', 1)
  // A webhook is told what gets its number after it was made: nothing of this one shall.
  await numberAll(service)
  assert.deepEqual(await receiver.at('/ok/thief'), [], `post ${post_id} stays here`)

  const own = callers(service, maker.token)
  const moved = receiver.url('/ok/moved')
  assert.equal((await own.rest('update_webhook', { id: theirs.id, url: moved })).code, undefined)
  assert.equal((await rest('update_webhook', { id: theirs.id, url: moved })).code, undefined)
})

test('of some accounts only: a webhook is told what is about them', async () => {
  const made = await hook('/ok/some', { types: ['post.created'], account_ids: [bluesky] })
  const [both, one] = [
    await newPost(service, { social_account_ids: [x, bluesky] }),
    await newPost(service, { social_account_ids: [bluesky] }),
  ]
  await newPost(service, { social_account_ids: [x] })
  await receiver.soon('/ok/some', 2)
  await wait(200)
  const told = (await receiver.at('/ok/some')).map((each) => verified(made.secret, each))
  assert.deepEqual(new Set(told.map(({ event }) => event.post_id)), new Set([both, one]))
  assert.equal(told.length, 2)
})

test('a webhook ends with the key that made it, and what was waiting is not sent', async () => {
  const key = await newKey(service)
  const made = await hook('/status/500/ending', { types: ['post.created'] }, key.token)
  await newPost(service)
  await stage.soon(made.id, ([send]) => send?.tries === 1 && send.state === 'waiting')
  await rest('revoke_api_key', { id: key.id })
  await stage.hurry()
  await stage.soon(made.id, ([send]) => send?.state === 'dead')
  await newPost(service)
  await wait(300)
  assert.equal((await receiver.at('/status/500/ending')).length, 1, 'none after its end')
  const { rows } = await service.query(`select disabled_why from webhooks where id = ${made.id}`)
  assert.deepEqual(rows, [{ disabled_why: 'credential_ended' }])
})

test('a key that is paused sends nothing, and goes on when it is resumed', async () => {
  const key = await leashed(service, {})
  const made = await hook('/ok/paused', { types: ['post.created'] }, key.token)
  await key.adjust({ paused: true })
  await newPost(service)
  await stage.soon(made.id, (all) => all.length === 1)
  await wait(200)
  assert.deepEqual(await receiver.at('/ok/paused'), [])
  await key.adjust({ paused: false })
  await stage.hurry()
  await receiver.soon('/ok/paused', 1)
})

test('a key that may not read any more is told nothing by the webhook that it made before', async () => {
  const key = await leashed(service, { actions: ['read', 'draft'] })
  const theirs = await hook('/ok/reader', { types: ['post.created'] }, key.token)
  await hook('/ok/witness', { types: ['post.created'] })
  await newPost(service, { content: 'May be read' })
  await receiver.soon('/ok/reader', 1)
  await key.adjust({ actions: ['draft'] })
  const id = await newPost(service, { content: 'May not be read' })
  assert.equal((await key.rest('get_post', { id })).code, 'forbidden')
  await receiver.soon('/ok/witness', 2)
  await wait(500)
  const heard = (await receiver.at('/ok/reader')).map((each) => verified(theirs.secret, each))
  assert.ok(heard.every(({ event }) => event.post_id !== id))
})

test('without the ability, and in another workspace, there are no webhooks', async () => {
  const made = await hook('/ok/mine', { types: ['media.*'] })
  const weak = callers(service, (await newKey(service, ['posts:read', 'keys:manage'])).token)
  for (const name of ['list_webhooks', 'create_webhook'])
    assert.equal((await weak.rest(name, { url: receiver.url('/ok') })).code, 'forbidden', name)
  const neighbour = await newNeighbour(service)
  const theirs = callers(service, neighbour.token)
  assert.deepEqual((await theirs.rest('list_webhooks')).body['list'], [])
  assert.equal((await theirs.rest('list_webhook_sends', { id: made.id })).code, 'webhook_not_found')
  const other = await hook('/ok/neighbour', {}, neighbour.token)
  await newPost(service)
  await wait(300)
  const seen = await receiver.at('/ok/neighbour')
  assert.deepEqual(
    seen
      .map((each) => verified(other.secret, each).workspace_id)
      .filter((id) => id !== neighbour.workspace_id),
    [],
  )
})
