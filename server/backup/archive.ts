/**
 * The file of a backup: a tar of pieces, so that other tools can read it. Behind them stands where each is and what proves it, and
 * at the very end what proves that: one that was cut short is noticed at once, and no piece that was altered is ever used.
 */
import { createCipheriv, randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncing } from '#blobs/syncing.ts'
import { altered, BackupError, type Contents, thingOf, type Thing, unreadable } from './contents.ts'
import { firstFormat } from './first-format.ts'
import { MANIFEST } from './manifest.ts'
import { fill, memory, type Memory } from './memory.ts'
import { BLOCK, END_OF_TAR, headerOf, nameIn, paddingOf } from './tar.ts'

/**
 * Larger things are several entries: no size has to be known before, and none is too large for the format. A page less than
 * 4 MiB: writes that begin and end at whole 2 MiB get memory in large pages, which a guest whose host takes back what is free
 * has to be given anew. 500 MB cost 850 ms of the system's time so, and 100 ms without.
 */
export const PIECE = 4 * 1024 * 1024 - 4096

/** For one file that is written as fast as the disk takes it, few syncs: each of them costs. */
const AHEAD = 64 * 1024 * 1024

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))

const INDEX = 'index.json'
/** In any order: the name, where its bytes begin, how many there are, and their proof. The place here is the number in the proof. */
const Index = z.array(z.tuple([z.string(), z.int(), z.int(), base64]))

const END = 'end.json'
/** Fills one block, so that it is found from behind. */
const End = z.object({
  /** Of all proofs. */
  key: base64,
  index: z.object({ at: z.int(), size: z.int().nonnegative(), proof: base64 }),
})
const FirstEnd = z.object({ sha256: z.string() })

/** Header and block of the end, and what closes a tar. */
const TAIL = 2 * BLOCK + END_OF_TAR.length

/** Its bytes may be used for something else once it returns; several at once are written beside each other. */
export type Add = (name: string, bytes: Uint8Array) => Promise<void>

/**
 * Lets `fill` add the pieces, what stands first before all others. Writes them beside `path`, flushes them, and puts the file in its
 * place: it is whole or not there. Answers its size in bytes.
 */
export async function writeArchive(
  path: string,
  now: Date,
  fillWith: (add: Add) => Promise<void>,
): Promise<number> {
  const part = `${path}.part`
  try {
    await using file = await open(part, 'w', 0o600)
    const disk = syncing(file, AHEAD)
    const key = newProofKey()
    const index: [name: string, at: number, size: number, proof: string][] = []
    let end = 0
    const append = async (name: string, bytes: Uint8Array) => {
      const parts = [headerOf(name, bytes.length, now), bytes]
      const padding = paddingOf(bytes.length)
      if (padding) parts.push(Buffer.alloc(padding))
      const start = end
      end += BLOCK + bytes.length + padding
      await writeAll(file, parts, start)
      disk.wrote(end - start)
    }
    const prove = (number: number, name: string, bytes: Uint8Array) =>
      proofOf(key, number, name, bytes).toString('base64')
    await fillWith(async (name, bytes) => {
      const proof = prove(index.length, name, bytes)
      index.push([name, end + BLOCK, bytes.length, proof])
      await append(name, bytes)
    })
    const list = Buffer.from(JSON.stringify(index))
    const about = {
      key: key.toString('base64'),
      index: { at: end + BLOCK, size: list.length, proof: prove(index.length, INDEX, list) },
    }
    await append(INDEX, list)
    await append(END, Buffer.from(JSON.stringify(about).padEnd(BLOCK)))
    await writeAll(file, [END_OF_TAR], end)
    await disk.done()
    const { size } = await file.stat()
    await rename(part, path)
    await using folder = await open(dirname(path), 'r')
    await folder.sync()
    return size
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** A full disk takes a part of what it is given before it refuses the rest. */
async function writeAll(file: FileHandle, parts: readonly Uint8Array[], position: number) {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const { bytesWritten } = await file.writev(parts, position)
  if (bytesWritten === length) return
  const all = Buffer.concat(parts, length)
  for (let done = bytesWritten; done < length;)
    done += (await file.write(all, done, length - done, position + done)).bytesWritten
}

/** Fails with a BackupError where the file is none, or is not whole; what was altered in it, when that is read. */
export async function openArchive(path: string): Promise<Contents> {
  await using stack = new AsyncDisposableStack()
  const file = stack.use(await open(path, 'r'))
  const { size } = await file.stat()
  const told = await endIn(file, size)
  if (FirstEnd.safeParse(told).success) return await firstFormat(path)
  const { success, data: end } = End.safeParse(told)
  if (!success) throw new BackupError((await isBegun(file)) ? cut(path) : unreadable(path))
  const { at, size: length, proof } = end.index
  if (at + length + paddingOf(length) !== size - TAIL) throw altered(path)
  const list = await fill(file, Buffer.allocUnsafeSlow(length), at)
  const all = indexIn(list)
  if (!all || !proof.equals(proofOf(end.key, all.length, INDEX, list))) throw altered(path)
  const read: Read = async (number, into) => {
    const [name, position, wanted, expected] = all[number] ?? ['', 0, 0, Buffer.of()]
    // What cannot be made smaller is a little larger than a piece when it was compressed.
    const place = wanted > into.size ? Buffer.allocUnsafeSlow(wanted) : into.next()
    const bytes = await fill(file, place.subarray(0, wanted), position)
    if (bytes.length !== wanted || !expected.equals(proofOf(end.key, number, name, bytes)))
      throw altered(path)
    return bytes
  }
  const manifest = { name: all[0]?.[0] ?? '', bytes: await read(0, memory(1, 0)) }
  const owned = stack.move()
  return {
    manifest,
    things: () => thingsIn(all, read),
    inOrder: false,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function endIn(file: FileHandle, size: number): Promise<unknown> {
  if (size < TAIL) return undefined
  const tail = await fill(file, Buffer.alloc(TAIL), size - TAIL)
  if (nameIn(tail) !== END) return undefined
  return jsonIn(tail.subarray(BLOCK, 2 * BLOCK))
}

async function isBegun(file: FileHandle) {
  return nameIn(await fill(file, Buffer.alloc(BLOCK), 0)) === MANIFEST
}

const cut = (path: string) => `${path} is cut short: its end is missing.`

function indexIn(bytes: Buffer) {
  return Index.safeParse(jsonIn(bytes)).data
}

function jsonIn(bytes: Buffer): unknown {
  try {
    // The first format filled its block with zeros.
    return JSON.parse(bytes.toString('utf8').replace(/\0+$/, ''))
  } catch {
    return undefined
  }
}

type Read = (number: number, into: Memory) => Promise<Buffer>

function thingsIn(all: z.output<typeof Index>, read: Read): Iterable<Thing> {
  const things = new Map<string, { name: string; number: number }[]>()
  for (const [number, [name]] of all.entries()) {
    const thing = thingOf(name)
    const pieces = things.get(thing)
    if (pieces) pieces.push({ name, number })
    else if (thing !== '') things.set(thing, [{ name, number }])
  }
  return [...things].map(([name, pieces]) => ({
    name,
    bytes: (into: Memory) => inTurn(pieces.toSorted(byName), (number) => read(number, into)),
  }))
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

async function* inTurn(
  pieces: readonly { number: number }[],
  read: (number: number) => Promise<Buffer>,
) {
  let coming: Promise<Buffer> | undefined
  for (const [place, { number }] of pieces.entries()) {
    const bytes = await (coming ?? read(number))
    const next = pieces[place + 1]
    coming = next && read(next.number)
    coming?.catch(() => undefined)
    try {
      yield bytes
    } finally {
      // Nobody closes the file under it.
      await coming?.catch(() => undefined)
    }
  }
}

const newProofKey = () => randomBytes(32)

/**
 * The tag of AES-256-GCM over the piece as data that is not encrypted, under a key that stands in the backup itself and a nonce that
 * is the piece's number. Damage cannot know the key, so that it passes once in 2^100 times; who alters a backup on purpose
 * could write any digest anew. Ten times as fast as SHA-256, which was most of what a backup cost.
 */
function proofOf(key: Buffer, number: number, name: string, bytes: Uint8Array): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 6, 6)
  const gcm = createCipheriv('aes-256-gcm', key, nonce)
  gcm.setAAD(Buffer.from(`${name}\n${bytes.length}\n`))
  gcm.setAAD(bytes)
  gcm.final()
  return gcm.getAuthTag()
}
