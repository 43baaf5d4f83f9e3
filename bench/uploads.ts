/** Uploads in MB/s, multipart and chunked, one and eight at once, against a bare file → sha256 → file in the same run; and memory. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { upload } from '@crier/sdk'
import { memoryOf, runService, say } from './service.ts'

const MB = 1024 * 1024
export const SINGLE = 80 * MB
const CHUNKED = 256 * MB
const GIANT = 1024 * MB
const ROUNDS = 5
export const AT_ONCE = 8

const Session = z.object({ upload_id: z.string(), chunk_size: z.number() })

export async function uploads() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  try {
    await using service = await runService({ ROLE: 'api' })
    const at = { base_url: service.base_url, token: service.token }
    await compare('multipart', SINGLE, folder, (path) => multipart(path, at))
    await compare('chunked', CHUNKED, folder, (path) => chunked(path, CHUNKED, at))
    await compare('chunked by our client', CHUNKED, folder, (path) =>
      throughClient(path, CHUNKED, at),
    )
    await memory(folder, service.child.pid ?? 0, (path) => chunked(path, GIANT, at))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface At {
  base_url: string
  token: string
}

async function compare(
  name: string,
  size: number,
  folder: string,
  send: (path: string) => Promise<void>,
) {
  for (const count of [1, AT_ONCE]) {
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // New bytes each time: equal ones would be stored once.
      const paths = await Promise.all(
        Array.from({ length: count }, (_, index) => sound(join(folder, `${index}.wav`), size)),
      )
      bare.push(await speed(paths, size, (path) => yardstick(path, `${path}.copy`)))
      ours.push(await speed(paths, size, send))
    }
    // Of neighbours in time: the disk is not always the same.
    const ratios = ours.map((speed, round) => speed / (bare[round] ?? NaN))
    const [a, b] = [median(ours), median(bare)]
    const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    say(
      `${name} ${count} at once: Crier ${a.toFixed(0)} MB/s, bare ${b.toFixed(0)} MB/s, ratio ${median(ratios).toFixed(2)} (${spread})`,
    )
  }
}

export async function speed(paths: string[], size: number, run: (path: string) => Promise<void>) {
  const began = performance.now()
  await Promise.all(paths.map(run))
  return (paths.length * size) / MB / ((performance.now() - began) / 1000)
}

/** The least that any upload has to do. */
export async function yardstick(from: string, to: string) {
  const hash = createHash('sha256')
  const tap: Readable = createReadStream(from)
  tap.on('data', (part) => hash.update(part))
  await pipeline(tap, new PassThrough(), createWriteStream(to))
  hash.digest('hex')
  await rm(to)
}

export async function multipart(path: string, at: At, to = '/api/media') {
  const head =
    '--part\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n'
  const tail = '\r\n--part--\r\n'
  const { size } = await stat(path)
  await send(at, 'POST', to, {
    type: 'multipart/form-data; boundary=part',
    length: head.length + size + tail.length,
    parts: partsOf(head, read(path), tail),
  })
}

async function* partsOf(head: string, file: AsyncIterable<Buffer>, tail: string) {
  yield Buffer.from(head)
  yield* file
  yield Buffer.from(tail)
}

/** A lean client: what is measured here is the service, and both share the processors. */
async function chunked(path: string, size: number, at: At) {
  const session = Session.parse(
    await sendJson(at, 'POST', '/api/media/uploads', {
      filename: 'a.wav',
      mime_type: 'audio/wav',
      size_bytes: size,
    }),
  )
  const upload = `/api/media/uploads/${session.upload_id}`
  for (let offset = 0; offset < size; offset += session.chunk_size) {
    const length = Math.min(session.chunk_size, size - offset)
    await send(at, 'PATCH', `${upload}?offset=${offset}`, {
      type: 'application/octet-stream',
      length,
      parts: read(path, offset, length),
    })
  }
  await sendJson(at, 'POST', `${upload}/complete`, {})
}

/** What people run: the same through `crier upload`'s own client. */
async function throughClient(path: string, size: number, at: At) {
  const file = await openAsBlob(path)
  const slice = (start: number, end: number) => file.slice(start, end)
  await upload({ name: 'a.wav', type: 'audio/wav', size, slice }, at)
}

function read(path: string, start = 0, length = Infinity): AsyncIterable<Buffer> {
  return createReadStream(path, { start, end: start + length - 1, highWaterMark: MB })
}

interface Body {
  type: string
  length: number
  parts: AsyncIterable<Buffer>
}

async function sendJson(at: At, method: string, path: string, body: object): Promise<unknown> {
  const bytes = Buffer.from(JSON.stringify(body))
  const parts = Readable.from([bytes])
  return JSON.parse(
    await send(at, method, path, { type: 'application/json', length: bytes.length, parts }),
  )
}

async function send({ base_url, token }: At, method: string, path: string, body: Body) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': body.type,
    'content-length': body.length,
  }
  const call = request(`${base_url}${path}`, { method, headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    call.once('response', resolve).once('error', reject),
  )
  await pipeline(body.parts, call)
  const response = await answered
  const said = await text(response)
  if ((response.statusCode ?? 500) > 299) throw new Error(said)
  return said
}

async function memory(folder: string, pid: number, send: (path: string) => Promise<void>) {
  const paths = []
  for (let index = 0; index < AT_ONCE; index++) {
    paths.push(await sound(join(folder, `${index}.wav`), GIANT))
  }
  const rest = await memoryOf([pid])
  let peak = rest
  let done = false
  const watching = (async () => {
    while (!done) {
      peak = Math.max(peak, await memoryOf([pid]))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  await Promise.all(paths.map(send))
  done = true
  await watching
  say(
    `memory: ${rest.toFixed(0)} MB at rest, ${(peak - rest).toFixed(0)} MB above it while eight uploads of 1 GB run`,
  )
}

/** Noise that is a whole WAV file. */
export async function sound(path: string, size: number) {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(size - 8, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const) {
    header.writeUInt16LE(value, at)
  }
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(88_200, 28)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(size - 44, 40)
  await using file = await open(path, 'w')
  const noise = randomBytes(MB)
  for (let at = 0; at < size; at += MB) await file.write(noise, 0, Math.min(MB, size - at), at)
  await file.write(header, 0, header.length, 0)
  return path
}

export function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
