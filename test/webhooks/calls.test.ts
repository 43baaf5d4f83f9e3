import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WebhookVerificationError } from 'standardwebhooks'
import { z } from 'zod'
import { numberAll } from '../events/numbered.ts'
import { newPost } from '../surfaces/kit.ts'
import { verified } from './receiver.ts'
import { openHooks } from './stage.ts'

const stage = await openHooks()
after(() => stage[Symbol.asyncDispose]())
const { service, receiver, rest, hook } = stage
const everyone = Object.values(service.accounts)

test('whoever listens is called with what happened, signed as the standard says', async () => {
  const made = await hook('/ok', { types: ['post.*', 'delivery.*'], description: 'Ours' })
  assert.match(made.secret, /^whsec_[A-Za-z0-9+/=]{44}$/)
  const own = { external_id: 'mine', metadata: { a: [1, null] }, labels: ['one', 'two'] }
  const id = await newPost(service, { content: 'Told', when: 'now', ...own })
  const seen = await receiver.soon('/ok', 2 + everyone.length + 1)
  const bodies = seen.map((each) => verified(made.secret, each))
  assert.deepEqual(
    bodies.map(({ type }) => type).toSorted(),
    [
      ...everyone.map(() => 'delivery.published'),
      'post.created',
      'post.published',
      'post.scheduled',
    ].toSorted(),
  )
  const end = bodies.find(({ type }) => type === 'post.published')
  assert.equal(end?.event.post_id, id)
  const post = z.looseObject({ content: z.string(), outcome: z.string() }).parse(end?.['post'])
  assert.deepEqual([post.content, post.outcome], ['Told', 'published'])
  const { external_id, metadata, labels } = post
  assert.deepEqual({ external_id, metadata, labels }, own, 'as they were sent')
  const one = bodies.find(({ type }) => type === 'delivery.published')
  const delivery = z.looseObject({ status: z.string() }).parse(one?.['delivery'])
  assert.equal(delivery.status, 'published')
  assert.ok(z.iso.datetime().safeParse(one?.['as_of']).success)
  for (const { headers, body } of seen) {
    assert.equal(headers['webhook-id'], JSON.parse(body).event.id)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['authorization'], undefined)
    assert.ok(!body.includes(made.secret))
  }
  const listed = await rest('list_events', { post_id: id })
  const events = z.array(z.looseObject({ id: z.string() })).parse(listed.body['data'])
  assert.deepEqual(
    new Set(seen.map(({ headers }) => headers['webhook-id'])),
    new Set(events.map((each) => each.id)),
    'the ids are those of the events',
  )
  const sends = await stage.soon(made.id, (all) => all.every(({ state }) => state === 'delivered'))
  assert.equal(sends.length, seen.length)
  assert.deepEqual([sends[0]?.last_status, sends[0]?.answer], [200, 'Thank you.'])
  await rest('delete_webhook', { id: made.id })
})

test('a signature of another secret, or of another body, is not taken', async () => {
  const made = await hook('/ok/other', { types: ['media.*'] })
  await rest('test_webhook', { id: made.id })
  const [seen = assert.fail('nothing')] = await receiver.soon('/ok/other', 1)
  assert.equal(verified(made.secret, seen).type, 'webhook.test')
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  assert.throws(() => verified(other, seen), WebhookVerificationError)
  const changed = { ...seen, body: seen.body.replace('webhook.test', 'post.published') }
  assert.throws(() => verified(made.secret, changed), WebhookVerificationError)
})

test('a secret that is given is used, and after a change both are good for a day', async () => {
  const mine = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const made = await hook('/ok/rotating', { types: ['media.*'], secret: mine })
  assert.equal(made.secret, mine)
  const { body } = await rest('rotate_webhook_secret', { id: made.id })
  const fresh = String(body['secret'])
  assert.notEqual(fresh, mine)
  await rest('test_webhook', { id: made.id })
  const [both = assert.fail('nothing')] = await receiver.soon('/ok/rotating', 1)
  for (const secret of [mine, fresh]) assert.equal(verified(secret, both).type, 'webhook.test')

  await service.query(`update webhooks set old_until = now() where id = ${made.id}`)
  await rest('test_webhook', { id: made.id })
  const after_ = (await receiver.soon('/ok/rotating', 2))[1] ?? assert.fail('nothing')
  assert.equal(verified(fresh, after_).type, 'webhook.test')
  assert.throws(() => verified(mine, after_), WebhookVerificationError)
})

test('a secret that is changed twice in a day is good for the rest of its own day, and one too many is refused', async () => {
  const mine = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
  const made = await hook('/ok/rotating-twice', { types: ['media.*'], secret: mine })
  const rotated = async () => (await rest('rotate_webhook_secret', { id: made.id })).body
  const [second, third] = [await rotated(), await rotated()].map(({ secret }) => String(secret))
  await rest('test_webhook', { id: made.id })
  const [seen = assert.fail('nothing')] = await receiver.soon('/ok/rotating-twice', 1)
  for (const secret of [mine, second, third])
    assert.equal(verified(String(secret), seen).type, 'webhook.test')

  // Each has a day of its own.
  await service.query(`update webhook_old_secrets set until = now() where webhook_id = ${made.id}`)
  await rest('test_webhook', { id: made.id })
  const after_ = (await receiver.soon('/ok/rotating-twice', 2))[1] ?? assert.fail('nothing')
  assert.equal(verified(String(second), after_).type, 'webhook.test')
  assert.throws(() => verified(mine, after_), WebhookVerificationError)

  for (const _ of [3, 4, 5]) await rotated()
  const refused = await rest('rotate_webhook_secret', { id: made.id })
  assert.equal(refused.code, 'too_many_requests')
  assert.match(JSON.stringify(refused.body), /4 secrets that were changed sign/)
  await service.query(`update webhook_old_secrets set until = now() where webhook_id = ${made.id}`)
  assert.equal((await rest('rotate_webhook_secret', { id: made.id })).code, undefined)
})

test('what fails is tried again under the same id, and what was taken is not', async () => {
  const made = await hook('/fails/2', { types: ['media.*'] })
  await rest('test_webhook', { id: made.id })
  for (const tries of [1, 2]) {
    await stage.soon(made.id, ([send]) => send?.state === 'waiting' && send.tries === tries)
    await stage.hurry()
  }
  const [send] = await stage.soon(made.id, ([each]) => each?.state === 'delivered')
  assert.equal(send?.tries, 3)
  await wait(300)
  const seen = await receiver.at('/fails/2')
  assert.equal(seen.length, 3)
  assert.equal(new Set(seen.map(({ headers }) => headers['webhook-id'])).size, 1)
})

test('a refusal names its status, a redirect is not followed, and a receiver that asks for time gets it', async () => {
  const refusing = await hook('/status/403', { types: ['media.*'] })
  const leading = await hook(`/redirect?to=${encodeURIComponent(receiver.url('/ok/inner'))}`, {
    types: ['media.*'],
  })
  const later = await hook('/later/7200', { types: ['media.*'] })
  for (const { id } of [refusing, leading, later]) await rest('test_webhook', { id })
  const [no] = await stage.soon(
    refusing.id,
    ([each]) => each?.state === 'waiting' && each.tries === 1,
  )
  assert.deepEqual([no?.last_status, no?.last_error], [403, 'It answered 403.'])
  const [led] = await stage.soon(
    leading.id,
    ([each]) => each?.tries === 1 && each.last_status === 302,
  )
  assert.match(led?.last_error ?? '', /redirects are not followed/)
  const [put] = await stage.soon(
    later.id,
    ([each]) => each?.tries === 1 && each.last_status === 503,
  )
  const ahead = new Date(put?.due_at ?? 0).getTime() - Date.now()
  assert.ok(ahead > 7_000_000 && ahead < 7_300_000, String(ahead))
  assert.deepEqual(await receiver.at('/ok/inner'), [])
  for (const { id } of [refusing, leading, later]) await rest('delete_webhook', { id })
})

test('of a long answer the beginning is kept', async () => {
  const made = await hook('/long', { types: ['media.*'] })
  await rest('test_webhook', { id: made.id })
  const [send] = await stage.soon(made.id, ([each]) => each?.state === 'delivered')
  assert.equal(send?.answer, 'x'.repeat(1024))
})

test('who answered 200 has taken it, also when the rest of the answer never comes', async () => {
  const made = await hook('/cut', { types: ['media.*'] })
  await rest('test_webhook', { id: made.id })
  const [send] = await stage.soon(
    made.id,
    ([each]) => each?.last_status !== undefined && each.tries > 0 && each.state !== 'sending',
  )
  assert.deepEqual(
    [send?.state, send?.last_status, send?.last_error, send?.answer],
    ['delivered', 200, null, 'Thank'],
  )
  await rest('delete_webhook', { id: made.id })
})

test('a receiver that hangs has four calls at once, and nobody waits for it', async () => {
  const hanging = await hook('/hang', { types: ['media.*'] })
  const fast = await hook('/ok/fast', { types: ['media.*'] })
  for (let n = 0; n < 6; n++) await rest('test_webhook', { id: hanging.id })
  await receiver.soon('/hang', 4)
  await rest('test_webhook', { id: fast.id })
  await receiver.soon('/ok/fast', 1)
  const states = (await stage.sends(hanging.id)).map(({ state }) => state)
  assert.deepEqual(states.toSorted(), [...Array(4).fill('sending'), ...Array(2).fill('waiting')])
  assert.equal(await receiver.most('/hang'), 4)
  await rest('delete_webhook', { id: hanging.id })
})

test('410 switches a webhook off: nothing is sent any more, and it goes on when it is switched on', async () => {
  const made = await hook('/gone', { types: ['media.*'] })
  const witness = await hook('/ok/witness', { types: ['webhook.*'] })
  await rest('test_webhook', { id: made.id })
  await stage.soon(made.id, ([send]) => send?.state === 'dead')
  const { body } = await rest('list_webhooks')
  const list = z.array(z.looseObject({ id: z.string() })).parse(body['list'])
  const off = list.find(({ id }) => id === made.id)
  assert.deepEqual([off?.['enabled'], off?.['disabled_why'], off?.['dead']], [false, 'gone', 1])
  assert.equal((await rest('test_webhook', { id: made.id })).code, 'webhook_disabled')
  const told = (await receiver.soon('/ok/witness', 2)).map((each) => verified(witness.secret, each))
  assert.deepEqual(told.map(({ type }) => type).toSorted(), ['webhook.dead', 'webhook.disabled'])

  await newPost(service)
  const on = await rest('update_webhook', {
    id: made.id,
    enabled: true,
    url: receiver.url('/ok/on'),
  })
  assert.deepEqual(
    [on.body['enabled'], on.body['disabled_why'], on.body['failures']],
    [true, null, 0],
  )
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const again = await rest('redeliver_webhook', { id: made.id, since })
  assert.equal(again.body['redelivering'], 1)
  const [seen] = await receiver.soon('/ok/on', 1)
  assert.equal(seen?.headers['webhook-id'], (await receiver.at('/gone'))[0]?.headers['webhook-id'])
})

test('what failed for three days and ten times is switched off; before that it is not', async () => {
  const made = await hook('/status/500', { types: ['media.*'] })
  await service.query(
    `update webhooks set failing_since = now() - interval '4 days', failures = 8 where id = ${made.id}`,
  )
  await rest('test_webhook', { id: made.id })
  await stage.soon(made.id, ([send]) => send?.tries === 1 && send.state === 'waiting')
  await rest('test_webhook', { id: made.id })
  const dead = await stage.soon(
    made.id,
    (all) => all.length === 2 && all.every(({ state }) => state === 'dead'),
  )
  assert.equal(dead.length, 2)
  const { rows } = await service.query(
    `select disabled_why, failures from webhooks where id = ${made.id}`,
  )
  assert.deepEqual(rows, [{ disabled_why: 'failing', failures: 10 }])
})

test('what was given up, delivered or missed goes out again when somebody asks', async () => {
  const made = await hook('/ok/again', { types: ['post.created'] })
  const id = await newPost(service)
  const [first] = await receiver.soon('/ok/again', 1)
  assert.equal(verified(made.secret, first ?? assert.fail()).event.post_id, id)
  const [send = assert.fail()] = await stage.soon(made.id, ([each]) => each?.state === 'delivered')
  await rest('redeliver_send', { id: made.id, send_id: send.id })
  const twice = await receiver.soon('/ok/again', 2)
  assert.equal(twice[1]?.headers['webhook-id'], first?.headers['webhook-id'])

  await rest('update_webhook', { id: made.id, enabled: false })
  const missed = await newPost(service)
  await numberAll(service)
  await rest('update_webhook', { id: made.id, enabled: true })
  await wait(300)
  assert.equal((await receiver.at('/ok/again')).length, 2, 'what was missed is not sent by itself')
  const since = new Date(Date.now() - 60_000).toISOString()
  const said = await rest('redeliver_webhook', { id: made.id, since, state: 'missed' })
  assert.ok(Number(said.body['redelivering']) >= 1)
  const wanted = await receiver.soon('/ok/again', 2 + Number(said.body['redelivering']))
  const posts = wanted.map((each) => verified(made.secret, each).event.post_id)
  assert.ok(posts.includes(missed))
  const ahead = await rest('redeliver_webhook', { id: made.id, since: '2999-01-01T00:00:00Z' })
  assert.deepEqual(Object.keys(ahead.errors), ['since'], 'until was never said')
  const same = await rest('redeliver_webhook', { id: made.id, since, state: 'missed' })
  assert.equal(same.body['redelivering'], 0)
})

test('what was missed is found behind any number of events that were not', async () => {
  const made = await hook('/ok/many', { types: ['post.created'] })
  const { rows } = await service.query('select min(id)::int as id from workspaces')
  // As if ten thousand had been taken long ago.
  await service.query(
    `with told as (
      insert into events (seq, workspace_id, uuid, type, actor, data, at)
      select -n, ${Number(rows[0]?.['id'])}, gen_random_uuid(), 'post.created', 'crier', '{}', now() - interval '2 days'
      from generate_series(1, 10000) n returning seq)
    insert into webhook_sends (workspace_id, webhook_id, event_seq, state, due_at, created_at)
    select ${Number(rows[0]?.['id'])}, ${made.id}, seq, 'delivered', now(), now() from told`,
  )
  await rest('update_webhook', { id: made.id, enabled: false })
  await newPost(service)
  await numberAll(service)
  await rest('update_webhook', { id: made.id, enabled: true })
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const said = await rest('redeliver_webhook', { id: made.id, since, state: 'missed' })
  assert.ok(Number(said.body['redelivering']) >= 1)
  await service.query('delete from events where seq < 0')
  await rest('delete_webhook', { id: made.id })
})

test('what was under way when a webhook was switched off is dead, and stays so when it is on again', async () => {
  const made = await hook('/late/1000/500', { types: ['media.*'] })
  await rest('test_webhook', { id: made.id })
  await receiver.soon('/late/1000/500', 1)
  await rest('update_webhook', { id: made.id, enabled: false })
  const [send] = await stage.soon(made.id, ([each]) => each?.last_status === 500)
  assert.equal(send?.state, 'dead')
  // As a process that is killed leaves it.
  await service.query(
    `update webhook_sends set state = 'sending', lease_until = now() where webhook_id = ${made.id}`,
  )
  await rest('update_webhook', { id: made.id, enabled: true })
  assert.equal((await stage.sends(made.id))[0]?.state, 'dead')
  await rest('delete_webhook', { id: made.id })
})

test('a secret that is lost is mended by another one', async () => {
  const made = await hook('/ok/lost', { types: ['media.*'] })
  await service.query(`update webhooks set secret = '\\x00' where id = ${made.id}`)
  await rest('test_webhook', { id: made.id })
  await stage.soon(made.id, ([send]) => send?.state === 'dead')
  const { body } = await rest('rotate_webhook_secret', { id: made.id })
  await rest('update_webhook', { id: made.id, enabled: true })
  await rest('test_webhook', { id: made.id })
  const [seen = assert.fail()] = await receiver.soon('/ok/lost', 1)
  assert.equal(verified(String(body['secret']), seen).type, 'webhook.test')
})

test('a body that would be too long carries ids only', async () => {
  const made = await hook('/ok/long', { types: ['post.created'] })
  const content = '💬'.repeat(6_000)
  await newPost(service, { content })
  const [seen] = await receiver.soon('/ok/long', 1)
  const body = verified(made.secret, seen ?? assert.fail())
  assert.deepEqual([body['truncated'], body['post']], [true, undefined])
  assert.deepEqual(body['left_out'], ['post'])
  assert.ok(Buffer.byteLength(seen?.body ?? '') < 20_000)
})

test('…and what an event tells of itself is left out as well where it is too long, the longest of it first', async () => {
  const made = await hook('/ok/long-event', { types: ['audit.key_changed'] })
  const account_ids = Array.from({ length: 3_000 }, (_, index) => 1_000_000 + index)
  const data = {
    key_id: '17',
    name: 'A key',
    changes: [{ field: 'account_ids', before: null, after: account_ids }],
  }
  await service.query(
    `insert into fresh_events (workspace_id, type, actor, data) values (1, 'audit.key_changed', 'crier', '${JSON.stringify(data)}')`,
  )
  const [seen = assert.fail('nothing')] = await receiver.soon('/ok/long-event', 1)
  const { event, truncated, left_out } = Object(verified(made.secret, seen))
  assert.deepEqual([truncated, left_out], [true, ['event.data.changes']])
  assert.deepEqual(event.data, { key_id: '17', name: 'A key' })
  assert.ok(Buffer.byteLength(seen.body) <= 20_000)
})
