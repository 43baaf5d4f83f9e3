/**
 * One workspace sends forty hostile files at a time; another uploads 1 MB and publishes a picture that has to be
 * converted: how much longer does that take than alone, in the same run?
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { connect } from '#database/connect.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { insertKey } from '#store/keys.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { percentile, runService, say } from './service.ts'

const HOSTILE = 40
/** Milliseconds for which they have been under way when the other begins. */
const BEFORE = 500
const ROUNDS = 5
const MB = 1024 * 1024

interface At {
  base_url: string
  token: string
}

export async function neighbours() {
  await using service = await runService()
  const own: At = service
  const other = { base_url: service.base_url, token: await stranger(service.database) }
  const jobs: Record<string, () => Promise<void>> = {
    'upload of 1 MB': () => upload(own, sound(MB), 'a.wav').then(() => undefined),
    'publish_now with a picture': async () => publish(own, service.account_ids, await photo()),
  }
  await using hostile = sender(other)

  for (const run of Object.values(jobs)) await run()
  const alone = await timesOf(jobs)
  say(`alone, taken ${ROUNDS} times each; now beside ${HOSTILE} hostile uploads`)
  const beside = await timesOf(jobs, () => hostile.send())
  for (const [name, took] of Object.entries(beside)) {
    const [before, after] = [alone[name] ?? [], took].map((each) => percentile(each, 0.5))
    const ratio = (after ?? 0) / (before ?? 1)
    say(
      `${name}: alone p50 ${before?.toFixed(0)} ms; beside ${HOSTILE} hostile uploads of another workspace p50 ${after?.toFixed(0)} ms, at most ${Math.max(...took).toFixed(0)} ms: ${ratio.toFixed(2)} times as long`,
    )
  }
}

/** `beside`: what is under way meanwhile; answers how to end it. */
async function timesOf(
  jobs: Record<string, () => Promise<void>>,
  beside: () => AsyncDisposable = () => ({ [Symbol.asyncDispose]: async () => {} }),
) {
  const times: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(jobs)) {
      await using _ = beside()
      await sleep(BEFORE)
      const began = performance.now()
      await run()
      ;(times[name] ??= []).push(performance.now() - began)
    }
  }
  return times
}

/** Sends all at once, from a process of its own; at the end those that still wait hang up. */
function sender(at: At) {
  const about = JSON.stringify({ ...at, count: HOSTILE })
  const child = fork(new URL('./hostile-sender.ts', import.meta.url), [about])
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return {
    send(): AsyncDisposable {
      child.send('send')
      return {
        async [Symbol.asyncDispose]() {
          const left = once(child, 'message')
          child.send('leave')
          await left
        },
      }
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function upload(at: At, file: Buffer, name: string) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), name)
  const headers = { authorization: `Bearer ${at.token}` }
  const url = `${at.base_url}/api/media`
  const response = await fetch(url, { method: 'POST', headers, body })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return z.looseObject({ id: z.int() }).parse(answer).id
}

async function publish(at: At, account_ids: readonly number[], file: Buffer) {
  const id = await upload(at, file, 'a.png')
  const response = await fetch(`${at.base_url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      content: `A picture ${randomBytes(4).toString('hex')}`,
      social_account_ids: account_ids,
      media_ids: [id],
      publish_now: true,
    }),
  })
  const body = z.looseObject({ id: z.int() }).parse(await response.json())
  const settled = await fetch(`${at.base_url}/api/posts/${body.id}?wait=30`, {
    headers: { authorization: `Bearer ${at.token}` },
  })
  const { status } = z.looseObject({ status: z.string() }).parse(await settled.json())
  if (status !== 'published') throw new Error(`The post is ${status}.`)
}

/** Another workspace, and a key of it. */
async function stranger(database: Parameters<typeof connect>[0]) {
  await using connected = connect(database, { max: 1, name: 'crier-bench' })
  const { db } = connected
  const now = new Date()
  const { id: workspace_id } = await insertWorkspace(
    db,
    { name: 'Next door', plan: 'unlimited' },
    now,
  )
  const secret = randomBytes(32).toString('base64url')
  const key = {
    name: 'Bench',
    abilities: ['*'],
    secret_hash: hashSecret(secret),
    preview: previewOf(secret),
  }
  const { id } = await insertKey({ db, workspace_id }, key, now)
  return `${id}|${secret}`
}

function sound(size: number) {
  const file = randomBytes(size)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(size - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at)
  file.writeUInt32LE(44_100, 24)
  file.writeUInt32LE(88_200, 28)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(size - 44, 40)
  return file
}

/** Noise of its own each time, and more of it than Bluesky takes: it has to be converted. */
function photo() {
  const pixels = randomBytes(800 * 600 * 3)
  return sharp(pixels, { raw: { width: 800, height: 600, channels: 3 } })
    .png()
    .toBuffer()
}
