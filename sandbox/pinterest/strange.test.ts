import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { BOARD, Id, pin, start } from './harness.ts'

const Pin = z.object({
  id: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  link: z.string().nullable(),
  created_at: z.string(),
})
const Pins = z.object({ items: z.array(Pin) })

async function open() {
  const it = await start()
  const { access_token: token } = await it.signIn('ada_makes')
  const list = async (path = `/boards/${BOARD}/pins`) => {
    const answer = await it.call(token, 'GET', path)
    assert.equal(answer.status, 200, answer.text)
    return Pins.parse(answer.body).items
  }
  const set = (fault: string, more: object = {}) =>
    it.emulator.faults.set({ account: '*', fault, ...more })
  const create = async (more: object = {}) =>
    Id.parse((await it.call(token, 'POST', '/pins', pin(more))).body).id
  return { ...it, token, list, set, create, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() }
}

test('a pin is shown as it was sent, or with a title filled in and without the fragment of its link', async () => {
  await using it = await open()
  const sent = {
    title: null,
    description: 'Made of oak & ash. By hand.',
    link: 'https://example.org/chair#oak',
  }
  await it.create(sent)
  const [as] = await it.list()
  assert.deepEqual({ title: as?.title, description: as?.description, link: as?.link }, sent)
  const titles = new Set<string | null | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    it.set('shown_oddly', { seed })
    const [odd] = await it.list()
    assert.equal(odd?.link, 'https://example.org/chair')
    titles.add(odd.title)
  }
  assert.ok(titles.has('Made of oak & ash') || titles.has('Made of oak &amp; ash'))
})

test('a clock ahead shows in the times, which have no zone', async () => {
  await using it = await open()
  it.set('clock', { ms: 75_000 })
  await it.create()
  const [one] = await it.list()
  assert.equal(Date.parse(`${one?.created_at}Z`), it.now() + 75_000)
})

test('looks are denied, lists cut, boards missing, and another app pins too', async () => {
  await using it = await open()
  const id = await it.create()
  it.set('reads_lie')
  const read = async () => (await it.call(it.token, 'GET', `/pins/${id}`)).status
  assert.deepEqual([await read(), await read()], [404, 200])
  it.set('partial_list', { seed: 5 })
  assert.deepEqual([(await it.list()).length, (await it.list()).length], [0, 1])
  it.set('partial_list', { on: 'me', seed: 5 })
  const boards = async () => (await it.call(it.token, 'GET', '/boards')).text
  assert.match(await boards(), /"items":\[\]/)
  assert.match(await boards(), new RegExp(BOARD))
  const app = it.emulator.appear?.({ account: 'ada_makes', text: 'by hand', by: 'other_app' })
  assert.deepEqual(
    (await it.list('/pins')).map((each) => each.id),
    [app, id],
  )
})
