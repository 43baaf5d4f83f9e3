import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start } from './harness.ts'

const NEUN = '90071992547409931'
const DENIED = /"code":10,/

test('places are found by words or by where they are, and their numbers are numbers', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const search = async (query: Record<string, string>) => it.get(token, '/location_search', query)
  const { text } = await search({ q: 'markthalle', fields: 'id,name,city' })
  assert.match(
    text,
    /^\{"data":\[\{"id":90071992547409931,"name":"Markthalle Neun","city":"Berlin"\}/,
  )
  const near = await search({ latitude: '37.48', longitude: '-122.1' })
  assert.match(near.text, /"id":12345,"name":"Facebook Headquarters"/)
  assert.equal((await search({ q: 'nowhere at all' })).text, '{"data":[]}')
  // The reference of 2025 calls the words `query`, the later guide `q`.
  for (const query of [{}, { query: 'markt' }, { latitude: '1' }])
    assert.equal((await search(query)).status, 400)
  assert.match((await search({ q: 'm', fields: 'id,street' })).text, /nonexisting field \(street\)/)
})

test('an app that was not approved looks for Menlo Park, whatever it asks', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  it.emulator.faults.set({ account: 'mara.weaves', fault: 'places_unapproved', on: 'read' })
  const { text } = await it.get(token, '/location_search', { q: 'markthalle' })
  assert.match(text, /Menlo Park/)
  assert.doesNotMatch(text, /Markthalle/)
})

test('a post names a place that there is, by who may name one', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const text = { media_type: 'TEXT', text: 'At the market' }
  const id = await it.publish(token, { ...text, location_id: NEUN })
  const shown = await it.get(token, `/${id}`, { fields: 'location_id' })
  assert.deepEqual(shown.body, { id, location_id: NEUN })
  const unknown = await it.post(token, '/me/threads', { ...text, location_id: '1' })
  assert.match(unknown.text, /"code":100/)
  const before = await it.signIn('mara.weaves', 'threads_basic,threads_content_publish')
  assert.match((await it.get(before, '/location_search', { q: 'm' })).text, DENIED)
  const named = await it.post(before, '/me/threads', { ...text, location_id: NEUN })
  assert.match(named.text, DENIED)
  assert.equal((await it.post(before, '/me/threads', text)).status, 200)
})

test('searches are counted', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  await it.get(token, '/location_search', { q: 'markt' })
  const { text } = await it.get(token, '/me/threads_publishing_limit')
  assert.match(text, /"location_search_quota_usage":1,/)
})
