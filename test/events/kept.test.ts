import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { pruneOldEvents } from '#chores/prune-events.ts'
import { watchTokens } from '#chores/watch-tokens.ts'
import { numberAll } from './numbered.ts'
import { doingOf, openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { demoWorkspace, newAccount, newPost } from '../surfaces/kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const { signal } = new AbortController()
const DAY = 24 * 3600_000

const number = () => numberAll(service)
const typesIn = async () => {
  const { rows } = await service.query('select type from events order by seq')
  return rows.map(({ type }) => String(type))
}

test('events are kept for 30 days, and who did what for 400; a cursor from before is gone', async () => {
  const deps = await doingOf(service)
  await rest('create_api_key', { name: 'Made' })
  await newPost(service)
  await number()
  const old = String((await rest('list_events', { after: 'now' })).body['cursor'])
  await newPost(service)
  await number()
  const all = await typesIn()
  const laterBy = (days: number) => ({ ...deps, now: () => new Date(Date.now() + days * DAY) })

  await pruneOldEvents.run(laterBy(29), signal)
  assert.deepEqual(await typesIn(), all)
  await pruneOldEvents.run(laterBy(31), signal)
  const left = await typesIn()
  assert.ok(left.includes('audit.key_created'))
  assert.deepEqual(
    left,
    all.filter((type) => type.startsWith('audit.')),
  )
  const gone = await rest('list_events', { after: old })
  assert.equal(gone.code, 'cursor_gone')
  const { body } = await rest('list_events', { after: String(gone.body['cursor']) })
  assert.deepEqual(body['data'], [])

  await pruneOldEvents.run(laterBy(401), signal)
  assert.deepEqual(await typesIn(), [])
})

/** A transaction of its own that holds something against the others, and what it does before it lets go. */
async function holding(lock: string) {
  const { db } = await doingOf(service)
  const held = Promise.withResolvers<void>()
  const go = Promise.withResolvers<string>()
  const done = db.transaction().execute(async (tx) => {
    await sql.raw(lock).execute(tx)
    held.resolve()
    const last = await go.promise
    if (last) await sql.raw(last).execute(tx)
  })
  await held.promise
  const waits = async (words: string) => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%${words}%'`
    for (;;) if ((await service.query(waiting)).rows.length) return
  }
  return { waits, release: (last = '') => (go.resolve(last), done) }
}

/** A cursor before the newest event that is not kept as long as who did what. */
async function cursorBeforeOne() {
  await number()
  const cursor = String((await rest('list_events', { after: 'now' })).body['cursor'])
  await newPost(service)
  await number()
  return cursor
}

test('whoever reads while events are forgotten is told all of them, or that they are gone', async () => {
  const deps = await doingOf(service)
  const cursor = await cursorBeforeOne()
  const counter = await holding('select from event_counter for update')
  const pruning = pruneOldEvents.run(
    { ...deps, now: () => new Date(Date.now() + 31 * DAY) },
    signal,
  )
  await counter.waits('event_counter set pruned_seq')
  const { body } = await rest('list_events', { after: cursor })
  assert.deepEqual(
    (Array.isArray(body['data']) ? body['data'] : []).map(({ type }) => type),
    ['post.created'],
  )
  await counter.release()
  await pruning
  assert.equal((await rest('list_events', { after: cursor })).code, 'cursor_gone')
})

test('…also where they were there when it began to look', async () => {
  const cursor = await cursorBeforeOne()
  const table = await holding('lock table events in access exclusive mode')
  const reading = rest('list_events', { after: cursor })
  await table.waits('from "events"')
  await table.release(
    'with gone as (delete from events returning seq) update event_counter set pruned_seq = (select max(seq) from gone)',
  )
  assert.equal((await reading).code, 'cursor_gone')
})

test('who did what is read back to its beginning, page by page, past what is kept of all else', async () => {
  const deps = await doingOf(service)
  for (const name of ['First', 'Second', 'Third']) await rest('create_api_key', { name })
  await newPost(service)
  await number()
  await pruneOldEvents.run({ ...deps, now: () => new Date(Date.now() + 31 * DAY) }, signal)
  const names: unknown[] = []
  for (let before: unknown; before !== null;) {
    const on = before === undefined ? {} : { before }
    const page = await rest('list_activity', { types: 'audit.key_created', limit: 1, ...on })
    assert.equal(page.code, undefined, JSON.stringify(page.body))
    for (const { data } of Array.isArray(page.body['data']) ? page.body['data'] : [])
      names.push(data.name)
    before = page.body['before']
  }
  assert.deepEqual(names, ['Third', 'Second', 'First'])
})

test('an account that nobody can renew says days before that it ends, once, and what is planned for after that is at risk', async () => {
  const deps = await doingOf(service)
  const { id } = await newAccount(service, await demoWorkspace(service), 'linkedin')
  const { id: far } = await newAccount(service, await demoWorkspace(service), 'linkedin')
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  await service.query(`update accounts set token_expires_at = '${at(5)}' where id = ${id}`)
  await service.query(`update accounts set token_expires_at = '${at(20)}' where id = ${far}`)
  const before = await newPost(service, { social_account_ids: [id], when: at(4) })
  const behind = await newPost(service, { social_account_ids: [id], when: at(6) })
  await number()
  const { cursor } = (await rest('list_events', { after: 'now' })).body

  await watchTokens.run(deps, signal)
  await watchTokens.run(deps, signal)
  await number()
  const { body } = await rest('list_events', { after: cursor })
  const told = Array.isArray(body['data']) ? body['data'] : []
  assert.deepEqual(
    told.map(({ type, account_id, post_id }) => [type, account_id, post_id]),
    [
      ['account.expiring', id, null],
      ['post.at_risk', id, behind],
    ],
  )
  assert.notEqual(before, behind)
  const { rows } = await service.query(`select health_message from accounts where id = ${id}`)
  assert.match(String(rows[0]?.['health_message']), /^Connect it again before 20/)
})
