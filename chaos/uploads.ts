/** Uploads to two API processes that share one store, while these are killed and answers are dropped: every byte must arrive. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { upload, UploadRefused } from '@crier/sdk'
import { reasonWithoutS3, testBucket } from '../test/s3/server.ts'
import { end } from './aftermath.ts'
import { type Chance, chance as chanceOf } from './chance.ts'
import type { Workspace } from './ledger.ts'
import { launch, type Process } from './process.ts'
import { seedWorkspaces } from './seed.ts'
import { openStage, type Stage } from './stage.ts'
import { freePort } from '../test/free-port.ts'

export interface UploadsOptions {
  seed: number
  /** For each store. */
  uploads: number
  keep: boolean
  say: (line: string) => void
}

const MB = 1024 * 1024
const AT_ONCE = 8
/** Milliseconds between two kills on average; a process takes one to three seconds to come back. */
const BETWEEN = 2_500
/** One answer in so many is dropped. */
const DROPPED = 8

interface Service {
  base_url: string
  process: Process
}

export async function interruptedUploads(options: UploadsOptions): Promise<boolean> {
  const { say } = options
  let good = await onStore('a shared folder', {}, options)
  const reason = reasonWithoutS3()
  if (reason) say(`  ${reason}`)
  else {
    await using bucket = await testBucket()
    const { endpoint, bucket: name, region, credentials } = bucket.options
    const settings = {
      S3_BUCKET: name,
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    }
    good = (await onStore('an S3 bucket', settings, options)) && good
  }
  return good
}

async function onStore(
  name: string,
  settings: Record<string, string>,
  { seed, uploads, keep, say }: UploadsOptions,
) {
  await using stage = await openStage({ lease: 20_000, pace: 1, keep, platforms: ['x'] })
  const [workspace] = await seedWorkspaces(stage, 1)
  if (!workspace) throw new Error('No workspace was made.')
  const chance = chanceOf(seed)
  const services = await Promise.all(
    [1, 2].map(async () => start(stage, settings, await freePort())),
  )
  const over = new AbortController()
  const counts = { killed: 0, dropped: 0, arrived: 0 }
  const killing = kill(stage, settings, services, chance.of('kills'), over.signal, counts)
  const wrong: string[] = []
  let begun = 0
  const began = Date.now()
  const hand = async () => {
    while (begun < uploads) {
      const number = ++begun
      const problem = await one(number, chance.of(`upload ${number}`), {
        services,
        workspace,
        counts,
      })
      if (problem) wrong.push(problem)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, hand))
  } finally {
    over.abort()
    await killing
    await Promise.all(services.map(({ process }) => end(process.child)))
  }
  const seconds = Math.round((Date.now() - began) / 1000)
  say(
    `\nUploads to ${name}, seed ${seed}: ${counts.arrived} of ${uploads} arrived with the same sha256 in ${seconds} s; two processes killed ${counts.killed} times, ${counts.dropped} answers dropped: ${wrong.length ? 'WRONG' : 'right'}`,
  )
  for (const line of wrong) say(`  ${line}`)
  return wrong.length === 0
}

/** Undefined: what the service shows afterwards is what was sent. */
async function one(
  number: number,
  chance: Chance,
  at: {
    services: readonly Service[]
    workspace: Workspace
    counts: { dropped: number; arrived: number }
  },
): Promise<string | undefined> {
  const file = sound(chance.between(9, 30) * MB, number)
  const sha256 = createHash('sha256').update(file).digest('hex')
  const source = {
    name: `upload-${number}.wav`,
    type: 'audio/wav',
    size: file.length,
    slice: (from: number, to: number) => new Blob([file.subarray(from, to)]),
  }
  /** Every call may go to the other process. */
  const unreliable: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { base_url = '' } = chance.pick(at.services) ?? {}
    const answer = await fetch(`${base_url}${pathname}${search}`, init)
    if (chance.below(DROPPED)) return answer
    at.counts.dropped += 1
    await answer.body?.cancel()
    throw new TypeError('The answer was dropped.')
  }
  try {
    const { token } = at.workspace
    const options = { base_url: 'http://service', token, sha256, patience: 60, fetch: unreliable }
    const item = await upload(source, options)
    const stored = await download(item.cdn_url, at.services)
    const same =
      item.sha256 === sha256 && createHash('sha256').update(stored).digest('hex') === sha256
    if (same) at.counts.arrived += 1
    return same ? undefined : `upload ${number}: other bytes are stored`
  } catch (error) {
    const why = error instanceof UploadRefused ? JSON.stringify(error.body) : String(error)
    return `upload ${number}: ${why}`
  }
}

/** From whichever process lives. */
async function download(cdn_url: string, services: readonly Service[]) {
  for (let attempt = 0; ; attempt++) {
    const service = services[attempt % services.length]
    try {
      const answer = await fetch(`${service?.base_url}${new URL(cdn_url).pathname}`)
      if (answer.ok && answer.body) return await buffer(answer.body)
    } catch (error) {
      if (attempt > 100) throw error
    }
    await sleep(200)
  }
}

async function kill(
  stage: Stage,
  settings: Record<string, string>,
  services: Service[],
  chance: Chance,
  signal: AbortSignal,
  counts: { killed: number },
) {
  while (!signal.aborted) {
    await sleep(chance.pause(BETWEEN), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const index = chance.below(services.length)
    const victim = services[index]
    if (!victim) return
    await end(victim.process.child)
    counts.killed += 1
    services[index] = await start(stage, settings, Number(new URL(victim.base_url).port))
  }
}

async function start(stage: Stage, settings: Record<string, string>, port: number) {
  const base_url = `http://127.0.0.1:${port}`
  const environment = { ROLE: 'api', PORT: String(port), BASE_URL: base_url }
  const process = launch(
    { ...stage.settings, ...settings, ...environment },
    join(stage.logs, `api-${port}-${Date.now()}.log`),
  )
  await process.ready
  return { base_url, process }
}

/** A whole and valid sound, whose bytes no other has. */
function sound(size: number, number: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(size)
  const noise = createHash('shake256', { outputLength: 65_537 }).update(String(number)).digest()
  for (let at = 0; at < size; at += noise.length) noise.copy(file, at)
  file.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 0, 'latin1')
  file.writeUInt32LE(size - 8, 4)
  file.writeUInt32LE(44_100, 24)
  file.writeUInt32LE(88_200, 28)
  file.write('\x02\0\x10\0data', 32, 'latin1')
  file.writeUInt32LE(size - 44, 40)
  return file
}
