/** Files leave the disk's last room to the database, and are nobody else's on the machine. */
import assert from 'node:assert/strict'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openService } from '../service.ts'
import { bulk, chunk, form, openUpload, picture, send, uploadPicture } from './kit.ts'

test('what is kept of the disk for the database is taken by no file, and posts go on', async () => {
  await using service = await openService({ DISK_RESERVE_MB: '1000000000' })
  const refused = await send(service, 'POST', '/api/media', form(picture()))
  assert.equal(refused.status, 503)
  assert.match(JSON.stringify(refused.body), /"unavailable".*no room left for files/)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)

  const file = bulk(1000)
  const { upload_id } = await openUpload(service, file)
  assert.equal((await chunk(service, upload_id, 0, file)).status, 503)
  const { body: session } = await service.rest('GET', `/api/media/uploads/${upload_id}`)
  assert.equal(session['received_bytes'], 0)

  const { status } = await service.rest('POST', '/api/posts', {
    content: 'Still here',
    social_account_ids: [service.accounts['x']],
    scheduled_at: '2036-01-01T10:00:00Z',
  })
  assert.equal(status, 201)
})

test('files and their folders are for nobody else on the machine', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has other rights.')
  await using service = await openService()
  await uploadPicture(service)
  await openUpload(service, bulk(1000))
  const places = ['blobs', 'incoming'].map((name) => join(service.data_dir, name))
  let files = 0
  for (const place of places) {
    assert.equal((await stat(place)).mode & 0o777, 0o700, place)
    for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      assert.equal((await stat(path)).mode & 0o777, entry.isFile() ? 0o600 : 0o700, path)
      files += entry.isFile() ? 1 : 0
    }
  }
  assert.equal(files, 3, 'the picture, its preview and the upload that is under way')
})

test('a file that is gone is a 404 that nobody remembers, not an error kept for a year', async () => {
  await using service = await openService()
  const { cdn_url } = await uploadPicture(service)
  await rm(join(service.data_dir, 'blobs'), { recursive: true })
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(cdn_url, { method })
    await response.arrayBuffer()
    assert.equal(response.status, 404, method)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('etag'), null)
  }
})
