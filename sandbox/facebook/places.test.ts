import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { client, errorOf, idOf, start } from './harness.ts'

const proven = (token: string) =>
  `appsecret_proof=${createHmac('sha256', client.client_secret).update(token).digest('hex')}`

test('Pages are searched by a person with the app’s secret, and by no Page', async () => {
  await using it = await start()
  const { token, user } = await it.page('ada.letterpress')
  const search = async (by: string, proof = proven(by), q = 'markthalle') =>
    it.get(by, `pages/search?q=${q}&fields=id,name,location,link&${proof}`)
  const { text } = await search(user)
  assert.match(text, /"id":"105000000000001","name":"Markthalle Neun","location":\{"city":"Berlin"/)
  assert.match(text, /"name":"Friends of the Markthalle","link"/, 'one without a location')
  assert.equal(errorOf(await search(token)), '10')
  assert.equal(errorOf(await search(user, '')), '10')
  assert.equal((await search(user, proven(user), '')).status, 400)
  assert.equal(errorOf(await it.get(user, `me/search?q=a&${proven(user)}`)), '100/33')
})

test('a post names a Page with a location, and no other', async () => {
  await using it = await start()
  const { id, token } = await it.page('ada.letterpress')
  const at = async (place: string) =>
    it.post(token, `${id}/feed?fields=id`, { message: `At ${place}`, place })
  assert.equal((await at('105000000000001')).status, 200)
  for (const place of ['105000000000002', id, '1']) assert.equal(errorOf(await at(place)), '100')
  const [post, ...others] = it.emulator.posts()
  assert.deepEqual([post?.extra['place'], others.length], ['105000000000001', 0])
  const shown = await it.get(token, `${post?.id}?fields=place`)
  assert.match(shown.text, /"place":\{"id":"105000000000001","name":"Markthalle Neun"/)
})

test('a mention is shown as the name of its Page, with its tag; an app without the feature loses it', async () => {
  await using it = await start()
  const { id, token } = await it.page('ada.letterpress')
  const at = async () => {
    const message = 'Thanks, @[105000000000003] and @[9]!'
    const post = idOf(await it.post(token, `${id}/feed`, { message }))
    return (await it.get(token, `${post}?fields=message,message_tags`)).body
  }
  const shown = z.looseObject({
    message: z.string(),
    message_tags: z.array(z.unknown()).optional(),
  })
  const { message, message_tags } = shown.parse(await at())
  assert.equal(message, 'Thanks, Analytical Engines and @[9]!')
  assert.deepEqual(message_tags, [
    { id: '105000000000003', name: 'Analytical Engines', type: 'page' },
  ])
  it.emulator.faults.set({ account: '*', fault: 'mentions_stripped', on: 'post' })
  const without = shown.parse(await at())
  assert.deepEqual([without.message, without.message_tags], ['Thanks,  and !', undefined])
})
