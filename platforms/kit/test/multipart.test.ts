import assert from 'node:assert/strict'
import { test } from 'node:test'
import { multipart } from '../multipart.ts'

const bytes = new Uint8Array(70_000).map((_, at) => at % 251)

async function* parts() {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

test('a form with a file is what any server reads, of the length that it says', async () => {
  const file = { field: 'media', mime_type: 'video/mp4', bytes: bytes.length, open: parts }
  const { headers, body } = multipart({ command: 'APPEND', text: 'ä “b”\r\nc' }, file)
  const sent: Uint8Array[] = []
  for await (const part of body) sent.push(part)
  const whole = Buffer.concat(sent)
  assert.equal(headers['content-length'], String(whole.length))

  const form = await new Response(whole, {
    headers: { 'content-type': headers['content-type'] },
  }).formData()
  assert.deepEqual([...form.keys()], ['command', 'text', 'media'])
  assert.equal(form.get('text'), 'ä “b”\r\nc')
  const received = form.get('media')
  assert.ok(received instanceof File)
  assert.equal(received.type, 'video/mp4')
  assert.deepEqual(new Uint8Array(await received.arrayBuffer()), bytes)
})

test('no two forms have the same boundary', () => {
  const file = { field: 'media', mime_type: 'video/mp4', bytes: 0, open: parts }
  const types = [1, 2].map(() => multipart({}, file).headers['content-type'])
  assert.notEqual(types[0], types[1])
})

test('nothing of the file is read before the form is sent', () => {
  const open = () => assert.fail('It was opened.')
  multipart({}, { field: 'media', mime_type: 'video/mp4', bytes: 9, open })
})
