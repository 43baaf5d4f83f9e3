/** What a member is writing is kept for that member alone, and never overwritten unseen. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { pruneCompositions } from '#store/compositions.ts'
import { openService, type TestService } from '../service.ts'
import { type Actor, invited, owner } from './cast.ts'

let service: TestService
let ada: Actor
let viola: Actor

before(async () => {
  service = await openService()
  ada = await owner(service)
  viola = await invited(service, ada, { name: 'Viola', role: 'viewer' })
})
after(() => service[Symbol.asyncDispose]())

const place = (uuid?: string) =>
  `/console/workspaces/${ada.workspace_id}/compositions${uuid ? `/${uuid}` : ''}`
const keep = (actor: Actor, uuid: string, rev: number, text: string, more: object = {}) =>
  actor.page.ask('PUT', place(uuid), { rev, title: text.slice(0, 20), body: { text }, ...more })

test('it is read on another device as it was left, in the order of work', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  assert.equal((await keep(ada, first, 0, 'The autumn harvest')).body['rev'], 1)
  assert.equal((await keep(ada, second, 0, 'A new bread', { post_id: 12 })).body['rev'], 1)
  const { status, body } = await keep(ada, first, 1, 'The autumn harvest is in')
  assert.deepEqual([status, body['rev']], [200, 2])
  const list = (await ada.page.ask('GET', place())).body['compositions'] as object[]
  assert.deepEqual(
    list.map((each) => Object(each).title),
    ['The autumn harvest i', 'A new bread'],
  )
  assert.equal('body' in (list[0] ?? {}), false, 'a list is for choosing')
  const read = (await ada.page.ask('GET', place(first))).body
  assert.deepEqual(read['body'], { text: 'The autumn harvest is in' })
  assert.equal(Object((await ada.page.ask('GET', place(second))).body).post_id, 12)
})

test('an older one does not overwrite, and is told what stands there; the same call twice is one', async () => {
  const uuid = randomUUID()
  await keep(ada, uuid, 0, 'one')
  const there = await keep(ada, uuid, 1, 'two')
  assert.deepEqual((await keep(ada, uuid, 1, 'two')).body, there.body, 'sent twice')
  const refused = await keep(ada, uuid, 1, 'three')
  assert.equal(refused.status, 409)
  const { code, composition } = Object(refused.body['error'])
  assert.deepEqual([code, composition.rev, composition.body], ['post_changed', 2, { text: 'two' }])
  const begun = await Promise.all(['a', 'b', 'c'].map((text) => keep(ada, uuid, 2, text)))
  assert.deepEqual(begun.map(({ status }) => String(status)).toSorted(), ['200', '409', '409'])
})

test('a page that speaks for somebody else than the session is refused, and learns who it is', async () => {
  const uuid = randomUUID()
  const wish = { rev: 0, title: 'of Ada', body: { text: 'typed by Ada' } }
  const me = Object((await ada.page.ask('GET', '/console/me')).body['person'])
  const speaking = { 'crier-person': String(me.id) }
  const refused = await viola.page.ask('PUT', place(uuid), wish, speaking)
  assert.deepEqual([refused.status, Object(refused.body['error']).code], [401, 'unauthenticated'])
  assert.deepEqual((await viola.page.ask('GET', place())).body, { compositions: [] })
  const hers = Object((await viola.page.ask('GET', '/console/me', undefined, speaking)).body)
  assert.equal(hers.person.name, 'Viola')
  assert.equal((await ada.page.ask('PUT', place(uuid), wish, speaking)).status, 200)
  const unknown = { 'crier-person': '0' }
  assert.equal((await ada.page.ask('GET', place(uuid), undefined, unknown)).status, 200)
})

test('nobody else sees it, neither another member nor another workspace', async () => {
  const uuid = randomUUID()
  await keep(ada, uuid, 0, 'private')
  assert.equal((await viola.page.ask('GET', place(uuid))).status, 404)
  assert.deepEqual((await viola.page.ask('GET', place())).body, { compositions: [] })
  assert.equal((await keep(viola, uuid, 1, 'mine')).status, 404, 'of hers there is none')
  assert.equal((await keep(viola, uuid, 0, 'mine')).body['rev'], 1)
  assert.equal((await viola.page.ask('DELETE', place(uuid))).status, 204)
  assert.deepEqual(Object((await ada.page.ask('GET', place(uuid))).body).body, { text: 'private' })
  const made = await ada.page.ask('POST', '/console/workspaces', { name: 'Own', timezone: 'UTC' })
  const { id } = Object(made.body['workspace'])
  const elsewhere = await ada.page.ask('GET', `/console/workspaces/${id}/compositions/${uuid}`)
  assert.equal(elsewhere.status, 404)
})

test('what is too large, too many or no composition is refused by field', async () => {
  const uuid = randomUUID()
  const large = await keep(ada, uuid, 0, 'x'.repeat(262_145))
  assert.deepEqual([large.status, Object.keys(Object(large.body['errors']))], [422, ['body']])
  const wrong = await ada.page.ask('PUT', place(uuid), { rev: -1, body: [], more: 1 })
  assert.deepEqual(Object.keys(Object(wrong.body['errors'])).toSorted(), ['body', 'more', 'rev'])
  assert.equal((await ada.page.ask('GET', place('42'))).status, 404)
  await service.query(
    `insert into compositions select ${viola.workspace_id}, ${viola.id}, gen_random_uuid(), 1, '', null, '{}', now() from generate_series(1, 200)`,
  )
  const full = await keep(viola, uuid, 0, 'one more')
  assert.deepEqual([full.status, Object.keys(Object(full.body['errors']))], [422, ['uuid']])
})

test('it ends with its discarding, after thirty days, and with the member', async () => {
  const [gone, old] = [randomUUID(), randomUUID()]
  await keep(ada, gone, 0, 'gone')
  assert.equal((await ada.page.ask('DELETE', place(gone))).status, 204)
  assert.equal((await ada.page.ask('DELETE', place(gone))).status, 204, 'twice is once')
  assert.equal((await ada.page.ask('GET', place(gone))).status, 404)
  await keep(ada, old, 0, 'old')
  await service.query(
    `update compositions set updated_at = now() - interval '31 days' where uuid = '${old}'`,
  )
  await pruneCompositions(service.db, new Date(Date.now() - 30 * 86_400_000))
  assert.equal((await ada.page.ask('GET', place(old))).status, 404)
  const uuid = randomUUID()
  const edith = await invited(service, ada, { name: 'Edith', role: 'editor' })
  await keep(edith, uuid, 0, 'of somebody who leaves')
  await service.query(`delete from members where person_id = ${edith.id}`)
  const { rows } = await service.query(`select from compositions where uuid = '${uuid}'`)
  assert.equal(rows.length, 0)
})
