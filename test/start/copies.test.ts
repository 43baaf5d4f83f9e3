/** A copy of DATA_DIR, started beside the original: a restore that is tried, a clone for staging. */
import assert from 'node:assert/strict'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { crier, launch, type Launched, scratch, tokenOf } from './kit.ts'

const Ready = z.looseObject({
  publishing: z.literal('held').optional(),
  warnings: z.array(z.string()).default([]),
})
const Post = z.looseObject({
  id: z.number(),
  status: z.string().optional(),
  outcome: z.string().optional(),
  per_account: z.array(z.looseObject({ status: z.string() })).default([]),
})

test('a copy serves its own database, publishes nothing until it is told to, and then looks for what the original may have sent', async () => {
  await using place = await scratch()
  const DATA_DIR = join(place.folder, 'original')
  await using original = await launch({ DATA_DIR })
  const token = tokenOf(original)
  const later = await write(original, token, '2090-01-01T00:00:00Z')
  const copied = { DATA_DIR: join(place.folder, 'copy') }
  let due = 0
  // Copied before it is due: a busy machine is given longer with the next one.
  for (let [ms, isLate] = [3_000, true]; isLate; ms *= 3) {
    await rm(copied.DATA_DIR, { recursive: true, force: true })
    const soon = Date.now() + ms
    due = await write(original, token, new Date(soon).toISOString())
    await cp(DATA_DIR, copied.DATA_DIR, { recursive: true, filter: isNoSocket })
    isLate = Date.now() >= soon
    await published(original, token, due)
  }

  await using copy = await launch({ ...copied })
  const { publishing, warnings } = Ready.parse(await (await fetch(`${copy.base_url}/ready`)).json())
  assert.equal(publishing, 'held')
  assert.match(warnings[0] ?? '', /Publishing is held: .*crier -- resume/)
  const doctor = await crier(['doctor', '--url', copy.base_url, '--key', token], copied)
  assert.equal(doctor.code, 1)
  assert.match(doctor.said, /broken +be ready +Publishing is held/)

  // Its own database: what is written here does not show there.
  // On X alone: an account on Bluesky knows the sandbox by its address, and the copy’s has another.
  const mine = await write(copy, token, undefined, [2])
  assert.equal((await read(original, token, mine)).status, 404)
  await sleep(1_500)
  assert.deepEqual(statesOf(await read(copy, token, due)), ['pending', 'pending'])
  assert.equal(
    Ready.parse(await (await fetch(`${original.base_url}/ready`)).json()).publishing,
    undefined,
  )

  const resumed = await crier(['resume'], copied)
  assert.equal(resumed.code, 0, resumed.said)
  // Also what is due much later: somebody may have hurried it. What was written here is nobody else's.
  assert.match(resumed.said, /4 deliveries were on schedule or under way when the copy/)
  for (const id of [due, later])
    assert.deepEqual(statesOf(await read(copy, token, id)), ['publishing', 'publishing'])
  await published(copy, token, mine)
  assert.match((await crier(['resume'], copied)).said, /is not held/)
})

test('a folder that was moved is itself; brought back from a backup it is a copy', async () => {
  await using place = await scratch()
  const before = join(place.folder, 'before')
  const moved = join(place.folder, 'moved')
  await using first = await launch({ DATA_DIR: before })
  await first.kill('SIGTERM')
  assert.equal(first.code, 0, first.said)
  await rename(before, moved)
  await using second = await launch({ DATA_DIR: moved })
  assert.equal(second.code, undefined, second.said)
  assert.equal(
    Ready.parse(await (await fetch(`${second.base_url}/ready`)).json()).publishing,
    undefined,
  )
  await second.kill('SIGTERM')

  await mkdir(before)
  await cp(moved, before, { recursive: true, filter: isNoSocket })
  await using third = await launch({ DATA_DIR: before, ROLE: 'api' })
  assert.equal(third.code, undefined, third.said)
  assert.equal(
    Ready.parse(await (await fetch(`${third.base_url}/ready`)).json()).publishing,
    'held',
  )
})

async function isNoSocket(path: string) {
  return !(await stat(path)).isSocket()
}

async function write(
  { base_url }: Launched,
  token: string,
  scheduled_at: string | undefined,
  social_account_ids = [1, 2],
) {
  const when = scheduled_at === undefined ? { publish_now: true } : { scheduled_at }
  const response = await fetch(`${base_url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      // One that reads like another that is being looked for would wait for what is found.
      content: scheduled_at === undefined ? 'Bread and butter, made here' : `For ${scheduled_at}`,
      social_account_ids,
      ...when,
    }),
  })
  assert.ok(response.ok)
  return Post.parse(await response.json()).id
}

async function read({ base_url }: Launched, token: string, id: number, wait = 0) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${base_url}/api/posts/${id}?wait=${wait}`, { headers })
  return { status: response.status, body: await response.json() }
}

function statesOf({ body }: { body: unknown }) {
  return Post.parse(body).per_account.map(({ status }) => status)
}

async function published(service: Launched, token: string, id: number) {
  for (let tries = 0; tries < 10; tries++) {
    const post = Post.parse((await read(service, token, id, 30)).body)
    if (post.status === 'published') return assert.equal(post.outcome, 'published')
  }
  return assert.fail('It is not published.')
}
