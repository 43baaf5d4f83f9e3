import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { minute, start, type Harness } from './harness.ts'
import { image } from './media-harness.ts'

const ada = '1455953449422516226'
const pageSchema = z.object({
  data: z.array(z.looseObject({ id: z.string(), text: z.string() })).default([]),
  meta: z.looseObject({ result_count: z.number(), next_token: z.string().optional() }),
})
const metricsSchema = z.object({
  data: z.tuple([z.object({ public_metrics: z.record(z.string(), z.number()) })]),
})

async function timeline(x: Harness, token: string, query = '') {
  const answer = await x.call(token, 'GET', `/2/users/${ada}/tweets?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return pageSchema.parse(answer.body)
}

test('reads are HTML-escaped, with links behind t.co and their origin in the entities', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  await x.publish(access_token, { text: '👍 a < b & c: https://a.example/?x=1&y=2 or example.com' })
  const { data } = await timeline(x, access_token, 'tweet.fields=entities,created_at')
  const match = /^👍 a &lt; b &amp; c: (https:\/\/t\.co\/\w{10}) or (https:\/\/t\.co\/\w{10})$/u
  const [, first, second] = match.exec(data[0]?.text ?? '') ?? []
  assert.ok(first && second, data[0]?.text)
  assert.deepEqual(data[0]?.['entities'], {
    urls: [
      {
        start: 20,
        end: 43,
        url: first,
        expanded_url: 'https://a.example/?x=1&y=2',
        display_url: 'a.example/?x=1&y=2',
      },
      {
        start: 47,
        end: 70,
        url: second,
        expanded_url: 'http://example.com',
        display_url: 'example.com',
      },
    ],
  })
  assert.equal(data[0]?.['created_at'], '2026-11-20T10:00:00.000Z')
})

test('a timeline is newest first, in pages', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  for (let n = 0; n < 12; n += 1) await x.publish(access_token, { text: `post ${n}` })
  const texts = ({ data }: z.output<typeof pageSchema>) => data.map(({ text }) => text)
  const first = await timeline(x, access_token)
  assert.deepEqual(texts(first).slice(0, 2), ['post 11', 'post 10'])
  assert.equal(first.meta.result_count, 10)
  const rest = await timeline(x, access_token, `pagination_token=${first.meta.next_token}`)
  assert.deepEqual(texts(rest), ['post 1', 'post 0'])
  assert.equal(rest.meta.next_token, undefined)
})

test('a timeline can be cut by time, by id and to first posts', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const first = await x.publish(access_token, { text: 'first' })
  x.advance(minute)
  const second = await x.publish(access_token, {
    text: 'second',
    reply: { in_reply_to_tweet_id: first },
  })
  const ids = async (query: string) =>
    (await timeline(x, access_token, query)).data.map(({ id }) => id)
  assert.deepEqual(await ids('start_time=2026-11-20T10:00:01Z'), [second])
  assert.deepEqual(await ids('start_time=2026-11-20T10:00:00Z'), [second, first])
  assert.deepEqual(await ids('end_time=2026-11-20T10:01:00Z'), [first])
  assert.deepEqual(await ids(`since_id=${first}`), [second])
  assert.deepEqual(await ids(`until_id=${second}`), [first])
  assert.deepEqual(await ids('exclude=replies,retweets'), [first])
  assert.deepEqual(await ids('start_time=2026-11-20T11:00:00Z'), [])
})

test('unsound queries are refused', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  for (const query of [
    'max_results=4',
    'max_results=101',
    'start_time=yesterday',
    'exclude=posts',
    'tweet.fields=title',
    'limit=10',
    'since_id=abc',
  ]) {
    const answer = await x.call(access_token, 'GET', `/2/users/${ada}/tweets?${query}`)
    assert.equal(answer.status, 400, query)
    assert.match(answer.text, /One or more parameters to your request was invalid/)
  }
  assert.equal((await x.call(access_token, 'GET', '/2/tweets?ids=abc')).status, 400)
  assert.equal((await x.call(access_token, 'GET', '/2/users/me?user.fields=age')).status, 400)
})

test('a look-up finds some and tells which are missing', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: 'here' })
  const answer = await x.call(access_token, 'GET', `/2/tweets?ids=${id},99`)
  const body = z
    .object({
      data: z.array(z.object({ id: z.string() })),
      errors: z.array(z.looseObject({ resource_id: z.string(), type: z.string() })),
    })
    .parse(answer.body)
  assert.deepEqual([body.data.length, body.data[0]?.id], [1, id])
  assert.equal(body.errors[0]?.resource_id, '99')
  assert.match(body.errors[0]?.type ?? '', /resource-not-found$/)
})

test('numbers grow with time; private ones are for the owner, for 30 days', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: 'count me' })
  const read = async (token: string) =>
    x.call(token, 'GET', `/2/tweets?ids=${id}&tweet.fields=public_metrics,non_public_metrics`)
  const numbers = async (token: string) =>
    metricsSchema.parse((await read(token)).body).data[0].public_metrics

  const atFirst = await numbers(access_token)
  assert.equal(atFirst['impression_count'], 0)
  x.advance(60 * minute)
  const later = await numbers(access_token)
  assert.ok((later['impression_count'] ?? 0) > 0)
  assert.deepEqual(Object.keys(later), [
    'retweet_count',
    'reply_count',
    'like_count',
    'quote_count',
    'bookmark_count',
    'impression_count',
  ])
  assert.match((await read(access_token)).text, /"non_public_metrics":\{/)
  const { access_token: other } = await x.signIn('bruno_bakes')
  assert.match((await read(other)).text, /not-authorized-for-field/)
  x.advance(31 * 24 * 60 * minute)
  const { access_token: fresh } = await x.signIn('ada_types')
  assert.match((await read(fresh)).text, /not-authorized-for-field/)
})

test('analytics tell what was added in each step, and the sum is the total', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, { text: 'analyse me' })
  x.advance(100 * minute)
  const span = 'start_time=2026-11-20T10:00:00Z&end_time=2026-11-20T13:00:00Z'
  const read = async (granularity: string, ids = id) => {
    const fields = 'analytics.fields=impressions,likes,timestamped_metrics'
    const query = `ids=${ids}&${span}&granularity=${granularity}&${fields}`
    return x.call(access_token, 'GET', `/2/tweets/analytics?${query}`)
  }
  const impressions = async (granularity: string) => {
    const schema = z.object({
      data: z.tuple([
        z.object({
          timestamped_metrics: z.array(z.object({ metrics: z.record(z.string(), z.number()) })),
        }),
      ]),
    })
    const { body } = await read(granularity)
    return schema
      .parse(body)
      .data[0].timestamped_metrics.map(({ metrics }) => metrics['impressions'] ?? 0)
  }
  const hourly = await impressions('hourly')
  const [total = 0] = await impressions('total')
  assert.equal(hourly.length, 3)
  assert.equal(hourly[2], 0, 'nothing has happened yet in the last hour')
  assert.ok(total > 0)
  assert.equal(
    hourly.reduce((sum, value) => sum + value, 0),
    total,
  )
  assert.match((await read('total', '99')).text, /resource-not-found/)
  assert.equal((await read('monthly')).status, 400)
})

test('the newer dialect says post and repost, in answers of the call it was set for', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: 'ada_types', fault: 'dialect_posts', on: '*', times: 2 })
  const answer = await x.post(access_token, { text: 'hello' })
  assert.match(answer.text, /"edit_history_post_ids":\["\d+"\]/)
  const { data } = await timeline(x, access_token, 'tweet.fields=public_metrics')
  assert.ok(data[0]?.['edit_history_post_ids'])
  assert.match(JSON.stringify(data), /"repost_count":/)
  const usual = await timeline(x, access_token, 'tweet.fields=public_metrics')
  assert.ok(usual.data[0]?.['edit_history_tweet_ids'])
  assert.match(JSON.stringify(usual.data), /"retweet_count":/)
})

test('of posts that may be hidden again and again those with media are none: X knows no twins of them', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: 'ada_types', fault: 'hidden_text', times: 3 })
  const texts = async () => (await timeline(x, access_token)).data.map(({ text }) => text)
  await x.publish(access_token, { text: 'old' })
  assert.deepEqual(await texts(), [])
  const media_ids = [await image(x, access_token)]
  await x.publish(access_token, { text: 'with a picture', media: { media_ids } })
  assert.equal((await texts()).length, 2)
  await x.publish(access_token, { text: 'new' })
  assert.equal((await texts()).length, 2)
  assert.equal((await texts()).length, 2)
  assert.equal((await texts()).length, 3)
})

test('the newest post can be hidden from one read', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  await x.publish(access_token, { text: 'old' })
  const id = await x.publish(access_token, { text: 'new' })
  x.emulator.faults.set({ account: 'ada_types', fault: 'hidden_read', times: 2 })
  const texts = async () => (await timeline(x, access_token)).data.map(({ text }) => text)
  assert.deepEqual(await texts(), ['old'])
  assert.match((await x.call(access_token, 'GET', `/2/tweets?ids=${id}`)).text, /not-found/)
  assert.deepEqual(await texts(), ['new', 'old'])
})
