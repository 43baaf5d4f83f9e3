import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { start, type Harness } from './harness.ts'
import { png } from './media-harness.ts'

const List = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        text: z.string(),
        source: z.string().optional(),
        created_at: z.string().optional(),
        entities: z
          .object({
            urls: z.array(
              z.object({ start: z.int(), end: z.int(), url: z.string(), expanded_url: z.string() }),
            ),
          })
          .optional(),
      }),
    )
    .default([]),
  meta: z.object({ result_count: z.int() }),
})

async function timeline(x: Harness, token: string) {
  const me = x.emulator.people.find(({ username }) => username === 'ada_types')?.id
  const fields = 'source,created_at,entities'
  const answer = await x.call(
    token,
    'GET',
    `/2/users/${me}/tweets?max_results=100&tweet.fields=${fields}`,
  )
  assert.equal(answer.status, 200, answer.text)
  return List.parse(answer.body).data
}

async function signedIn() {
  const x = await start()
  const { access_token } = await x.signIn('ada_types')
  return { x, access_token, [Symbol.asyncDispose]: () => x[Symbol.asyncDispose]() }
}

test('a text that is shown oddly says where its links are in what is shown', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  await x.publish(access_token, { text: '  Two  spaces & https://example.org/a\u200Bb ' })
  const seen = new Set<string>()
  for (let seed = 0; seed < 40; seed++) {
    x.emulator.faults.set({ account: 'ada_types', fault: 'shown_oddly', seed })
    const [first, second] = [await timeline(x, access_token), await timeline(x, access_token)]
    assert.match(second[0]?.text ?? '', /^ {2}Two {2}spaces &amp; https:\/\/t\.co\/\w{10}/)
    const [post] = first
    seen.add(post?.text ?? '')
    for (const { start: from, end, url } of post?.entities?.urls ?? [])
      assert.equal(
        Array.from(post?.text ?? '')
          .slice(from, end)
          .join(''),
        url,
      )
  }
  assert.ok(seen.size > 5, String(seen.size))
})

test('a clock of its own shows in the header, in times and in ids', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  await x.publish(access_token, { text: 'on time' })
  x.emulator.faults.set({ account: '*', fault: 'clock', ms: 600_000, drift: 60_000 })
  const id = await x.publish(access_token, { text: 'ten minutes ahead' })
  x.advance(1_800_000)
  const late = await x.post(access_token, { text: 'ten minutes and a half' })
  const [newest, second, oldest] = await timeline(x, access_token)
  const times = [newest, second, oldest].map((post) => Date.parse(post?.created_at ?? '') - x.now())
  assert.deepEqual(times, [630_000, -1_200_000, -1_800_000])
  assert.equal(Date.parse(late.headers.get('date') ?? ''), x.now() + 630_000)
  assert.equal(Number(BigInt(id) >> 22n) + 1_288_834_974_657, x.now() - 1_200_000)
  x.emulator.faults.clear()
  assert.equal(Date.parse((await x.send('/api/2/nothing')).headers.get('date') ?? ''), x.now())
})

test('a gateway answers with a page of any status, before the call or after it', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  for (const status of [403, 404, 400, 429, 502, 200]) {
    const ms = status === 429 ? 90_000 : 0
    x.emulator.faults.set({ account: '*', fault: 'page', status, ms })
    const answer = await x.post(access_token, { text: `page ${status}` })
    assert.equal(answer.status, status)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(answer.headers.get('retry-after'), ms ? '90' : null)
  }
  assert.equal(x.emulator.posts().length, 0)
  x.emulator.faults.set({ account: '*', fault: 'landed_page', status: 502 })
  assert.equal((await x.post(access_token, { text: 'landed' })).status, 502)
  assert.equal(x.emulator.posts().length, 1)
})

test('reads may deny what is there while posting works', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  x.emulator.faults.set({ account: '*', fault: 'reads_lie' })
  const id = await x.publish(access_token, { text: 'there' })
  assert.equal((await x.call(access_token, 'GET', `/2/tweets/${id}`)).status, 404)
  assert.equal((await x.call(access_token, 'GET', `/2/tweets/${id}`)).status, 200)
})

test('a list may hide its newest, come late, flicker, be shuffled, cut or empty', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  const ids: string[] = []
  for (let n = 0; n < 8; n++) {
    ids.unshift(await x.publish(access_token, { text: `number ${n}` }))
    x.advance(1000)
  }
  const seen = async (seed: number, ms = 0) => {
    x.emulator.faults.set({ account: '*', fault: 'partial_list', seed, ms })
    return (await timeline(x, access_token)).map(({ id }) => id)
  }
  assert.deepEqual(await seen(0), ids.slice(1))
  const late = await seen(1, 10_000)
  assert.ok(late.length < 8 && late.every((id) => ids.includes(id)))
  x.advance(10_000)
  assert.deepEqual(await seen(1, 10_000), ids)
  x.emulator.faults.set({ account: '*', fault: 'partial_list', seed: 2, times: 2 })
  const [one, other] = [await timeline(x, access_token), await timeline(x, access_token)]
  assert.notDeepEqual(one, other)
  const shuffled = await seen(3)
  assert.notDeepEqual(shuffled, ids)
  assert.deepEqual(shuffled.toSorted(), ids.toSorted())
  const cut = await seen(4)
  assert.ok(cut.length < 8)
  assert.deepEqual(cut, ids.slice(0, cut.length))
  assert.deepEqual(await seen(5), [])
  assert.deepEqual(await seen(11), [])
})

test('others post beside ours and are told apart; the same words are taken from no app of the person', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  const text = 'New: https://example.org/1'
  for (const seed of [0, 1, 2, 3, 4, 5]) {
    x.emulator.faults.set({ account: 'ada_types', fault: 'others_post', seed })
    await x.send('/api/2/tweets', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'x-sandbox-mark': `delivery-${seed}`,
      },
      body: JSON.stringify({ text: `${text}${seed}` }),
    })
  }
  const all = x.emulator.posts()
  const ours = all.filter(({ by }) => by === undefined)
  assert.deepEqual(
    ours.map(({ mark }) => mark),
    [0, 1, 2, 3, 4, 5].map((seed) => `delivery-${seed}`),
  )
  assert.deepEqual(
    x.emulator.faults.met,
    [0, 1, 2, 3, 4, 5].map((seed) => ({ fault: 'others_post', mark: `delivery-${seed}` })),
  )
  const others = all.filter(({ by }) => by !== undefined)
  assert.ok(others.length > 2)
  const texts = all.map(({ account, text: said }) => `${account} ${said}`)
  assert.deepEqual(texts, [...new Set(texts)])
  const same = { account: 'ada_types', text: `${text}0`, by: 'other_app' } as const
  assert.equal(x.emulator.appear?.(same), undefined)
  assert.ok(others.every(({ mark }) => mark === undefined))
  const sources = new Map((await timeline(x, access_token)).map(({ id, source }) => [id, source]))
  assert.ok(ours.every(({ id }) => sources.get(id) === 'Crier app'))
  assert.ok(others.every(({ id }) => sources.get(id) !== 'Crier app'))
  assert.doesNotMatch((await x.call(access_token, 'GET', '/2/users/me')).text, /delivery/)
})

test('a t.co link that was pasted stays what it was', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  await x.publish(access_token, { text: 'again https://t.co/AbCdEf1234 and https://example.org' })
  const [post] = await timeline(x, access_token)
  assert.match(post?.text ?? '', /^again https:\/\/t\.co\/AbCdEf1234 and https:\/\/t\.co\/\w{10}$/)
})

test('a picture is taken without a file name', async () => {
  await using at = await signedIn()
  const { x, access_token } = at
  const boundary = 'between'
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
  const answer = await x.send('/api/2/media/upload', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Buffer.concat([
      Buffer.from(`${part('media_category')}\r\n\r\ntweet_image\r\n${part('media')}\r\n\r\n`),
      png,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(
    z.object({ data: z.object({ size: z.int() }) }).parse(answer.body).data.size,
    png.length,
  )
})
