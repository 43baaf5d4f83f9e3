/** Uploads whose caller ends while their bytes are on the way: nothing comes of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as open } from 'node:http'
import { after, before, test } from 'node:test'
import { openBrowser } from '../oauth/browser.ts'
import { callers } from '../surfaces/callers.ts'
import { leashed } from '../surfaces/leashed.ts'
import { openService, type TestService } from '../service.ts'
import { chunk, openUpload, picture } from './kit.ts'

let service: TestService
before(async () => {
  service = await openService({ ROLE: 'api' })
})
after(() => service[Symbol.asyncDispose]())

const items = async () => (await callers(service).rest('list_media')).body['total']

/** A request that stops before its last byte until `between` is through; answers the status. */
async function halfway(
  { method, path, headers }: { method: string; path: string; headers: Record<string, string> },
  bytes: Buffer,
  between: () => Promise<unknown>,
) {
  const sending = open(`${service.base_url}${path}`, {
    method,
    headers: { ...headers, 'content-length': String(bytes.length) },
  })
  const answered = once(sending, 'response')
  sending.write(bytes.subarray(0, -1))
  // Its head is read and its key found good once this comes back by the same way.
  await fetch(`${service.base_url}/health`)
  await waitForKey(headers)
  await between()
  sending.end(bytes.subarray(-1))
  const [response] = await answered
  response.resume()
  return Number(response.statusCode)
}

/** The guard notes that a key was seen; for sessions there is nothing to note. */
async function waitForKey({ authorization = '' }: Record<string, string>) {
  const [, id] = /Bearer (\d+)/.exec(authorization) ?? []
  for (;;) {
    const { rows } = await service.query(
      `select 1 from keys where id = ${id ?? 0} and last_used_at is not null`,
    )
    if (id === undefined || rows.length) return
  }
}

function formOf(file: Buffer) {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
}

type Key = Awaited<ReturnType<typeof leashed>>
const ends: [string, number, (key: Key) => Promise<unknown>][] = [
  ['revoked', 401, async ({ id }) => callers(service).rest('revoke_api_key', { id })],
  ['paused', 403, async (key) => key.adjust({ paused: true })],
  ['made to look only', 403, async (key) => key.adjust({ actions: ['read'] })],
]

for (const [how, status, end] of ends) {
  test(`a form whose key is ${how} on the way makes no item`, async () => {
    const key = await leashed(service, {})
    const total = await items()
    const headers = {
      authorization: `Bearer ${key.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const at = { method: 'POST', path: '/api/media', headers }
    assert.equal(await halfway(at, formOf(picture()), async () => end(key)), status)
    assert.equal(await items(), total)
  })

  test(`a chunk whose key is ${how} on the way does not count`, async () => {
    const key = await leashed(service, {})
    const file = picture()
    const { upload_id } = await openUpload(service, file)
    const headers = {
      authorization: `Bearer ${key.token}`,
      'content-type': 'application/octet-stream',
    }
    const at = { method: 'PATCH', path: `/api/media/uploads/${upload_id}?offset=0`, headers }
    assert.equal(await halfway(at, file, async () => end(key)), status)
    const { body } = await service.rest('GET', `/api/media/uploads/${upload_id}`)
    assert.equal(body['received_bytes'], 0)
    assert.equal((await chunk(service, upload_id, 0, file)).status, 200, 'others go on with it')
  })
}

test('a form of a member who is removed on the way makes no item', async () => {
  const editor = await openBrowser(service, { role: 'editor' })
  const total = await items()
  const cookie = editor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = {
    cookie,
    origin: service.base_url,
    'content-type': 'multipart/form-data; boundary=x',
  }
  const path = `/console/workspaces/${editor.workspace_id}/api/media`
  const remove = () => service.query(`delete from members where person_id = ${editor.person_id}`)
  const status = await halfway({ method: 'POST', path, headers }, formOf(picture()), async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await remove()
  })
  assert.equal(status, 404, 'as any stranger to the workspace')
  assert.equal(await items(), total)
})
