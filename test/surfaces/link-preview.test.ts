/** What people see below a link is told before there is a post, and why where it cannot be. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { after, test } from 'node:test'
import { makePng } from '../png.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { newKey } from './kit.ts'

const asked: string[] = []
const pages: Record<string, RequestListener> = {
  '/page': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<title>A page</title><meta name="description" content="What it says">
       <meta property="og:site_name" content="The Gazette"><meta property="og:image" content="/picture.png">`,
    ),
  '/plain': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Plain</title>'),
  '/picture.png': (_, response) => response.end(makePng({ width: 1600, height: 900, seed: 4 })),
  '/text': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('Hello'),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
}
const web = createServer((request, response) => {
  asked.push(request.url ?? '')
  const page = pages[request.url ?? '']
  if (page) page(request, response)
  else response.writeHead(404).end()
})
web.listen(0, '127.0.0.1')
await once(web, 'listening')
const address = web.address()
assert.ok(address && typeof address === 'object')
const base = `http://127.0.0.1:${address.port}`
const service = await openService({ ROLE: 'api' }, { reachable: [base] })
after(async () => {
  await service[Symbol.asyncDispose]()
  web.close()
  web.closeAllConnections()
})
const both = callers(service)

for (const surface of surfaces) {
  const call = both[surface]

  test(`a link is told with title, description, site and picture, over ${surface}`, async () => {
    const { body } = await call('preview_link', { url: ` ${base}/page ` })
    assert.deepEqual(body, {
      url: `${base}/page`,
      title: 'A page',
      description: 'What it says',
      site: 'The Gazette',
      image: { url: `${base}/picture.png`, width: 1200, height: 675 },
    })
    const plain = await call('preview_link', { url: `${base}/plain` })
    assert.deepEqual(
      [plain.body['site'], plain.body['image'], plain.body['description']],
      ['127.0.0.1', null, ''],
    )
  })

  test(`what cannot be read is an error of url that says why, over ${surface}`, async () => {
    const of = (url: string, why: string) => `There is no preview of ${url}${why}`
    for (const [url, text] of [
      [`${base}/gone`, of(`${base}/gone`, ': its server answers with status 404.')],
      [`${base}/text`, of(`${base}/text`, ': it is no page.')],
      [`${base}/inside`, of(`${base}/inside`, ': its page could not be read.')],
      [
        'http://169.254.169.254/latest',
        of('http://169.254.169.254/latest', '. 169.254.169.254 is not on the public internet.'),
      ],
      ['http://[::1]/', of('http://[::1]/', '. [::1] is not on the public internet.')],
      ['file:///etc/passwd', 'Use an address that begins with https://.'],
      ['nonsense', 'Use an address that begins with https://.'],
      [`https://example.com/${'a'.repeat(2048)}`, 'At most 2048 characters.'],
    ] as const) {
      const { code, errors } = await call('preview_link', { url })
      assert.deepEqual([code, errors], ['invalid', { url: [text] }], url)
    }
    const { errors } = await call('preview_link', { odd: 1 })
    assert.deepEqual(Object.keys(errors).toSorted(), ['odd', 'url'])
  })
}

test('the small picture is sent to whoever asks for it', async () => {
  const path = `/api/link-preview?url=${encodeURIComponent(`${base}/page`)}`
  const { body } = await service.rest('GET', `${path}&with_picture=true`)
  const { data } = body['image'] as { data: string }
  const jpeg = Buffer.from(data, 'base64')
  assert.deepEqual([...jpeg.subarray(0, 3)], [0xff, 0xd8, 0xff])
  assert.ok(jpeg.length < 900_000)
})

test('a page is read once, whichever workspace asks, and for its posts too', async () => {
  await both.rest('preview_link', { url: `${base}/page` })
  const { bluesky = 0 } = service.accounts
  const post = { content: `See ${base}/page`, social_account_ids: [bluesky], when: 'draft' }
  await both.rest('schedule_post', { ...post, dry_run: true })
  assert.equal(asked.filter((path) => path === '/page').length, 1)
  assert.equal(asked.filter((path) => path === '/picture.png').length, 1)
})

test('a key that may not read posts has no links read', async () => {
  const { token } = await newKey(service, ['media:read'])
  const before = asked.length
  const { code } = await callers(service, token).rest('preview_link', { url: `${base}/other` })
  assert.deepEqual([code, asked.length], ['forbidden', before])
})
