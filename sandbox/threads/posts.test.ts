import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, start } from './harness.ts'
import { lengthOf } from './text.ts'

const text = (words: string, more: Record<string, string> = {}) => ({
  media_type: 'TEXT',
  text: words,
  ...more,
})
const NOT_FOUND = /"code":24,"error_subcode":4279009/

test('a container is published once, and is not the post', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const container = await it.container(token, text('Good morning'))
  const status = async () => (await it.get(token, `/${container}`, { fields: 'status' })).text
  assert.match(await status(), /FINISHED/)
  assert.equal(it.emulator.posts().length, 0)
  assert.equal((await it.release(token, container)).status, 200)
  assert.match(await status(), /PUBLISHED/)
  assert.match((await it.release(token, container)).text, NOT_FOUND)
  const [post, ...others] = it.emulator.posts()
  assert.ok(post && others.length === 0 && post.id !== container)
  assert.match((await it.send(post.url)).text, /Good morning/)
  const asked = await it.get(token, `/${post.id}`, { fields: 'status' })
  assert.match(asked.text, /nonexisting field \(status\)/)
  const shown = await it.get(token, `/${post.id}`, { fields: 'permalink,text,timestamp' })
  assert.match(shown.text, /"permalink":"http[^"]+@mara\.weaves\/post\/D/)
})

test('emoji count as their bytes, everything else as one', () => {
  assert.equal(lengthOf('abc日本→“'), 7)
  assert.equal(lengthOf('👍'), 4)
  assert.equal(lengthOf('👩‍👩‍👧‍👦'), 25)
  assert.equal(lengthOf('1️⃣🇩🇪'), 15)
})

test('what a post may not be is refused', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const links = [1, 2, 3, 4, 5, 6].map((each) => `https://example.com/${each}`)
  for (const [form, words] of [
    [text(''), /text is required/],
    [text('x'.repeat(501)), /at most 500 characters long/],
    [text(links.join(' ')), /LINK_LIMIT_EXCEEDED/],
    [{ text: 'a' }, /media_type/],
    [{ media_type: 'IMAGE' }, /image_url is required/],
    [text('a', { reply_control: 'nobody' }), /reply_control/],
    [text('a', { topic_tag: 'a.b' }), /topic_tag/],
    [text('a', { reply_to_id: '123' }), NOT_FOUND],
    [{ media_type: 'CAROUSEL', children: '1' }, /between 2 and 20/],
  ] as const) {
    const answer = await it.post(token, '/me/threads', form)
    assert.equal(answer.status, 400)
    assert.match(answer.text, words)
  }
  await it.container(token, text(`${'👍'.repeat(100)}${'x'.repeat(100)}`))
  await it.container(token, text([...links.slice(1), links[1]].join(' ')))
})

test('media are pulled, and a container says later what became of them', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const image = (name: string) => ({
    media_type: 'IMAGE',
    image_url: `${it.files}/${name}`,
    alt_text: 'A picture',
  })
  await it.publish(token, image('picture.png'))
  const [medium] = it.emulator.posts()[0]?.media ?? []
  assert.deepEqual([medium?.mime_type, medium?.alt_text], ['image/png', 'A picture'])
  assert.equal((await it.send(medium?.url ?? '')).status, 200)
  for (const name of ['page', 'moved', 'nothing']) {
    const failed = await it.container(token, image(name))
    const status = await it.get(token, `/${failed}`, { fields: 'status,error_message' })
    assert.match(status.text, /"status":"ERROR","error_message":"UNKNOWN"/)
    assert.match((await it.release(token, failed)).text, /2207052/)
  }
  const long = await it.container(token, image('long.png'))
  const status = await it.get(token, `/${long}`, { fields: 'status,error_message' })
  assert.match(status.text, /"status":"ERROR","error_message":"INVALID_ASPEC_RATIO"/)
})

test('a carousel is made of finished items', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const item = {
    media_type: 'IMAGE',
    image_url: `${it.files}/picture.png`,
    is_carousel_item: 'true',
  }
  const first = await it.container(token, item)
  assert.match((await it.release(token, first)).text, NOT_FOUND)
  it.emulator.faults.set({ account: '*', fault: 'container_slow', on: 'upload' })
  const second = await it.container(token, item)
  const carousel = { media_type: 'CAROUSEL', children: `${first},${second}`, text: 'Two' }
  assert.match((await it.post(token, '/me/threads', carousel)).text, NOT_FOUND)
  it.advance(30_000)
  await it.publish(token, carousel)
  assert.equal(it.emulator.posts()[0]?.media.length, 2)
})

test('a container that is not finished, or a day old, cannot be published', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  it.emulator.faults.set({ account: '*', fault: 'container_slow', on: 'upload' })
  const image = { media_type: 'IMAGE', image_url: `${it.files}/picture.png` }
  const slow = await it.container(token, image)
  assert.match((await it.get(token, `/${slow}`, { fields: 'status' })).text, /IN_PROGRESS/)
  assert.match((await it.release(token, slow)).text, NOT_FOUND)
  it.advance(30_000)
  assert.equal((await it.release(token, slow)).status, 200)
  const old = await it.container(token, text('old'))
  it.advance(DAY)
  assert.match((await it.get(token, `/${old}`, { fields: 'status' })).text, /EXPIRED/)
  assert.match((await it.release(token, old)).text, NOT_FOUND)
})

test('posts and replies are in lists of their own, newest first', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const first = await it.publish(token, text('One'))
  it.advance(1000)
  const second = await it.publish(token, text('Two'))
  const reply = await it.publish(token, text('Below', { reply_to_id: first }))
  const ids = async (path: string, query = {}) =>
    (await it.get(token, path, { fields: 'id,text', ...query })).text.match(/(?<="id":")\d+/g)
  assert.deepEqual(await ids('/me/threads'), [second, first])
  assert.deepEqual(await ids('/me/threads', { limit: '1' }), [second])
  assert.deepEqual(await ids('/me/threads', { after: second }), [first])
  assert.deepEqual(await ids('/me/threads', { since: '1795168801' }), [second])
  assert.deepEqual(await ids('/me/replies'), [reply])
  assert.equal(it.emulator.posts().at(-1)?.reply_to, first)
  const other = await it.signIn('tomas.trails')
  assert.equal((await it.get(other, '/17841405793187218/threads')).status, 403)
})

test('250 posts fit into a day, and the limit can be asked for', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  for (let number = 0; number < 250; number += 1) await it.publish(token, text(`${number}`))
  const one = await it.container(token, text('One too many'))
  assert.match((await it.release(token, one)).text, /2207042/)
  const limit = await it.get(token, '/me/threads_publishing_limit', {
    fields: 'quota_usage,config',
  })
  assert.match(limit.text, /"quota_usage":250,"config":\{"quota_total":250/)
  it.advance(DAY - 1)
  assert.equal((await it.release(token, one)).status, 403)
})

test('numbers grow with age, and one that is not known fails them all', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const id = await it.publish(token, text('Count me'))
  const ask = async (metric: string) => (await it.get(token, `/${id}/insights`, { metric })).text
  assert.match(await ask('views,likes'), /"views".*"value":0/)
  it.advance(DAY)
  assert.match(await ask('views,likes'), /"views".*"value":[1-9]/)
  assert.match(await ask('views,reach'), /"code":100/)
})

test('a deleted post is gone', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const id = await it.publish(token, text('Oops'))
  const path = `/api/v1.0/${id}?access_token=${token}`
  const answer = await it.send(path, { method: 'DELETE' })
  assert.deepEqual(answer.body, { success: true, deleted_id: id })
  assert.deepEqual(it.emulator.posts(), [])
  assert.equal((await it.send(path, { method: 'DELETE' })).status, 400)
})
