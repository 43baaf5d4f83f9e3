import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY, HOUR, redirect_uri, start } from './harness.ts'

const codeIn = (location: string) => new URL(location).searchParams.get('code') ?? ''

test('a person signs in, and the id that comes with the token is a number beyond what a double holds', async () => {
  await using it = await start()
  assert.match((await it.send(it.page())).text, /mara\.weaves/)
  const location = await it.decide({ person: 'mara.weaves', decision: 'allow' })
  assert.match(location, /state=st4te#_$/)
  const answer = await it.short(codeIn(location))
  assert.match(answer.text, /"user_id":17841405793187218\}/)
  const token = await it.signIn('mara.weaves')
  const me = await it.get(token, '/me', { fields: 'id,username,name,is_verified' })
  assert.deepEqual(me.body, {
    id: '17841405793187218',
    username: 'mara.weaves',
    name: 'Mara Olsen',
    is_verified: false,
  })
})

test('a person who cancels is sent back with the reason', async () => {
  await using it = await start()
  const location = await it.decide({ decision: 'deny' })
  assert.ok(location.startsWith(redirect_uri))
  assert.match(location, /error=access_denied&error_reason=user_denied/)
})

test('what is unsound is never sent back', async () => {
  await using it = await start()
  const wrong = [
    { client_id: 'x' },
    { redirect_uri: 'http://127.0.0.1:9/' },
    { response_type: 't' },
  ]
  for (const other of wrong) assert.equal((await it.send(it.page(undefined, other))).status, 400)
  for (const scope of ['threads_content_publish', 'threads_basic,all'])
    assert.equal((await it.send(it.page(scope))).status, 400)
})

test('a code works once and for an hour', async () => {
  await using it = await start()
  const code = async () => codeIn(await it.decide({ person: 'mara.weaves', decision: 'allow' }))
  const first = await code()
  assert.deepEqual([(await it.short(first)).status, (await it.short(first)).status], [200, 400])
  const late = await code()
  it.advance(HOUR)
  assert.match((await it.short(late)).text, /expired/)
})

test('a token renews itself when it is a day old, and never once it has ended', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  assert.match((await it.renew('th_refresh_token', token)).text, /24 hours/)
  it.advance(DAY)
  const renewed = await it.renew('th_refresh_token', token)
  assert.match(renewed.text, /"expires_in":5184000/)
  it.advance(59 * DAY)
  assert.match((await it.get(token, '/me')).text, /"code":190,"error_subcode":463/)
  assert.match((await it.renew('th_refresh_token', token)).text, /463/)
})

test('a short token ends after an hour', async () => {
  await using it = await start()
  const answer = await it.short(
    codeIn(await it.decide({ person: 'mara.weaves', decision: 'allow' })),
  )
  const token = /"access_token":"([^"]+)"/.exec(answer.text)?.[1] ?? ''
  assert.equal((await it.get(token, '/me')).status, 200)
  it.advance(HOUR)
  assert.equal((await it.get(token, '/me')).status, 401)
  assert.equal((await it.renew('th_exchange_token', token)).status, 401)
})

test('without its scope a call is refused', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves', 'threads_basic')
  const answer = await it.post(token, '/me/threads', { media_type: 'TEXT', text: 'a' })
  assert.match(answer.text, /"code":10/)
})

test('the world is remembered, and a reset forgets it', async () => {
  await using it = await start()
  const token = await it.signIn('mara.weaves')
  const id = await it.publish(token, { media_type: 'TEXT', text: 'kept' })
  await using second = await start(it.saved())
  assert.deepEqual(
    second.emulator.posts('mara.weaves').map((post) => post.id),
    [id],
  )
  const next = await second.publish(token, { media_type: 'TEXT', text: 'more' })
  assert.notEqual(next, id)
  second.emulator.reset()
  assert.deepEqual(second.emulator.posts(), [])
  assert.match((await second.get(token, '/me')).text, /"code":190/)
})
