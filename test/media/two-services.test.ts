/** Two services before one database: they share a folder, or a bucket with nothing else in common. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { limits } from '#rules/limits.ts'
import { start } from '#app/start.ts'
import { reasonWithoutS3, testBucket } from '../s3/server.ts'
import { openService, type TestService } from '../service.ts'
import { bulk, chunk, openUpload, picture, send, sha256, uploadPicture } from './kit.ts'

const CHUNK = limits.chunk_size
const SECRET_KEY = 'one and the same for both services, whoever made it'

interface Pair extends AsyncDisposable {
  one: TestService
  two: TestService
}

async function openPair(store: Record<string, string>, sharesFolder: boolean): Promise<Pair> {
  await using stack = new AsyncDisposableStack()
  const common = { ...store, SECRET_KEY, ROLE: 'api' }
  const one = stack.use(await openService(common))
  const own = await mkdtemp(join(tmpdir(), 'crier-second-'))
  stack.defer(() => rm(own, { recursive: true, force: true }))
  const DATA_DIR = sharesFolder ? one.data_dir : own
  const more = { DATA_DIR, PORT: '0', SANDBOX: 'off', LOG_LEVEL: 'silent' }
  const second = stack.use(
    await start(readConfig(manifests, { ...common, ...more }), { database: one.database }),
  )
  const owned = stack.move()
  return {
    one,
    two: { ...one, base_url: second.base_url },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function share({ one, two }: Pair) {
  const file = bulk(2 * CHUNK + 777)
  const { upload_id: id } = await openUpload(one, file, { sha256: sha256(file) })
  const first = file.subarray(0, CHUNK)
  const at = `/api/media/uploads/${id}`

  // One writer at a time, whichever service it writes to.
  const both = await Promise.all([chunk(one, id, 0, first), chunk(two, id, 0, first)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal((await send(two, 'GET', at)).body['received_bytes'], CHUNK)
  assert.equal((await chunk(two, id, CHUNK, file.subarray(CHUNK, 2 * CHUNK))).status, 200)
  assert.equal((await chunk(one, id, 2 * CHUNK, file.subarray(2 * CHUNK))).status, 200)

  const completed = await Promise.all(
    [one, two].map((each) => send(each, 'POST', `${at}/complete`)),
  )
  const busy = completed.filter(({ status }) => status === 409)
  const done = completed.find(({ status }) => status === 201) ?? assert.fail('nobody completed it')
  assert.ok(busy.every(({ body }) => JSON.stringify(body).includes('upload_busy')))
  const item = done.body
  assert.equal((await send(two, 'POST', `${at}/complete`)).body['id'], item['id'])
  for (const each of [one, two]) {
    const { pathname } = new URL(String(item['cdn_url']))
    const bytes = await (await fetch(`${each.base_url}${pathname}`)).arrayBuffer()
    assert.equal(sha256(Buffer.from(bytes)), sha256(file))
  }

  const cancelled = await openUpload(one, file)
  assert.equal((await chunk(one, cancelled.upload_id, 0, first)).status, 200)
  const place = `/api/media/uploads/${cancelled.upload_id}`
  assert.equal((await send(two, 'DELETE', place)).status, 204)
  assert.equal((await chunk(one, cancelled.upload_id, CHUNK, first)).status, 404)

  // Equal bytes are stored once, by both, and stay as long as one of the items does.
  const twin = picture()
  const [a, b] = [await uploadPicture(one, {}, twin), await uploadPicture(two, {}, twin)]
  assert.equal((await send(two, 'DELETE', `/api/media/${a.id}`)).status, 204)
  const { pathname } = new URL(b.cdn_url)
  for (const each of [one, two])
    assert.equal((await fetch(`${each.base_url}${pathname}`)).status, 200)
}

test('two services with one folder take an upload by turns, once each chunk, and serve what came of it', async () => {
  await using pair = await openPair({}, true)
  await share(pair)
})

const reason = reasonWithoutS3()
test(
  'two services with one bucket and folders of their own do the same',
  { skip: reason ?? false },
  async () => {
    await using bucket = await testBucket()
    const { bucket: name, endpoint, credentials } = bucket.options
    const store = {
      S3_BUCKET: name,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    }
    await using pair = await openPair(store, false)
    await share(pair)
  },
)
