import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start } from './harness.ts'

test('what is asked for besides is shown once, in either way of naming it', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: 'Hello' })
  for (const fields of ['tweet.fields=author_id', 'post.fields=author_id,note_post']) {
    const query = `ids=${id}&${fields}&expansions=author_id&user.fields=subscription_type`
    const { status, text } = await x.call(access_token, 'GET', `/2/tweets?${query}`)
    assert.equal(status, 200, text)
    assert.match(text, /"includes":\{"users":\[\{"id":"\d+","name":"[^"]+","username":"ada_types",/)
  }
  const wrong = await x.call(access_token, 'GET', `/2/tweets?ids=${id}&expansions=everything`)
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /`expansions` query parameter value \[everything\]/)
})

test('a read may know the new name of the fields only', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: 'Hello' })
  x.emulator.faults.set({ account: '*', fault: 'new_names', on: 'read' })
  const read = async (name: string) =>
    x.call(access_token, 'GET', `/2/tweets?ids=${id}&${name}=created_at`)
  const refused = await read('tweet.fields')
  assert.equal(refused.status, 400)
  assert.match(refused.text, /\[tweet\.fields\] is not one of/)
  assert.equal((await read('post.fields')).status, 200)
})

test('all that the specification lets a post say is taken, and nothing else', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const create = async (body: object) => x.call(access_token, 'POST', '/2/tweets', body)
  const poll = { options: ['a', 'b'], duration_minutes: 5, reply_settings: 'following' }
  assert.equal((await create({ text: 'Which?', poll })).status, 201)
  const id = await x.publish(access_token, { text: 'First' })
  const reply = { in_reply_to_tweet_id: id, auto_populate_reply_metadata: true }
  assert.equal((await create({ text: 'Second', reply })).status, 201)
  const refused = await create({ text: 'Third', reply: { ...reply, quietly: true } })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /\[reply\.quietly\]/)
})

test('an upload in one go names its other owners in one text, and is asked about without a command', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const media = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')
  const { status, body, text } = await x.call(access_token, 'POST', '/2/media/upload', {
    media,
    media_category: 'tweet_image',
    additional_owners: '1455953449422516226,2244994945',
  })
  assert.equal(status, 200, text)
  const { data } = Object(body)
  const asked = await x.call(access_token, 'GET', `/2/media/upload?media_id=${data.id}`)
  assert.equal(asked.status, 200, asked.text)
  const metadata = { sensitive_media_warning: { adult_content: true } }
  const described = await x.call(access_token, 'POST', '/2/media/metadata', {
    id: data.id,
    metadata,
  })
  assert.equal(described.status, 200, described.text)
})
