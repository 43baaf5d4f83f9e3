import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { after, test } from 'node:test'
import { makePng } from '../png.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { newMedia } from './kit.ts'

const picture = makePng({ width: 1600, height: 900, seed: 3 })
const web = createServer((request, response) => {
  if (request.url === '/picture.png') return response.end(picture)
  if (request.url !== '/page') return response.writeHead(404).end()
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<title>A page</title><meta property="og:image" content="/picture.png">')
})
web.listen(0, '127.0.0.1')
await once(web, 'listening')
const address = web.address()
assert.ok(address && typeof address === 'object')
const base = `http://127.0.0.1:${address.port}`
const service = await openService({}, { reachable: [base] })
after(async () => {
  await service[Symbol.asyncDispose]()
  web.close()
  web.closeAllConnections()
})
const { bluesky = 0, x = 0 } = service.accounts

for (const surface of surfaces) {
  const call = callers(service)[surface]

  test(`a rehearsal shows the previews of links, and on which accounts, over ${surface}`, async () => {
    const post = { content: `See ${base}/page`, social_account_ids: [bluesky, x], dry_run: true }
    const { body } = await call('schedule_post', { ...post, when: 'draft' })
    const card = { url: `${base}/page`, title: 'A page', description: '', has_picture: true }
    assert.deepEqual(body['link_cards'], [{ account_ids: [bluesky], ...card }])
    const other = await call('schedule_post', { ...post, when: 'draft', social_account_ids: [x] })
    assert.equal(other.body['link_cards'], undefined)
  })

  test(`a rehearsal tells what a post would cost, where somebody asks for it, over ${surface}`, async () => {
    const post = { social_account_ids: [bluesky, x], dry_run: true, when: 'draft' }
    const plain = await call('schedule_post', { ...post, content: 'Words alone' })
    const own = (usd: number) => ({ usd, per_account: [{ account_id: x, usd }] })
    assert.deepEqual(plain.body['estimated_cost'], own(0.015))
    const link = await call('schedule_post', { ...post, content: `See ${base}/page, example.com` })
    assert.deepEqual(link.body['estimated_cost'], own(0.2))
    const free = await call('schedule_post', {
      ...post,
      content: 'Free',
      social_account_ids: [bluesky],
    })
    assert.equal(free.body['estimated_cost'], undefined)
  })

  test(`descriptions of pictures in parts of a thread cost as well, over ${surface}`, async () => {
    const described = async (alt_text: string) => newMedia(service, { alt_text })
    const [first, second] = [await described('A cat'), await described('A dog')]
    const post = {
      content: `In parts over ${surface}`,
      social_account_ids: [x],
      media_ids: [first],
      thread: [{ content: 'Second', media_ids: [second] }, { content: 'Third' }],
    }
    const rehearsed = await call('schedule_post', { ...post, when: 'draft', dry_run: true })
    const own = { usd: 0.055, per_account: [{ account_id: x, usd: 0.055 }] }
    assert.deepEqual(rehearsed.body['estimated_cost'], own)
    const planned = async () =>
      z
        .object({ usd: z.number() })
        .nullable()
        .parse((await call('get_stats')).body['estimated_cost'])?.usd ?? 0
    const before = await planned()
    const when = new Date(Date.now() + 86_400_000).toISOString()
    const { body } = await call('schedule_post', { ...post, when })
    assert.equal(((await planned()) - before).toFixed(3), '0.055')
    await call('cancel_post', { id: body['id'] })
  })

  test(`what is scheduled for the coming month is reckoned together, over ${surface}`, async () => {
    const planned = async () => {
      const { body } = await call('get_stats', {})
      return z
        .object({ usd: z.number(), complete: z.literal(true) })
        .nullable()
        .parse(body['estimated_cost'])
    }
    const before = (await planned())?.usd ?? 0
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
    const ids: unknown[] = []
    for (const [content, when, social_account_ids] of [
      [`Reckoned over ${surface}`, days(2), [bluesky, x]],
      [`Reckoned over ${surface}, see ${base}/page, example.com`, days(29), [x]],
      [`Too far ahead over ${surface}`, days(31), [x]],
      [`Free over ${surface}`, days(3), [bluesky]],
      [`A draft over ${surface}`, 'draft', [x]],
    ] as const)
      ids.push((await call('schedule_post', { content, when, social_account_ids })).body['id'])
    const now = await planned()
    assert.equal(((now?.usd ?? 0) - before).toFixed(3), '0.215')
    for (const id of ids.slice(0, -1)) await call('cancel_post', { id })
    assert.equal((await planned())?.usd ?? 0, before)
  })

  test(`a rehearsal warns of a page that cannot be read, over ${surface}`, async () => {
    const content = `See ${base}/gone`
    const post = { content, social_account_ids: [bluesky], when: 'now', dry_run: true }
    const { body } = await call('schedule_post', post)
    const why = `There is no preview of ${base}/gone: its server answers with status 404.`
    assert.deepEqual([body['link_cards'], body['warnings']], [[], [why]])
  })
}

test('a post goes out with its preview and a small picture of it, or without and with a warning', async () => {
  const send = async (path: string) => {
    const made = await service.rest('POST', '/api/posts', {
      content: `Look: ${base}/${path}`,
      social_account_ids: [bluesky],
    })
    const { body } = await service.rest(
      'POST',
      `/api/posts/${String(made.body['id'])}/publish-now`,
      {
        wait: 20,
      },
    )
    const posts = await service.received('bluesky')
    return { body, post: posts.find(({ text }) => text === `Look: ${base}/${path}`) }
  }
  const good = await send('page')
  assert.deepEqual([good.body['outcome'], good.body['warnings']], ['published', []])
  assert.match(JSON.stringify(good.post), /"title":"A page".*"mimeType":"image\/jpeg"/)
  const bad = await send('gone')
  assert.equal(bad.body['outcome'], 'published')
  assert.match(
    JSON.stringify(bad.body),
    /card: There is no preview of [^ ]+: its server answers with status 404/,
  )
  assert.doesNotMatch(JSON.stringify(bad.post), /app\.bsky\.embed/)
})
