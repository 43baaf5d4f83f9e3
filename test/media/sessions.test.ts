/** Upload sessions: who may open one, how it ends, and over MCP. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { z } from 'zod'
import { newKey, newNeighbour } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { chunk, openUpload, picture, send, sendAll, sha256 } from './kit.ts'

const service = await openService({ ROLE: 'api', PLAN: 'free' })
after(() => service[Symbol.asyncDispose]())
const complete = (id: string) => service.rest('POST', `/api/media/uploads/${id}/complete`)
const session = (id: string) => service.rest('GET', `/api/media/uploads/${id}`)
const received = async (id: string) => (await session(id)).body['received_bytes']

test('a wrong digest is refused, every time that it is asked', async () => {
  const file = picture()
  const id = await sendAll(service, file, { sha256: sha256(picture()) })
  const { status, body } = await complete(id)
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body['errors'] as object), ['sha256'])
  assert.deepEqual((await complete(id)).body, body)
  assert.equal((await chunk(service, id, 0, file)).status, 409)
})

test('a file that is none of ours is refused when it is complete', async () => {
  const file = Buffer.from('<html>'.repeat(100))
  const { status, body } = await complete(await sendAll(service, file))
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body['errors'] as object), ['file'])
})

test('the ceiling of the account is named where an upload is opened, with everything else that is wrong', async () => {
  const open = (body: object) => service.rest('POST', '/api/media/uploads', body)
  const plain = { filename: 'a.mp4', mime_type: 'video/mp4', size_bytes: 1 }
  const ceiling = 400 * 1024 * 1024
  const { status, body } = await open({ ...plain, size_bytes: ceiling + 1 })
  assert.equal(status, 422)
  assert.match(JSON.stringify(body), /size_bytes.*419430400 bytes \(400 MB\).*max_upload_bytes/)
  assert.equal((await open({ ...plain, size_bytes: ceiling })).status, 201)
  const wrong: [object, string[]][] = [
    [{}, ['filename', 'mime_type', 'size_bytes']],
    [{ ...plain, size_bytes: 0 }, ['size_bytes']],
    [{ ...plain, size_bytes: -1 }, ['size_bytes']],
    [{ ...plain, size_bytes: 1.5 }, ['size_bytes']],
    [{ ...plain, filename: 'a' }, ['filename']],
    [{ ...plain, filename: 'a.svg' }, ['filename']],
    [{ ...plain, filename: '' }, ['filename']],
    [{ ...plain, mime_type: 'video' }, ['mime_type']],
    [{ ...plain, sha256: 'abc' }, ['sha256']],
    [{ ...plain, alt_text: 'x'.repeat(501), tags: ['x'.repeat(51)] }, ['alt_text', 'tags.0']],
    [{ ...plain, folder: 7, color: 'red' }, ['color', 'folder']],
  ]
  for (const [given, fields] of wrong) {
    const answer = await open(given)
    assert.equal(answer.status, 422, JSON.stringify(given))
    assert.deepEqual(Object.keys(answer.body['errors'] as object).sort(), fields)
  }
})

test('a restricted key may not send chunks: 401, as the specification has it', async () => {
  const file = picture()
  const { upload_id: id } = await openUpload(service, file)
  const { token } = await newKey(service, ['media:write', 'media:read'])
  const { status, body } = await chunk(service, id, 0, file, { authorization: `Bearer ${token}` })
  assert.equal(status, 401)
  assert.match(JSON.stringify(body), /without restrictions/)
  assert.equal(await received(id), 0)
})

test('an upload of another workspace is answered like one that never was', async () => {
  const file = picture()
  const { upload_id: id } = await openUpload(service, file)
  const { token } = await newNeighbour(service)
  const authorization = `Bearer ${token}`
  const never = randomUUID()
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/complete'],
  ] as const) {
    const answers = await Promise.all(
      [id, never].map((each) =>
        send(service, method, `/api/media/uploads/${each}${path}`, undefined, { authorization }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404],
    )
    assert.equal(
      JSON.stringify(answers[0]?.body).replace(id, ''),
      JSON.stringify(answers[1]?.body).replace(never, ''),
    )
  }
  assert.equal((await chunk(service, id, 0, file, { authorization })).status, 404)
  assert.equal((await session('not-a-uuid')).status, 422)
})

test('a cancelled upload is gone', async () => {
  const file = picture()
  const { upload_id: id } = await openUpload(service, file)
  assert.equal((await service.rest('DELETE', `/api/media/uploads/${id}`)).status, 204)
  assert.equal((await session(id)).status, 404)
  assert.equal((await chunk(service, id, 0, file)).status, 404)
  assert.equal((await complete(id)).status, 404)
})

test('over MCP a session is opened, looked at, completed and cancelled', async () => {
  const file = picture()
  const named = { filename: 'm.png', mime_type: 'image/png', size_bytes: file.length }
  const opened = await service.tool('upload_media', { source: 'local', ...named })
  assert.ok(!opened.isError, JSON.stringify(opened.result))
  const upload_id = String(opened.result['upload_id'])
  assert.equal((await chunk(service, upload_id, 0, file)).status, 200)
  const status = await service.tool('upload_media', { source: 'status', upload_id })
  assert.equal(status.result['completed'], true)
  const { result } = await service.tool('upload_media', { source: 'complete', upload_id })
  assert.equal(result['sha256'], sha256(file))
  const again = await service.tool('upload_media', { source: 'complete', upload_id })
  assert.deepEqual(again.result, result)
  const {
    created_at,
    created_by: _,
    ...item
  } = (await service.tool('get_media', { id: result['id'] })).result
  assert.deepEqual(item, result)
  assert.equal(typeof created_at, 'string')

  const other = await service.tool('upload_media', { source: 'local', ...named })
  const gone = { upload_id: String(other.result['upload_id']) }
  const cancelled = await service.tool('upload_media', { source: 'cancel', ...gone })
  assert.deepEqual(cancelled.result, { cancelled: true, ...gone })
  assert.equal((await service.tool('upload_media', { source: 'status', ...gone })).isError, true)
  for (const [args, fields] of [
    [{ source: 'local' }, ['filename', 'mime_type', 'size_bytes']],
    [{ source: 'status' }, ['upload_id']],
    [{}, ['url']],
    [{ source: 'cancel', upload_id, url: 'https://example.com/a.png' }, ['url']],
    [{ source: 'file' }, ['source']],
  ] as const) {
    const refused = await service.tool('upload_media', args)
    const { errors } = z
      .looseObject({ errors: z.object({}).loose() })
      .parse(refused.result['error'])
    assert.deepEqual(Object.keys(errors), fields)
  }
})
