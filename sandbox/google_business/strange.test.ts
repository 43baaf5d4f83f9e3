import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { start } from './harness.ts'

const Post = z.object({
  name: z.string(),
  summary: z.string().optional(),
  state: z.string(),
  searchUrl: z.string().optional(),
})
const Posts = z.object({ localPosts: z.array(Post).default([]) })

async function open() {
  const it = await start()
  const { access_token: token, posts } = await it.signIn()
  const list = async () => {
    const answer = await it.call(token, 'GET', posts)
    assert.equal(answer.status, 200, answer.text)
    return Posts.parse(answer.body).localPosts
  }
  const read = async (name: string) => it.call(token, 'GET', `/posts/v4/${name}`)
  const set = (fault: string, more: object = {}) =>
    it.emulator.faults.set({ account: '*', fault, ...more })
  const create = async (summary: string) => it.create(token, posts, { summary })
  return {
    ...it,
    token,
    list,
    read,
    set,
    create,
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  }
}

test('one location is told by its name', async () => {
  await using it = await open()
  const own = it.emulator.people.find(({ name }) => name === 'Café Ada')
  const path = `/info/v1/locations/${own?.username}`
  const told = await it.call(it.token, 'GET', `${path}?readMask=name,title,metadata`)
  const { title, metadata } = z
    .object({ title: z.string(), metadata: z.object({ canOperateLocalPost: z.boolean() }) })
    .parse(told.body)
  assert.deepEqual([title, metadata.canOperateLocalPost], ['Café Ada', true])
  assert.equal((await it.call(it.token, 'GET', path)).status, 400)
  const foreign = '/info/v1/locations/1?readMask=name'
  assert.equal((await it.call(it.token, 'GET', foreign)).status, 404)
})

test('a post may be refused long after it was taken, and has its address late', async () => {
  await using it = await open()
  it.set('refused_later', { ms: 600_000 })
  const { name, state } = await it.create('later')
  assert.equal(state, 'PROCESSING')
  it.set('late_id', { on: 'status' })
  const look = async () => Post.parse((await it.read(name)).body)
  assert.equal((await look()).searchUrl, undefined)
  assert.match((await look()).searchUrl ?? '', /lpsid=/)
  it.advance(600_000)
  assert.equal((await look()).state, 'REJECTED')
})

test('a summary is shown oddly, looks denied, lists cut, and another app posts too', async () => {
  await using it = await open()
  const { name } = await it.create('Two  spaces & "quotes" https://Example.org ')
  it.set('reads_lie')
  assert.deepEqual([(await it.read(name)).status, (await it.read(name)).status], [404, 200])
  const shown = new Set<string | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    it.set('shown_oddly', { seed })
    shown.add((await it.list())[0]?.summary)
  }
  assert.ok(shown.size > 3, String(shown.size))
  it.set('partial_list', { seed: 5 })
  assert.deepEqual([(await it.list()).length, (await it.list()).length], [0, 2])
  const account = it.emulator.people.find((one) => one.name === 'Café Ada')?.id ?? ''
  const app = it.emulator.appear?.({ account, text: 'by hand', by: 'other_app' })
  assert.equal((await it.list())[0]?.name, app)
})
