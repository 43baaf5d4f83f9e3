/** A disk that fills up under an upload: a clear refusal, nothing acknowledged is lost, and it goes on when there is room. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { limits } from '#rules/limits.ts'
import { openService } from '../service.ts'
import { bulk, chunk, openUpload, sha256 } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

const CHUNK = limits.chunk_size
const disk = join(service.data_dir, 'blobs')

/** False where only root may. */
async function mounted(size: string) {
  await mkdir(disk, { recursive: true })
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a full disk refuses a chunk with 503; the session is as it was, and goes on when there is room', async (t) => {
  if (!(await mounted('12m'))) return t.skip('a small file system can be made by root only')
  try {
    const file = bulk(2 * CHUNK + 100)
    const { upload_id } = await openUpload(service, file, { sha256: sha256(file) })
    const part = (number: number) =>
      chunk(service, upload_id, number * CHUNK, file.subarray(number * CHUNK, (number + 1) * CHUNK))
    assert.equal((await part(0)).status, 200)
    const { status, body } = await part(1)
    assert.equal(status, 503)
    assert.match(JSON.stringify(body), /no room/)
    const { body: session } = await service.rest('GET', `/api/media/uploads/${upload_id}`)
    assert.equal(session['received_bytes'], CHUNK)

    execFileSync('mount', ['-o', 'remount,size=64m', disk])
    assert.equal((await part(1)).status, 200)
    assert.equal((await part(2)).status, 200)
    const done = await service.rest('POST', `/api/media/uploads/${upload_id}/complete`)
    assert.equal(done.status, 201)
    assert.equal(done.body['sha256'], sha256(file))
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})
