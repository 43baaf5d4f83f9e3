/** Stored files as the world reads them, and what becomes of those that nobody needs. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { links } from '#access/links.ts'
import { pruneFiles } from '#chores/prune-files.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { rangeOf } from '#surfaces/range.ts'
import { callers } from '../surfaces/callers.ts'
import { newPost } from '../surfaces/kit.ts'
import { begin, end } from '../surfaces/hand.ts'
import { doingOf, openService } from '../service.ts'
import {
  bulk,
  chunk,
  form,
  openUpload,
  picture,
  send,
  sendAll,
  sha256,
  uploadPicture,
} from './kit.ts'

const CDN = 'https://cdn.example'
let clock = new Date()
const service = await openService({ ROLE: 'api', CDN_URL: `${CDN}/` }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)

const HOUR = 3600_000
const local = (cdn_url: string) => cdn_url.replace(CDN, service.base_url)
const signal = new AbortController().signal
const prune = async () => pruneFiles.run({ ...(await doingOf(service)), now: () => clock }, signal)
const files = async () => {
  const all = await readdir(join(service.data_dir, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  })
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

test('a file is served under CDN_URL, for good, as what it is and nothing else', async () => {
  const file = picture()
  const { cdn_url } = await uploadPicture(service, {}, file)
  assert.match(cdn_url, /^https:\/\/cdn\.example\/media\/[0-9a-f]{48}$/)
  const answer = await fetch(local(cdn_url))
  const said = Object.fromEntries(answer.headers)
  assert.equal(said['content-type'], 'image/png')
  assert.equal(said['content-length'], String(file.length))
  assert.equal(said['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(said['x-content-type-options'], 'nosniff')
  assert.equal(said['content-disposition'], "inline; filename*=UTF-8''a.png")
  assert.equal(said['accept-ranges'], 'bytes')
  assert.equal(said['etag'], `"${sha256(file)}"`)
  assert.ok(!('set-cookie' in said))
  assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sha256(file))
  const etag = said['etag'] ?? ''
  assert.equal((await fetch(local(cdn_url), { headers: { 'if-none-match': etag } })).status, 304)
  const head = await fetch(local(cdn_url), { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(file.length)])
  assert.equal((await fetch(local(cdn_url).slice(0, -1))).status, 404)
})

test('parts of a file are served, as video players ask for them', async () => {
  const file = picture()
  const { cdn_url } = await uploadPicture(service, {}, file)
  const get = (range: string, more = {}) => fetch(local(cdn_url), { headers: { range, ...more } })
  const size = file.length
  for (const [range, start, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=5-9', 5, 10],
    [`bytes=${size - 1}-`, size - 1, size],
    ['bytes=-3', size - 3, size],
    ['bytes=0-999999', 0, size],
    ['bytes=-999999', 0, size],
  ] as const) {
    const answer = await get(range)
    assert.equal(answer.status, 206, range)
    assert.equal(answer.headers.get('content-range'), `bytes ${start}-${end - 1}/${size}`)
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(file.subarray(start, end)), range)
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=999999-']) {
    const answer = await get(range)
    assert.deepEqual([answer.status, answer.headers.get('content-range')], [416, `bytes */${size}`])
    assert.match(await answer.text(), /range_not_satisfiable/)
  }
  for (const range of ['bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b', 'bytes=-']) {
    assert.equal((await get(range)).status, 200, range)
  }
  assert.equal((await get('bytes=0-1', { 'if-range': '"other"' })).status, 200)
  assert.equal(rangeOf('bytes=0-', 0), 'none')
})

test('a signed address runs out, and holds for one file only', async () => {
  const [one, two] = [await uploadPicture(service), await uploadPicture(service)]
  const config = readConfig(manifests, { DATA_DIR: service.data_dir })
  const link = links(config.secret_key.reveal())
  const keyOf = (url: string) => url.split('/').at(-1) ?? ''
  const query = link.sign(keyOf(one.cdn_url), new Date(clock.getTime() + HOUR))
  const answer = await fetch(local(one.cdn_url) + query)
  assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'private, no-store'])
  assert.equal((await fetch(local(two.cdn_url) + query)).status, 404)
  const later = query.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)
  for (const forged of [later, query.slice(0, -2), '?signature=x', '?expires=1&signature=']) {
    assert.equal((await fetch(local(one.cdn_url) + forged)).status, 404, forged)
  }
  const before = clock
  clock = new Date(clock.getTime() + HOUR)
  assert.equal((await fetch(local(one.cdn_url) + query)).status, 404)
  clock = before
})

test('a PDF is for saving: it is never shown under our name', async () => {
  const data = form(Buffer.from(PDF, 'latin1'), {}, "it's.pdf", 'application/pdf')
  const { status, body } = await send(service, 'POST', '/api/media', data)
  assert.equal(status, 201, JSON.stringify(body))
  const { headers } = await fetch(local(String(body['cdn_url'])))
  assert.equal(headers.get('content-disposition'), "attachment; filename*=UTF-8''it%27s.pdf")
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
})

test('a deleted item is served for 30 days while a published post shows it, then its bytes go', async () => {
  const item = await uploadPicture(service)
  const post = await newPost(service, { media_ids: [item.id], when: 'now' })
  await begin(service, post)
  await end(
    service,
    post,
    Object.fromEntries(Object.values(service.accounts).map((id) => [id, 'published'])),
  )
  assert.equal((await rest('delete_media', { id: item.id })).code, undefined)
  assert.equal((await rest('get_media', { id: item.id })).code, 'media_not_found')
  await prune()
  assert.equal((await fetch(local(item.cdn_url))).status, 200)
  const key = item.cdn_url.split('/').at(-1) ?? ''
  assert.ok((await files()).includes(key))
  const before = clock
  clock = new Date(clock.getTime() + 30 * 24 * HOUR)
  await prune()
  assert.equal((await fetch(local(item.cdn_url))).status, 404)
  assert.ok(!(await files()).includes(key))
  assert.equal((await rest('get_post', { id: post })).code, undefined, 'the post still tells of it')
  clock = before
})

test('pruning clears away what expired, was cancelled or refused, and never a file in use', async () => {
  const file = bulk(100_000)
  const kept = await sendAll(service, file)
  const done = await service.rest('POST', `/api/media/uploads/${kept}/complete`)
  const twin = await sendAll(service, file)
  const double = await service.rest('POST', `/api/media/uploads/${twin}/complete`)
  const refused = await sendAll(service, picture(), { sha256: sha256(picture()) })
  assert.equal((await service.rest('POST', `/api/media/uploads/${refused}/complete`)).status, 422)
  const { upload_id: cancelled } = await openUpload(service, file)
  await service.rest('DELETE', `/api/media/uploads/${cancelled}`)
  const abandoned = await sendAll(service, file)
  const live = await files()
  const before = clock
  clock = new Date(clock.getTime() + 25 * HOUR)
  assert.equal((await service.rest('GET', `/api/media/uploads/${abandoned}`)).status, 404)
  assert.equal((await chunk(service, abandoned, 0, file)).status, 404)
  await prune()
  await prune()
  const left = await files()
  const key = String(done.body['cdn_url']).split('/').at(-1) ?? ''
  assert.equal(double.body['cdn_url'], done.body['cdn_url'])
  assert.ok(left.includes(key))
  assert.ok(left.length <= live.length - 4, `${live.length} before, ${left.length} after`)
  assert.equal(left.filter((name) => name.endsWith('.part')).length, 0)
  const rows = await service.query('select count(*)::int as n from uploads')
  assert.deepEqual(rows.rows, [{ n: 0 }])
  const bytes = await (await fetch(local(String(done.body['cdn_url'])))).arrayBuffer()
  assert.equal(sha256(new Uint8Array(bytes)), sha256(file))
  clock = before
})

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
161
%%EOF
`
