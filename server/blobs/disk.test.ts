import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Problem } from '#rules/problem.ts'
import { NoSuchFile } from './blobs.ts'
import { conforms } from './conformance.ts'
import { diskBlobs } from './disk.ts'

const folder = await mkdtemp(join(tmpdir(), 'crier-disk-'))
after(() => rm(folder, { recursive: true, force: true }))
conforms('disk', async () => diskBlobs(folder))

for (const syncs of ['at once', 'one by one']) {
  test(`many files, flushed ${syncs}, are there and read as they were sent`, async () => {
    const place = join(folder, `bulk ${syncs}`)
    const blobs = diskBlobs(place, undefined, syncs === 'at once' ? undefined : async () => false)
    const bulk = blobs.bulk?.()
    assert.ok(bulk)
    const sent = new Map<string, Buffer>()
    for (let count = 0; count < 5; count++) {
      const [key, bytes] = [randomBytes(24).toString('hex'), randomBytes(70_000)]
      await bulk.put(
        key,
        (async function* () {
          yield bytes
        })(),
      )
      sent.set(key, bytes)
    }
    await bulk.done()
    for (const [key, bytes] of sent) {
      await using file = await blobs.direct?.(key)
      assert.deepEqual(await file?.readFile(), bytes)
    }
    await assert.rejects(async () => blobs.direct?.(randomBytes(24).toString('hex')), NoSuchFile)
  })
}

test('none at once needs no folder', async () => {
  await diskBlobs(join(folder, 'never made')).bulk?.().done()
})

async function* noise(size: number) {
  for (let at = 0; at < size; at += 65_536) yield randomBytes(Math.min(65_536, size - at))
}

/** A file system of 4 MB, where we may make one. */
function smallDisk() {
  const at = join(folder, 'small')
  try {
    execFileSync('mkdir', ['-p', at])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', at], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  after(() => execFileSync('umount', [at]))
  return at
}

test('a full disk is said to be one, keeps what it had, and works again when there is room', async (t) => {
  const disk = smallDisk()
  if (!disk) return t.skip('a small file system can be made by root only')
  const blobs = diskBlobs(disk)
  const session = { key: 'session-of-a-file', id: await blobs.sessions.begin('session-of-a-file') }
  const first = { index: 0, offset: 0, size: 1024 * 1024 }
  await blobs.sessions.write(session, first, noise(first.size))
  await blobs.put('something-else', noise(2 * 1024 * 1024))

  const isFull = (error: unknown) =>
    error instanceof Problem && error.code === 'unavailable' && /no room/.test(error.message)
  const second = { index: 1, offset: first.size, size: 2 * 1024 * 1024 }
  await assert.rejects(blobs.sessions.write(session, second, noise(second.size)), isFull)
  await assert.rejects(blobs.put('one-too-many', noise(3 * 1024 * 1024)), isFull)
  assert.deepEqual(await readdir(join(disk, 'on')).catch(() => []), [], 'nothing half is left')

  await blobs.remove('something-else')
  await blobs.sessions.write(session, second, noise(second.size))
  await blobs.sessions.finish(session, ['', ''], first.size + second.size)
})
