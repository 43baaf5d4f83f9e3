import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { client, errorOf, start } from './harness.ts'

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
