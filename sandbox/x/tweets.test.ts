import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minute, start } from './harness.ts'

const duplicate = {
  detail: 'You are not allowed to create a Tweet with duplicate content.',
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
}

test('a post is created and answers with its id, above 2^53 and increasing', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const answer = await x.post(access_token, { text: 'hello' })
  assert.equal(answer.status, 201)
  const [first] = x.emulator.posts('ada_types')
  assert.deepEqual(answer.body, {
    data: { id: first?.id, text: 'hello', edit_history_tweet_ids: [first?.id] },
  })
  assert.ok(BigInt(first?.id ?? 0) > BigInt(Number.MAX_SAFE_INTEGER))
  const second = await x.publish(access_token, { text: 'again' })
  assert.ok(BigInt(second) > BigInt(first?.id ?? 0))
  assert.equal(first?.created_at, '2026-11-20T10:00:00.000Z')
  assert.deepEqual(
    x.emulator.posts('1455953449422516226').map(({ text }) => text),
    ['hello', 'again'],
  )
  assert.deepEqual(x.emulator.posts('bruno_bakes'), [])
})

test('text is weighed: 280 for most, 25,000 with Premium', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { access_token: premium } = await x.signIn('clara_long')
  const status = async (token: string, text: string) => (await x.post(token, { text })).status
  assert.equal(await status(access_token, 'x'.repeat(280)), 201)
  assert.equal(await status(access_token, 'x'.repeat(281)), 400)
  assert.equal(await status(access_token, '日'.repeat(141)), 400)
  assert.equal(
    await status(access_token, `${'y'.repeat(256)} https://a.example/${'z'.repeat(99)}`),
    201,
  )
  assert.equal(await status(premium, 'x'.repeat(25_000)), 201)
  assert.equal(await status(premium, 'x'.repeat(25_001)), 400)
  const answer = await x.post(access_token, { text: 'x'.repeat(281) })
  assert.match(answer.text, /Your Tweet text is too long\. For more information/)
})

test('a post needs a text, or media', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  for (const body of [{}, { text: '' }, { text: ' \n' }]) {
    const answer = await x.post(access_token, body)
    assert.equal(answer.status, 400)
    assert.match(answer.text, /problems\/invalid-request/)
  }
})

test('a field that X does not know is refused by name', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const unknown = async (body: object) => (await x.post(access_token, body)).text
  assert.match(
    await unknown({ text: 'a', title: 'b' }),
    /The body parameter \[title\] is not one of/,
  )
  const nested = { text: 'a', media: { media_ids: ['1'], alt: 'b' } }
  assert.match(await unknown(nested), /The body parameter \[media\.alt\] is not one of/)
  assert.deepEqual(x.emulator.posts(), [])
})

test('values outside the schema are refused', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const poll = { options: ['yes', 'no'], duration_minutes: 5 }
  for (const body of [
    { text: 1 },
    { text: 'a', reply_settings: 'everyone' },
    { text: 'a', reply: { in_reply_to_tweet_id: 12 } },
    { text: 'a', reply: {} },
    { text: 'a', media: { media_ids: [] } },
    { text: 'a', poll: { ...poll, duration_minutes: 4 } },
    { text: 'a', poll: { ...poll, options: ['one'] } },
    { text: 'a', poll: { ...poll, options: ['one', 'x'.repeat(26)] } },
    { text: 'a', poll, media: { media_ids: ['1'] } },
    { text: 'a', poll, quote_tweet_id: '1' },
    { text: '', poll },
    [],
  ])
    assert.equal((await x.post(access_token, body)).status, 400, JSON.stringify(body))
  const broken = await x.send('/api/2/tweets', {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: '{"text":',
  })
  assert.equal(broken.status, 400)
  await x.publish(access_token, { text: 'a', poll, reply_settings: 'following' })
  assert.deepEqual(x.emulator.posts()[0]?.extra, {
    poll,
    reply_settings: 'following',
    price_usd: 0.015,
  })
})

test('the same text of the same person is a duplicate for hours, not for others and not for ever', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { access_token: other } = await x.signIn('bruno_bakes')
  await x.publish(access_token, { text: 'caf\u00e9' })
  const again = await x.post(access_token, { text: 'cafe\u0301' })
  assert.equal(again.status, 403)
  assert.deepEqual(again.body, duplicate)
  await x.publish(other, { text: 'caf\u00e9' })
  x.advance(24 * 60 * minute)
  const { access_token: fresh } = await x.signIn('ada_types')
  await x.publish(fresh, { text: 'caf\u00e9' })
})

test('a thread is replies to oneself, in one conversation', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const first = await x.publish(access_token, { text: '1/2' })
  const reply = { in_reply_to_tweet_id: first }
  const second = await x.publish(access_token, { text: '2/2', reply })
  const [, received] = x.emulator.posts()
  assert.deepEqual([received?.id, received?.reply_to], [second, first])
  const fields = 'conversation_id,referenced_tweets,in_reply_to_user_id'
  const read = await x.call(access_token, 'GET', `/2/tweets/${second}?tweet.fields=${fields}`)
  assert.deepEqual(read.body, {
    data: {
      id: second,
      text: '2/2',
      edit_history_tweet_ids: [second],
      conversation_id: first,
      in_reply_to_user_id: '1455953449422516226',
      referenced_tweets: [{ type: 'replied_to', id: first }],
    },
  })
})

test('a reply to somebody who did not ask is refused, one to a mention is not', async () => {
  await using x = await start()
  const { access_token: ada } = await x.signIn('ada_types')
  const { access_token: bruno } = await x.signIn('bruno_bakes')
  const silent = await x.publish(ada, { text: 'to nobody' })
  const mention = await x.publish(ada, { text: 'what do you say, @Bruno_Bakes?' })
  const refused = await x.post(bruno, { text: 'me!', reply: { in_reply_to_tweet_id: silent } })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /because you have not been mentioned or otherwise engaged/)
  await x.publish(bruno, { text: 'me!', reply: { in_reply_to_tweet_id: mention } })
  const gone = await x.post(bruno, { text: 'hm', reply: { in_reply_to_tweet_id: '123' } })
  assert.equal(gone.status, 403)
})

test('quotes and a second cashtag are not for self-serve apps', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: '$ABC costs $5' })
  assert.equal((await x.post(access_token, { text: 'b', quote_tweet_id: id })).status, 403)
  assert.equal((await x.post(access_token, { text: '$ABC and $DEF' })).status, 403)
})

test('a deleted post is gone, its text free again; those of others stay', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { access_token: other } = await x.signIn('bruno_bakes')
  const id = await x.publish(access_token, { text: 'oops' })
  assert.equal((await x.call(other, 'DELETE', `/2/tweets/${id}`)).status, 403)
  const deleted = await x.call(access_token, 'DELETE', `/2/tweets/${id}`)
  assert.deepEqual([deleted.status, deleted.body], [200, { data: { deleted: true } }])
  assert.deepEqual(x.emulator.posts(), [])
  assert.equal((await x.call(access_token, 'DELETE', `/2/tweets/${id}`)).status, 404)
  await x.publish(access_token, { text: 'oops' })
})

test('a post costs 1.5 cents, with a URL 20', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  await x.publish(access_token, { text: 'plain' })
  await x.publish(access_token, { text: 'read example.com' })
  const prices = x.emulator.posts().map(({ extra }) => extra['price_usd'])
  assert.deepEqual(prices, [0.015, 0.2])
  const credits = await x.send('/web/sandbox/credits')
  assert.deepEqual(credits.body, { spent_usd: 0.215 })
})

test('100 posts in 15 minutes, 300 in three hours', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const burst = async () => {
    for (let n = 0; ; n += 1) {
      const answer = await x.post(access_token, { text: `${x.now()} ${n}` })
      if (answer.status === 429) return { n, headers: answer.headers }
    }
  }
  const { n, headers } = await burst()
  assert.equal(n, 100)
  assert.equal(headers.get('x-rate-limit-remaining'), '0')
  assert.equal(headers.get('x-app-limit-24hour-remaining'), '9900')
  assert.equal(headers.get('x-user-limit-24hour-limit'), '2400')
  for (const expected of [100, 100, 0]) {
    x.advance(15 * minute)
    assert.equal((await burst()).n, expected)
  }
})

test('a page in the browser shows the post', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: 'a < b & c' })
  const [post] = x.emulator.posts()
  assert.equal(post?.url, `${x.url}/web/ada_types/status/${id}`)
  const page = await x.send(`/web/ada_types/status/${id}`)
  assert.equal(page.status, 200)
  assert.match(page.text, /Ada Lindqvist.*a &#60; b &#38; c/s)
  assert.equal((await x.send('/web/ada_types/status/1')).status, 404)
})

test('without limits, one person may post more than X allows', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: '*', fault: 'no_limits', times: 1e9, on: '*' })
  for (let batch = 0; batch < 8; batch += 1) {
    const texts = Array.from({ length: 50 }, (_, n) => `post ${batch} ${n}`)
    await Promise.all(texts.map(async (text) => x.publish(access_token, { text })))
  }
  assert.equal(x.emulator.posts('ada_types').length, 400)
})
