/** Images that a platform does not take as they are: another form of them goes out, and the author is told. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { pruneFiles } from '#chores/prune-files.ts'
import { type Body, doingOf, openService, type TestService } from '../service.ts'

let service: TestService

before(async () => {
  service = await openService()
})
after(() => service[Symbol.asyncDispose]())

const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

async function upload(name: string, bytes: Buffer, type: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name, { type }))
  const response = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
    body: form,
  })
  const item = (await response.json()) as Body
  assert.equal(response.status, 201, JSON.stringify(item))
  return item as { id: number; cdn_url: string }
}

async function publish(media_ids: number[], social_account_ids: number[]) {
  const made = await service.rest('POST', '/api/posts', {
    content: `Noise ${randomBytes(4).toString('hex')}`,
    social_account_ids,
    media_ids,
    publish_now: true,
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const settled = await service.rest('GET', `/api/posts/${String(made.body['id'])}?wait=25`)
  return { warnings: made.body['warnings'] as string[], post: settled.body }
}

const renditions = () => service.db.selectFrom('renditions').selectAll().execute()
const bluesky = () => service.accounts['bluesky'] ?? assert.fail('connected')
const x = () => service.accounts['x'] ?? assert.fail('connected')

test('a picture that is too large for one platform goes there as a smaller JPEG, and elsewhere as it is', async () => {
  const bytes = await noise(900).png().toBuffer()
  assert.ok(bytes.length > 976_560 && bytes.length < 5_000_000)
  const { id } = await upload('noise.png', bytes, 'image/png')
  const { warnings, post } = await publish([id], [bluesky(), x()])
  assert.equal(post['outcome'], 'published', JSON.stringify(post['per_account']))
  assert.deepEqual(
    warnings.filter((text) => text.includes('as a JPEG')).length,
    1,
    'only where it is changed',
  )
  assert.match(warnings.join(' '), /Bluesky .* gets noise\.png as a JPEG\./)
  const [made, ...others] = await renditions()
  assert.ok(made && !others.length)
  assert.ok(made.size_bytes <= 976_560)
  assert.equal(made.mime_type, 'image/jpeg')
})

test('the same picture is converted once, however often it is posted', async () => {
  const before = await renditions()
  const key = before[0]?.blob_key ?? assert.fail('there')
  const item = await service.db
    .selectFrom('media')
    .select('id')
    .where('blob_key', '=', key)
    .executeTakeFirstOrThrow()
  const { post } = await publish([item.id], [bluesky()])
  assert.equal(post['outcome'], 'published')
  assert.deepEqual(await renditions(), before)
})

test('the other form is served like the original, to platforms that pull', async () => {
  const [made] = await renditions()
  const response = await fetch(`${service.base_url}/media/${made?.rendition_key}`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/jpeg')
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata()
  assert.deepEqual([width, height, format], [made?.width, made?.height, 'jpeg'])
})

test('what moves is not made into a picture that does not', async () => {
  const frames = await sharp(randomBytes(640 * 640 * 3 * 4), {
    raw: { width: 640, height: 640 * 4, channels: 3, pageHeight: 640 },
  })
    .webp({ lossless: true })
    .toBuffer()
  assert.ok(frames.length > 976_560)
  const { id } = await upload('moving.webp', frames, 'image/webp')
  const refused = await service.rest('POST', '/api/posts', {
    content: 'Moving',
    social_account_ids: [bluesky()],
    media_ids: [id],
    publish_now: true,
  })
  assert.equal(refused.status, 422)
  assert.match(JSON.stringify(refused.body), /takes at most 2000000 bytes/)
})

test('when the original goes for good, so do its other forms', async () => {
  const [made] = await renditions()
  assert.ok(made)
  const far = new Date(Date.now() + 400 * 24 * 3600_000)
  await service.db
    .updateTable('media')
    .set({ deleted_at: new Date(0) })
    .where('blob_key', '=', made.blob_key)
    .execute()
  const deps = { ...(await doingOf(service)), now: () => far }
  const { signal } = new AbortController()
  await pruneFiles.run(deps, signal)
  await pruneFiles.run(deps, signal)
  const gone = await fetch(`${service.base_url}/media/${made.rendition_key}`)
  assert.equal(gone.status, 404)
  assert.deepEqual(await renditions(), [])
})
