/** What every blob store must do: one suite for all of them. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { type Blobs, NoSuchFile, WrongLength } from './blobs.ts'

/** S3's smallest part, but for the last one. */
const CHUNK = 5 * 1024 * 1024

export function conforms(name: string, open: () => Promise<Blobs>) {
  const key = () => randomBytes(24).toString('hex')
  const read = (blobs: Blobs, of: string, range?: { start: number; end: number }) =>
    buffer(blobs.open(of, range))
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

  for (const size of [0, 1, 100_000, 9 * 1024 * 1024 + 1]) {
    test(`${name}: ${size} bytes come back as they went in`, async () => {
      const [blobs, bytes, at] = [await open(), randomBytes(size), key()]
      await blobs.put(at, inParts(bytes))
      assert.equal(digest(await read(blobs, at)), digest(bytes))
    })
  }

  test(`${name}: what a sender puts into memory of earlier parts does no harm`, async () => {
    const [blobs, bytes, at] = [await open(), randomBytes(9 * 1024 * 1024), key()]
    const stretches = [0, 1, 2].map(() => Buffer.alloc(1024 * 1024))
    await blobs.put(at, inTurn(bytes, stretches))
    assert.equal(digest(await read(blobs, at)), digest(bytes))
  })

  test(`${name}: any range of a file can be read`, async () => {
    const [blobs, bytes, at] = [await open(), randomBytes(1000), key()]
    await blobs.put(at, inParts(bytes))
    for (const [start, end] of [
      [0, 1],
      [10, 20],
      [999, 1000],
      [0, 1000],
    ] as const) {
      assert.ok((await read(blobs, at, { start, end })).equals(bytes.subarray(start, end)))
    }
  })

  test(`${name}: a stream that fails leaves nothing behind`, async () => {
    const [blobs, at] = [await open(), key()]
    await assert.rejects(blobs.put(at, failing()), /broke off/)
    await assert.rejects(read(blobs, at))
  })

  test(`${name}: a local file is taken over`, async () => {
    const [blobs, bytes, at] = [await open(), randomBytes(70_000), key()]
    const folder = await mkdtemp(join(tmpdir(), 'crier-blobs-'))
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    await blobs.adopt(at, path)
    assert.ok((await read(blobs, at)).equals(bytes))
    assert.ok(!existsSync(path))
    await rm(folder, { recursive: true })
  })

  test(`${name}: a stored file is at hand as a local one`, async () => {
    const [blobs, bytes, at] = [await open(), randomBytes(70_000), key()]
    await blobs.put(at, inParts(bytes))
    await using file = await blobs.local(at)
    assert.ok((await readFile(file.path)).equals(bytes))
  })

  test(`${name}: what is removed is gone, and removing it again is fine`, async () => {
    const [blobs, at] = [await open(), key()]
    await blobs.put(at, inParts(Buffer.from('x')))
    await blobs.remove(at)
    await blobs.remove(at)
    await assert.rejects(read(blobs, at), NoSuchFile)
  })

  test(`${name}: a key cannot lead out of the store`, async () => {
    const blobs = await open()
    for (const bad of [
      '../../etc/passwd',
      'a/b/c/d/e/f/g',
      '',
      'short',
      '..',
      `${key()}/..`,
      '.hidden-file',
    ]) {
      await assert.rejects(async () => blobs.put(bad, inParts(Buffer.from('x'))), /blob key/)
    }
  })

  test(`${name}: a file arrives in slices, in order, each sent again where needed`, async () => {
    const [blobs, at] = [await open(), key()]
    const bytes = randomBytes(2 * CHUNK + 7)
    const session = { key: at, id: await blobs.sessions.begin(at) }
    const marks: string[] = []
    for (let index = 0; index * CHUNK < bytes.length; index++) {
      const offset = index * CHUNK
      const part = bytes.subarray(offset, offset + CHUNK)
      const slice = { index, offset, size: part.length }
      const write = (parts: AsyncIterable<Uint8Array>) =>
        blobs.sessions.write(session, slice, parts)
      await assert.rejects(write(inParts(part.subarray(1))), WrongLength)
      await assert.rejects(write(inParts(Buffer.concat([part, part]))), WrongLength)
      await assert.rejects(write(failing()), /broke off/)
      await write(inParts(randomBytes(part.length)))
      marks.push(await write(inParts(part)))
    }
    await assert.rejects(read(blobs, at))
    await blobs.sessions.finish(session, marks, bytes.length)
    await blobs.sessions.finish(session, marks, bytes.length)
    assert.equal(digest(await read(blobs, at)), digest(bytes))
  })

  test(`${name}: an upload that is given up leaves nothing, and giving up again is fine`, async () => {
    const [blobs, at] = [await open(), key()]
    const session = { key: at, id: await blobs.sessions.begin(at) }
    await blobs.sessions.write(
      session,
      { index: 0, offset: 0, size: 3 },
      inParts(Buffer.from('abc')),
    )
    await blobs.sessions.abandon(session)
    await blobs.sessions.abandon(session)
    await assert.rejects(read(blobs, at))
  })

  test(`${name}: an address of the store's own serves the file until it runs out, or there is none`, async () => {
    const [blobs, bytes, at] = [await open(), randomBytes(1000), key()]
    await blobs.put(at, inParts(bytes))
    const link = await blobs.link(at, { seconds: 60, mime_type: 'image/png' })
    if (link === undefined) return
    const answer = await fetch(link)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes))
    assert.equal((await fetch(link.replace(at, key()))).status, 403)
  })
}

/** In parts of odd sizes, as a network has them. */
async function* inParts(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001)
}

async function* failing() {
  yield Buffer.from('x')
  throw new Error('broke off')
}

/** As from a file that is read ahead: the stretch of the part before the last is filled anew while one is in use. */
async function* inTurn(bytes: Uint8Array, stretches: readonly Buffer[]) {
  const [{ length: size } = Buffer.of()] = stretches
  for (let at = 0, turn = 0; at < bytes.length; at += size, turn++) {
    const stretch = stretches[turn % stretches.length] ?? Buffer.of()
    stretch.set(bytes.subarray(at, at + size))
    stretches[(turn + 1) % stretches.length]?.fill(0)
    yield stretch.subarray(0, Math.min(size, bytes.length - at))
  }
}
