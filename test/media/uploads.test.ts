/** Resumable uploads, chunk by chunk, and everything that may go wrong with one. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { openService } from '../service.ts'
import { bulk, chunk, openUpload, picture, send, sendAll, sha256 } from './kit.ts'

const service = await openService({ ROLE: 'api', PLAN: 'free' })
after(() => service[Symbol.asyncDispose]())

const CHUNK = limits.chunk_size
const complete = (id: string) => service.rest('POST', `/api/media/uploads/${id}/complete`)
const session = (id: string) => service.rest('GET', `/api/media/uploads/${id}`)
const received = async (id: string) => (await session(id)).body['received_bytes']

test('a file of several chunks arrives as it was sent, with what was said of it', async () => {
  const file = bulk(2 * CHUNK + 12_345)
  const opened = await openUpload(service, file, {
    sha256: sha256(file).toUpperCase(),
    folder: 'Spring',
    tags: ['a', 'b', 'a'],
    alt_text: 'Alt',
  })
  assert.deepEqual(
    { ...opened, upload_id: '', expires_at: '', upload_url: '' },
    {
      upload_id: '',
      chunk_size: CHUNK,
      received_bytes: 0,
      size_bytes: file.length,
      expires_at: '',
      completed: false,
      upload_url: '',
      media_id: null,
    },
  )
  const id = opened.upload_id
  for (const at of [0, CHUNK, 2 * CHUNK]) {
    const end = Math.min(at + CHUNK, file.length)
    const { status, body } = await chunk(service, id, at, file.subarray(at, end))
    assert.equal(status, 200)
    assert.deepEqual(body, {
      received_bytes: end,
      size_bytes: file.length,
      completed: end === file.length,
    })
  }
  const { status, body } = await complete(id)
  assert.equal(status, 201)
  assert.equal(body['sha256'], sha256(file))
  assert.equal(body['size_bytes'], file.length)
  assert.equal(body['original_name'], 'big.wav')
  assert.deepEqual([body['folder'], body['tags'], body['alt_text']], ['Spring', ['a', 'b'], 'Alt'])
  const bytes = Buffer.from(await (await fetch(String(body['cdn_url']))).arrayBuffer())
  assert.equal(sha256(bytes), sha256(file))
})

test('completing again answers the same item, at once or later, and makes no second one', async () => {
  const file = picture()
  const id = await sendAll(service, file)
  const both = await Promise.all([complete(id), complete(id)])
  const made = both.find(({ status }) => status === 201)
  assert.ok(made)
  for (const { status, body } of both) {
    if (status === 201) assert.equal(body['id'], made.body['id'])
    else assert.equal(z.object({ code: z.string() }).parse(body['error']).code, 'upload_busy')
  }
  assert.deepEqual((await complete(id)).body, made.body)
  assert.equal((await session(id)).body['media_id'], made.body['id'])
  const items = await service.rest('GET', '/api/media?per_page=200')
  const ids = z.array(z.looseObject({ id: z.number() })).parse(items.body['data'])
  assert.equal(ids.filter((item) => item.id === made.body['id']).length, 1)
})

test('an offset that is not the next one is refused with the right one, and changes nothing', async () => {
  const file = bulk(CHUNK + 10)
  const { upload_id: id } = await openUpload(service, file)
  await chunk(service, id, 0, file.subarray(0, CHUNK))
  for (const offset of [0, 1, CHUNK - 1, CHUNK + 10, CHUNK * 2, 2 ** 53 - 1]) {
    const { status, body } = await chunk(service, id, offset, file.subarray(0, 10))
    assert.equal(status, 409, String(offset))
    const { code, received_bytes } = z
      .looseObject({ code: z.string(), received_bytes: z.number() })
      .parse(body['error'])
    assert.deepEqual([code, received_bytes], ['offset_mismatch', CHUNK])
  }
  for (const offset of ['', '-1', '1.5', 'x', '99999999999999999999', 'NaN']) {
    const { status, body } = await chunk(service, id, offset, file.subarray(0, 10))
    assert.equal(status, 422, offset)
    assert.deepEqual(Object.keys(body['errors'] as object), ['offset'], offset)
  }
  const without = await send(service, 'PATCH', `/api/media/uploads/${id}`, new Blob([picture()]), {
    'content-type': 'application/octet-stream',
  })
  assert.equal(without.status, 422)
  assert.equal(await received(id), CHUNK)
})

test('a chunk is as long as it must be: chunk_size, or what is left', async () => {
  const file = bulk(CHUNK + 10)
  const { upload_id: id } = await openUpload(service, file)
  for (const length of [0, 1, CHUNK - 1, CHUNK + 1, file.length]) {
    const { status, body } = await chunk(service, id, 0, file.subarray(0, length))
    assert.equal(status, 422, String(length))
    assert.deepEqual(Object.keys(body['errors'] as object), ['body'])
  }
  await chunk(service, id, 0, file.subarray(0, CHUNK))
  for (const length of [9, 11]) {
    assert.equal((await chunk(service, id, CHUNK, bulk(length))).status, 422, String(length))
  }
  assert.equal(await received(id), CHUNK)
})

test('a body without a length is counted as it comes', async () => {
  const file = picture()
  const { upload_id: id } = await openUpload(service, file)
  for (const [bytes, status] of [
    [Buffer.concat([file, file]), 422],
    [file.subarray(1), 422],
    [file, 200],
  ] as const) {
    const response = await fetch(`${service.base_url}/api/media/uploads/${id}?offset=0`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${service.token}`,
        'content-type': 'application/octet-stream',
      },
      body: new Blob([bytes]).stream(),
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, status, await response.text())
  }
})

test('of parallel chunks one is taken, and what is stored is what was sent', async () => {
  const file = bulk(CHUNK)
  const { upload_id: id } = await openUpload(service, file, { sha256: sha256(file) })
  const answers = await Promise.all(Array.from({ length: 6 }, () => chunk(service, id, 0, file)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status, body } of answers) {
    if (status === 200) continue
    assert.equal(status, 409)
    const { code } = z.looseObject({ code: z.string() }).parse(body['error'])
    assert.ok(['upload_busy', 'offset_mismatch'].includes(code))
  }
  assert.equal((await complete(id)).status, 201)
})

test('a sender that goes away in the middle of a chunk leaves the upload as it was', async () => {
  const file = bulk(CHUNK)
  const { upload_id: id } = await openUpload(service, file, { sha256: sha256(file) })
  const { hostname, port } = new URL(service.base_url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `PATCH /api/media/uploads/${id}?offset=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${CHUNK}\r\n\r\n`,
  )
  // Not the bytes of the file: nothing of them may stay.
  socket.write(Buffer.alloc(100_000, 7))
  await new Promise((resolve) => setTimeout(resolve, 100))
  socket.destroy()
  let answer = await chunk(service, id, 0, file)
  while (answer.status === 409) answer = await chunk(service, id, 0, file)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  assert.equal((await complete(id)).status, 201)
})

test('a file that is not complete cannot be completed, and goes on afterwards', async () => {
  const file = bulk(CHUNK + 5)
  const { upload_id: id } = await openUpload(service, file)
  assert.deepEqual(Object.keys((await complete(id)).body['errors'] as object), ['size_bytes'])
  await chunk(service, id, 0, file.subarray(0, CHUNK))
  const { status, body } = await complete(id)
  assert.equal(status, 422)
  assert.match(JSON.stringify(body), new RegExp(`from offset ${CHUNK}`))
  await chunk(service, id, CHUNK, file.subarray(CHUNK))
  assert.equal((await complete(id)).status, 201)
})

test('bytes beyond the announced size are refused, and the upload completes without them', async () => {
  const file = picture()
  const { upload_id: id } = await openUpload(service, file)
  await chunk(service, id, 0, file)
  const { status, body } = await chunk(service, id, file.length, file)
  assert.equal(status, 409)
  assert.match(JSON.stringify(body), /Complete the upload/)
  assert.equal((await complete(id)).status, 201)
})
