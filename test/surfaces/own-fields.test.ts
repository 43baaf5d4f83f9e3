/** What callers keep with their posts: ids of their own, data, labels, a note. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { openService, type Body } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, inAnHour, newAccount, newKey, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'
import { postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { db } = service
const social_account_ids = Object.values(service.accounts)

let made = 0
const anId = () => `order-${++made}`
const post = (more: Body = {}) => ({ content: 'Kept', social_account_ids, when: 'draft', ...more })

const kept = {
  external_id: 'row 7, "quoted" \\ 🎈',
  metadata: { zebra: 1, apple: [{ deep: null }], text: 'a "b" \\' },
  labels: ['launch', 'Größe "L"', String.raw`back\slash`],
  note: 'Ask Ada first.',
}
const keptOf = ({ external_id, metadata, labels, note }: Body) => ({
  external_id,
  metadata,
  labels,
  note,
})

for (const surface of surfaces) {
  test(`they are given back as they were sent, and a duplicate has all but the id, over ${surface}`, async () => {
    const call = callers(service)[surface]
    const own = { ...kept, external_id: `${kept.external_id} ${surface}` }
    for (const more of [
      {},
      { timezone: 'Europe/Berlin', when: '2900-01-01T09:00' },
      { when: inAnHour() },
    ]) {
      const { body } = await call('schedule_post', post({ ...more, ...own, external_id: anId() }))
      const id = idOf(body)
      const external_id = body['external_id']
      assert.deepEqual(keptOf(body), { ...own, external_id })
      const read = (await call('get_post', { id })).body
      assert.deepEqual(keptOf(read), { ...own, external_id })
      assert.equal(JSON.stringify(read['metadata']), JSON.stringify(own.metadata), 'in its order')
      const copy = (await call('duplicate_post', { id })).body
      assert.deepEqual(keptOf(copy), { ...own, external_id: null })
    }
    const bare = (await call('schedule_post', post())).body
    assert.deepEqual(keptOf(bare), { external_id: null, metadata: null, labels: [], note: null })
  })

  test(`what is wrong with them is told by field, all at once, over ${surface}`, async () => {
    const call = callers(service)[surface]
    const wrong = {
      external_id: 'x'.repeat(201),
      metadata: { text: 'ü'.repeat(2_048) },
      labels: ['ok', 'a,b', ' ', 'x'.repeat(51)],
      note: 'x'.repeat(2_001),
    }
    const { errors } = await call('schedule_post', post(wrong))
    assert.deepEqual(Object.keys(errors).toSorted(), [
      'external_id',
      'labels.1',
      'labels.2',
      'labels.3',
      'metadata',
      'note',
    ])
    for (const more of [
      { labels: Array.from({ length: 21 }, (_, at) => `w${at}`) },
      { labels: ['twice', 'twice'] },
      { metadata: ['list'] },
      { external_id: '' },
    ]) {
      assert.equal((await call('schedule_post', post(more))).code, 'invalid', JSON.stringify(more))
    }
    const most = {
      external_id: '🎈'.repeat(200),
      note: '🎈'.repeat(2_000),
      metadata: { a: 'x'.repeat(4_088) },
    }
    const { body } = await call('schedule_post', post({ ...most, content: surface }))
    assert.deepEqual(keptOf(body), { ...most, labels: [] })
    await call('update_post', { id: idOf(body), external_id: null })
  })

  test(`a second post with the id is refused with the first, also after its time and whatever else is wrong, over ${surface}`, async () => {
    const call = callers(service)[surface]
    const external_id = anId()
    const { body: first } = await call('schedule_post', post({ external_id }))
    for (const again of [
      post({ external_id, note: 'Sent again' }),
      post({ external_id, content: 'Other words', when: inAnHour() }),
      post({ external_id, when: '2001-01-01T00:00:00Z' }),
      post({ external_id, social_account_ids: [987_654] }),
      post({ external_id, allow_duplicate: false }),
    ]) {
      const { code, body } = await call('schedule_post', again)
      assert.equal(code, 'external_id_taken')
      assert.equal(idOf(z.record(z.string(), z.unknown()).parse(body['post'])), first['id'])
    }
    const other = idOf((await call('schedule_post', post())).body)
    assert.equal((await call('update_post', { id: other, external_id })).code, 'external_id_taken')
    assert.equal((await call('update_post', { id: first['id'], external_id })).code, undefined)
  })
}

const { rest } = callers(service)

test('the id is taken by a deleted post of which anything was tried, and given up by one of which nothing was', async () => {
  const [tried, idle, cancelled] = [
    await postIn('failed', service),
    await postIn('draft', service),
    await postIn('scheduled', service),
  ]
  for (const [id, remove] of [
    [tried, 'delete_post'],
    [idle, 'delete_post'],
    [cancelled, 'cancel_post'],
  ] as const) {
    const external_id = anId()
    await rest('update_post', { id, external_id })
    assert.equal((await rest(remove, { id })).code, undefined)
    const { code } = await rest('schedule_post', post({ external_id }))
    assert.equal(code, id === tried ? 'external_id_taken' : undefined)
    if (id !== tried) assert.equal((await rest('get_post', { id })).body['external_id'], null)
    assert.equal((await rest('restore_post', { id })).code, undefined)
  }
})

test('a deleted post that a key does not see keeps its id, however the key asks for it', async () => {
  const { x, bluesky } = service.accounts
  const external_id = anId()
  const theirs = post({ external_id, social_account_ids: [bluesky] })
  const id = idOf((await rest('schedule_post', theirs)).body)
  await rest('delete_post', { id })
  const before = (await rest('get_post', { id })).body
  const key = await leashed(service, { account_ids: [x ?? 0] })
  const own = post({ external_id, social_account_ids: [x] })
  const other = idOf((await key.rest('schedule_post', post({ social_account_ids: [x] }))).body)
  for (const surface of surfaces) {
    const hidden = { code: 'external_id_taken', post: undefined }
    for (const { code, body } of [
      await key[surface]('schedule_post', own),
      await key[surface]('update_post', { id: other, external_id }),
    ])
      assert.deepEqual({ code, post: body['post'] }, hidden)
  }
  await key.rest('schedule_posts', { posts: [own] })
  assert.deepEqual((await rest('get_post', { id })).body, before)
  assert.equal((await rest('schedule_post', theirs)).code, undefined)
})

test('a cancelled post that nobody took the id from has it when it is restored', async () => {
  const external_id = anId()
  const id = idOf((await rest('schedule_post', post({ external_id, when: inAnHour() }))).body)
  await rest('cancel_post', { id })
  assert.equal((await rest('restore_post', { id })).body['external_id'], external_id)
})

test('of a post that is out they alone are changed, and null gives the id up', async () => {
  const id = await postIn('published', service)
  const external_id = anId()
  const { code, body } = await rest('update_post', { id, external_id, labels: ['done'], note: 'x' })
  assert.equal(code, undefined)
  assert.deepEqual(keptOf(body), { external_id, metadata: null, labels: ['done'], note: 'x' })
  assert.equal(body['status'], 'published')
  assert.equal((await rest('update_post', { id, labels: [], content: 'New' })).code, 'invalid')
  assert.equal((await rest('schedule_post', post({ external_id }))).code, 'external_id_taken')
  await rest('update_post', { id, external_id: null, note: null })
  assert.equal((await rest('schedule_post', post({ external_id }))).code, undefined)
})

for (const surface of surfaces)
  test(`on a leash they are changed in any state, and nothing waits, moves or counts for it, over ${surface}`, async () => {
    const asking = (await leashed(service, { needs_approval: true }))[surface]
    const drafting = (await leashed(service, { actions: ['read', 'draft'] }))[surface]
    const capped = (await leashed(service, { posts_per_day: 1 }))[surface]
    for (const state of ['scheduled', 'publishing', 'published', 'cancelled'] as const) {
      const id = await postIn(state, service)
      const before = await rest('get_post', { id })
      for (const [at, call] of [asking, drafting, capped, capped].entries()) {
        const { code, body } = await call('update_post', {
          id,
          labels: [`${state} ${at}`],
          note: 'n',
        })
        assert.equal(code, undefined, `${state}, ${at}`)
        assert.deepEqual(
          [body['status'], body['outcome'], body['approval']],
          [before.body['status'], before.body['outcome'], null],
        )
      }
      await asking('update_posts', { ids: [id], add_labels: ['more'] })
      const { body } = await rest('get_post', { id })
      assert.deepEqual(
        [body['labels'], body['per_account']],
        [[`${state} 3`, 'more'], before.body['per_account']],
      )
    }
    const id = await postIn('scheduled', service)
    const { body } = await asking('update_post', { id, labels: ['more'], content: 'Other words' })
    assert.equal(body['status'], 'draft', 'with words that go out it waits')
  })

test('labels of a scheduled post whose account has to be connected again can be changed', async () => {
  const id = await postIn('scheduled', service)
  await sql`update accounts set health = 'needs_reconnect' where id = any(${social_account_ids}::bigint[])`.execute(
    db,
  )
  try {
    const { code, body } = await rest('update_post', { id, labels: ['later'] })
    assert.equal(code, undefined)
    assert.equal(body['status'], 'scheduled')
  } finally {
    await sql`update accounts set health = 'healthy' where id = any(${social_account_ids}::bigint[])`.execute(
      db,
    )
  }
})

test('many calls with one id at once make one post; the others are told of it', async () => {
  const external_id = anId()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      rest(
        'schedule_post',
        post({ external_id, content: `${at}`, ...(at % 2 && { when: 'next_slot' }) }),
      ),
    ),
  )
  const codes = answers.map(({ code }) => code)
  assert.equal(codes.filter((code) => code === undefined).length, 1)
  const others = codes.filter((code) => code !== undefined && code !== 'no_queue_slots')
  assert.ok(
    others.every((code) => code === 'external_id_taken'),
    codes.join(),
  )
  const { rows } = await service.query(
    `select count(*)::int as n from posts where external_id = '${external_id}'`,
  )
  assert.deepEqual(rows, [{ n: 1 }])
})

test('a writer that was overtaken while it wrote is told of the post, and its connection goes on', async () => {
  const external_id = anId()
  const id = await postIn('draft', service)
  const answer = await db.transaction().execute(async (tx) => {
    await sql`update posts set external_id = ${external_id} where id = ${id}`.execute(tx)
    const sent = rest('schedule_post', post({ external_id }))
    await waiting()
    return { sent }
  })
  const { code, body } = await answer.sent
  assert.equal(code, 'external_id_taken')
  assert.equal(idOf(z.record(z.string(), z.unknown()).parse(body['post'])), id)
})

async function waiting() {
  for (;;) {
    const { rows } = await service.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a credential that does not see the post hears that the id is taken, and nothing of the post', async () => {
  const [mine = 0, other = 0] = social_account_ids
  const external_id = anId()
  await rest(
    'schedule_post',
    post({ external_id, content: 'Secret words', social_account_ids: [other] }),
  )
  const key = await leashed(service, { account_ids: [mine] })
  const { code, body } = await key.rest(
    'schedule_post',
    post({ external_id, social_account_ids: [mine] }),
  )
  assert.equal(code, 'external_id_taken')
  assert.equal(body['post'], undefined)
  assert.ok(!JSON.stringify(body).includes('Secret'))
})

test('the same id may stand in another workspace', async () => {
  const external_id = anId()
  await rest('schedule_post', post({ external_id }))
  const home = await newNeighbour(service)
  const { id } = await newAccount(service, home.workspace_id)
  const there = callers(service, home.token).rest
  const { code } = await there('schedule_post', post({ external_id, social_account_ids: [id] }))
  assert.equal(code, undefined)
})

test('events name the id, also of a post that is out and was only labelled', async () => {
  const reader = callers(service, (await newKey(service)).token).rest
  const id = await postIn('published', service)
  const external_id = anId()
  await rest('update_post', { id, external_id })
  const { data } = z
    .object({ data: z.array(z.looseObject({ type: z.string(), external_id: z.unknown() })) })
    .parse((await eventsOf(reader, id)).body)
  assert.equal(data.at(-1)?.type, 'post.updated')
  assert.ok(data.every((event) => event.external_id === external_id))
})

async function eventsOf(reader: typeof rest, post_id: number) {
  for (;;) {
    const page = await reader('list_events', { post_id, types: 'post.updated' })
    if (Array.isArray(page.body['data']) && page.body['data'].length) return page
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
