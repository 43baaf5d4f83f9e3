import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gathered, memory, partsOf } from './memory.ts'

const folder = await mkdtemp(join(tmpdir(), 'crier-memory-'))
after(() => rm(folder, { recursive: true, force: true }))

for (const size of [0, 1, 99, 100, 101, 200, 250]) {
  const bytes = randomBytes(size)
  test(`${size} bytes come in parts of a hundred, from a stream and from a file`, async () => {
    const expected =
      size === 0
        ? [0]
        : Array.from({ length: Math.ceil(size / 100) }, (_, at) => Math.min(100, size - at * 100))
    const path = join(folder, String(size))
    await writeFile(path, bytes)
    await using file = await open(path, 'r')
    for (const parts of [
      gathered(chunksOf(bytes), memory(2, 100)),
      partsOf(file, memory(2, 100)),
    ]) {
      const seen: Buffer[] = []
      for await (const part of parts) seen.push(Buffer.from(part))
      assert.deepEqual(
        seen.map(({ length }) => length),
        expected,
      )
      assert.deepEqual(Buffer.concat(seen), bytes)
    }
  })
}

test('parts that are still in use stay as they are, also where a stream ends with a whole one', async () => {
  const into = memory(3, 100)
  const streams = [100, 30, 200, 0, 100, 70].map((size) => randomBytes(size))
  const inUse: { part: Buffer; was: Buffer }[] = []
  for (const bytes of streams) {
    for await (const part of gathered(chunksOf(bytes), into)) {
      inUse.push({ part, was: Buffer.from(part) })
      for (const each of inUse.slice(-3)) assert.deepEqual(each.part, each.was)
    }
  }
})

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 33) yield bytes.subarray(at, at + 33)
}
