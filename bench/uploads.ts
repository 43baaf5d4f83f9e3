/** Uploads in MB/s, multipart and chunked, one and eight at once, against a bare file → sha256 → file in the same run; and memory. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { upload } from '../cli/uploading.ts'
import { memoryOf, runService, say } from './service.ts'

const MB = 1024 * 1024
const SINGLE = 80 * MB
const CHUNKED = 256 * MB
const GIANT = 1024 * MB
const ROUNDS = 3
const AT_ONCE = 8

export async function uploads() {
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  try {
    await using service = await runService({ ROLE: 'api' })
    const at = { base_url: service.base_url, token: service.token }
    await compare('multipart', SINGLE, folder, (path) => multipart(path, at))
    await compare('chunked', CHUNKED, folder, (path) => chunked(path, CHUNKED, at))
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
    const [a, b] = [median(ours), median(bare)]
    say(
      `${name} ${count} at once: Crier ${a.toFixed(0)} MB/s, bare ${b.toFixed(0)} MB/s, ratio ${(a / b).toFixed(2)}`,
    )
  }
}

async function speed(paths: string[], size: number, run: (path: string) => Promise<void>) {
  const began = performance.now()
  await Promise.all(paths.map(run))
  return (paths.length * size) / MB / ((performance.now() - began) / 1000)
}

/** The least that any upload has to do. */
async function yardstick(from: string, to: string) {
  const hash = createHash('sha256')
  const tap: Readable = createReadStream(from)
  tap.on('data', (part) => hash.update(part))
  await pipeline(tap, new PassThrough(), createWriteStream(to))
  hash.digest('hex')
  await rm(to)
}

async function multipart(path: string, { base_url, token }: At) {
  const form = new FormData()
  form.append('file', await openAsBlob(path, { type: 'audio/wav' }), 'a.wav')
  const response = await fetch(`${base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (response.status !== 201) throw new Error(await response.text())
  await response.arrayBuffer()
}

async function chunked(path: string, size: number, at: At) {
  const file = await openAsBlob(path)
  const slice = (start: number, end: number) => file.slice(start, end)
  await upload({ name: 'a.wav', type: 'audio/wav', size, slice }, at)
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
async function sound(path: string, size: number) {
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

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
