import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  enc,
  ines,
  memberScopes,
  pageScopes,
  post,
  postOf,
  publish,
  start,
  tools,
} from './harness.ts'

const Posts = z.object({
  elements: z.array(z.object({ id: z.string(), commentary: z.string(), createdAt: z.number() })),
})
const Comments = z.object({
  elements: z.array(z.object({ actor: z.string(), message: z.object({ text: z.string() }) })),
})

async function open(scopes = pageScopes) {
  const it = await start()
  const { access_token: access } = await it.signIn('paula-pages', scopes)
  const list = async (method = 'FINDER') => {
    const answer = await it.call(access, `/rest/posts?q=author&author=${enc(tools)}`, {
      headers: { 'x-restli-method': method },
    })
    assert.equal(answer.status, 200, answer.text)
    return Posts.parse(answer.body).elements
  }
  const set = (fault: string, more: object = {}) =>
    it.emulator.faults.set({ account: '*', fault, ...more })
  return { ...it, access, list, set, [Symbol.asyncDispose]: () => it[Symbol.asyncDispose]() }
}

const ofTools = (text: string) => postOf(text, { author: tools })

test('methods are read in any case', async () => {
  await using it = await open()
  const urn = await publish(it, it.access, ofTools('once'))
  assert.equal((await it.list('finder')).length, 1)
  const changed = await it.call(it.access, `/rest/posts/${enc(urn)}`, {
    method: 'POST',
    json: { patch: { $set: { commentary: 'twice' } } },
    headers: { 'x-restli-method': 'partial_update' },
  })
  assert.equal(changed.status, 204, changed.text)
})

test('a post may be shown oddly, late or not at all, while posting works', async () => {
  await using it = await open()
  it.set('reads_lie')
  const urn = await publish(it, it.access, ofTools('Two  spaces, "quotes" https://example.org/a '))
  const read = async () => it.call(it.access, `/rest/posts/${enc(urn)}`)
  assert.deepEqual([(await read()).status, (await read()).status], [404, 200])
  const shown = new Set<string | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    it.set('shown_oddly', { seed })
    shown.add((await it.list())[0]?.commentary)
  }
  assert.ok(shown.size > 3, String(shown.size))
  it.set('partial_list', { seed: 5 })
  assert.deepEqual([(await it.list()).length, (await it.list()).length], [0, 1])
})

test('a clock that is behind shows in times and in ids', async () => {
  await using it = await open()
  it.set('clock', { ms: -75_000 })
  const urn = await publish(it, it.access, ofTools('behind'))
  const [found] = await it.list()
  assert.equal(found?.createdAt, it.now() - 75_000)
  assert.equal(Number(BigInt(urn.split(':').at(-1) ?? '') >> 22n), it.now() - 75_000)
})

test('the header with the id may be lost on the way; the post is there', async () => {
  await using it = await open()
  it.set('late_id')
  const answer = await post(it, it.access, ofTools('without a name'))
  assert.deepEqual([answer.status, answer.headers.get('x-restli-id')], [201, null])
  const [found] = await it.list()
  const twin = await post(it, it.access, ofTools('without a name'))
  assert.match(twin.text, new RegExp(`Content is a duplicate of ${found?.id}`))
})

test('others post for the Page and comment below its posts, in the same words', async () => {
  await using it = await open()
  const ours = await publish(it, it.access, ofTools('Thank you'))
  const { appear } = it.emulator
  const app = appear?.({ account: 'lindenhof-tools', text: 'Thank you', by: 'other_app' })
  assert.deepEqual(
    (await it.list()).map(({ id }) => id),
    [app, ours],
  )
  appear?.({ account: 'lindenhof-tools', text: 'First', by: 'other_person' })
  const answer = await it.call(it.access, `/rest/socialActions/${enc(app ?? '')}/comments`)
  const [comment] = Comments.parse(answer.body).elements
  assert.deepEqual([comment?.message.text, comment?.actor === tools], ['First', false])
})

test('a comment takes the permission of Community Management', async () => {
  await using it = await start()
  const comment = async (scope: string) => {
    const { access_token } = await it.signIn('ines-almeida', scope)
    const object = await publish(it, access_token, postOf(`With ${scope.length} letters`))
    const json = { actor: ines, object, message: { text: 'First' } }
    const path = `/rest/socialActions/${enc(object)}/comments`
    return (await it.call(access_token, path, { method: 'POST', json })).status
  }
  assert.equal(await comment(memberScopes), 403)
  assert.equal(await comment(`${memberScopes} w_member_social_feed`), 201)
  const ofPage = async (scope: string) => {
    const { access_token } = await it.signIn('paula-pages', scope)
    const text = `Of the Page, with ${scope.length} letters`
    const object = await publish(it, access_token, postOf(text, { author: tools }))
    const json = { actor: tools, object, message: { text: 'First' } }
    const path = `/rest/socialActions/${enc(object)}/comments`
    return (await it.call(access_token, path, { method: 'POST', json })).status
  }
  assert.equal(await ofPage(pageScopes.replace('w_organization_social_feed', '').trim()), 403)
  assert.equal(await ofPage(pageScopes), 201)
})
