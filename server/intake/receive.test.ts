import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { receive, sweep, TooLarge } from './receive.ts'

let folder: string
before(async () => (folder = await mkdtemp(join(tmpdir(), 'crier-receive-'))))
after(async () => rm(folder, { recursive: true, force: true }))

const MB = 1024 * 1024
const LIMIT = 20 * MB

async function* inParts(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

for (const [size, part] of [
  [0, 1],
  [1, 1],
  [MB - 1, 64 * 1024],
  [MB, MB],
  // Larger than a piece, and never a whole number of pieces.
  [7 * MB + 3, 65_521],
  [7 * MB + 3, 3 * MB],
] as const) {
  test(`${size} bytes in parts of ${part} arrive as they are, with their digest`, async () => {
    const bytes = randomBytes(size)
    const received = await receive(inParts(bytes, part), { folder, limit: LIMIT })
    assert.ok((await readFile(received.path)).equals(bytes))
    assert.equal(received.size_bytes, size)
    assert.equal(received.sha256, createHash('sha256').update(bytes).digest('hex'))
    await received[Symbol.asyncDispose]()
    assert.deepEqual(await readdir(folder), [])
  })
}

test('more than the limit is refused, and nothing of it stays', async () => {
  const bytes = inParts(randomBytes(2 * MB), 64 * 1024)
  await assert.rejects(receive(bytes, { folder, limit: MB }), new TooLarge(MB))
  assert.deepEqual(await readdir(folder), [])
})

test('of a sender who breaks off nothing stays', async () => {
  const broken = (async function* () {
    yield* inParts(randomBytes(3 * MB), 64 * 1024)
    throw new Error('broken off')
  })()
  await assert.rejects(receive(broken, { folder, limit: LIMIT }), /broken off/)
  assert.deepEqual(await readdir(folder), [])
})

test('what a process left behind is swept once it is old, and nothing else', async () => {
  const received = await receive(inParts(randomBytes(9), 9), { folder, limit: LIMIT })
  await sweep(folder, new Date(Date.now() - 60_000))
  assert.equal((await readdir(folder)).length, 1)
  await sweep(folder, new Date(Date.now() + 60_000))
  assert.deepEqual(await readdir(folder), [])
  await sweep(join(folder, 'missing'), new Date())
  await received[Symbol.asyncDispose]()
})
