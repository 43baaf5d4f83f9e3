/** The database on another server and back, beside a running service with callers: nothing that was taken is lost or taken twice. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { testDatabase } from '../database.ts'
import { debianPostgres } from './debian-postgres.ts'
import { crier, launch, type Launched, scratch, tokenOf } from './kit.ts'

const Made = z.looseObject({ id: z.number(), content: z.string() })

test('it is moved away and back while callers go on, and the old one starts no more', async () => {
  await using place = await scratch()
  await using server =
    process.env['POSTGRES'] === undefined ? await testDatabase() : await debianPostgres()
  const DATA_DIR = join(place.folder, 'data')
  const DATABASE_URL = urlOf(server.config)
  const file = join(place.folder, 'url')
  await writeFile(file, `${DATABASE_URL}\n`)
  await using here = await launch({ DATA_DIR })
  const token = tokenOf(here)
  await using callers = busy(here, token)
  await callers.until((made) => made.length >= 8)

  const moved = await crier(['db', 'move', '--to-file', file, '--json'], { DATA_DIR })
  assert.equal(moved.code, 0, moved.said)
  const refused = await callers.until(({ refusals }) => refusals.length > 0)
  await callers.end()
  assert.ok(refused.refusals.every((wait) => Number(wait) > 0))
  const ready = await fetch(`${here.base_url}/ready`)
  assert.equal(ready.status, 503)
  assert.match(await ready.text(), /database was moved/)
  await here.kill('SIGTERM')
  await using closed = await launch({ DATA_DIR })
  assert.equal(closed.code, 1)
  assert.match(closed.said, /was moved to postgres.*Set DATABASE_URL/)

  await using there = await launch({ DATA_DIR, DATABASE_URL })
  assert.equal(there.code, undefined, there.said)
  for (const { content, id } of callers.made)
    assert.deepEqual(await send(there, token, content), { status: 201, id })
  const last = Math.max(...callers.made.map(({ id }) => id))
  const next = await send(there, token, 'Written on the other server')
  assert.ok(next.id && next.id > last)
  assert.equal(await total(there, token), callers.made.length + 1)

  const back = await crier(['db', 'move', '--to', 'embedded'], { DATA_DIR, DATABASE_URL })
  assert.equal(back.code, 0, back.said)
  assert.match(back.said, /unset DATABASE_URL and restart/)
  await there.kill('SIGTERM')
  await using again = await launch({ DATA_DIR })
  assert.equal(again.code, undefined, again.said)
  assert.equal(await total(again, token), callers.made.length + 1)
  const state = await (await fetch(`${again.base_url}/ready`)).json()
  assert.equal(
    z.looseObject({ publishing: z.string().optional() }).parse(state).publishing,
    undefined,
  )

  assert.match((await crier(['retire'], { DATA_DIR })).said, /finishes what it has begun/)
  await until(async () => (await fetch(`${again.base_url}/api/posts`)).status === 503)
  await again.kill('SIGTERM')
  await using retired = await launch({ DATA_DIR })
  assert.match(retired.said, /was retired at .* retire --undo/)
  assert.match((await crier(['retire', '--undo'], { DATA_DIR })).said, /works again/)
})

/** Callers that send everything until it was taken, as clients with an Idempotency-Key do. */
function busy(service: Launched, token: string) {
  const state = { made: [] as { content: string; id: number }[], refusals: [] as string[] }
  const odd: number[] = []
  let over = false
  const hand = async (name: string) => {
    for (let count = 0; !over; count++) {
      const content = `Post ${count} of ${name}`
      const { status, id, wait } = await send(service, token, content)
      if (id !== undefined) state.made.push({ content, id })
      else if (status === 503) state.refusals.push(wait ?? '0')
      else odd.push(status)
      if (id === undefined) await sleep(50)
    }
  }
  const hands = Promise.all(['one', 'two', 'three'].map(hand))
  const end = async () => {
    over = true
    await hands
    // 0: the connection ended before an answer.
    assert.deepEqual(
      odd.filter((status) => status !== 0),
      [],
    )
  }
  return {
    made: state.made,
    async until(enough: (made: { length: number; refusals: string[] }) => boolean) {
      await until(async () => enough({ length: state.made.length, refusals: state.refusals }))
      return state
    },
    end,
    [Symbol.asyncDispose]: end,
  }
}

async function send(service: Launched, token: string, content: string) {
  const response = await fetch(`${service.base_url}/api/posts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': content.replaceAll(' ', '-'),
    },
    body: JSON.stringify({
      content,
      social_account_ids: [1],
      scheduled_at: '2090-01-01T00:00:00Z',
    }),
  }).catch(() => undefined)
  const wait = response?.headers.get('retry-after') ?? undefined
  if (response?.status !== 201) return { status: response?.status ?? 0, wait }
  return { status: 201, id: Made.parse(await response.json()).id }
}

async function total(service: Launched, token: string) {
  const response = await fetch(`${service.base_url}/api/posts?status=scheduled&per_page=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return z.looseObject({ total: z.number() }).parse(await response.json()).total
}

async function until(holds: () => Promise<boolean>) {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 1_200, 'it never came')
    await sleep(50)
  }
}

/** The test server's, as an address. */
function urlOf(config: pg.PoolConfig) {
  if (config.connectionString !== undefined) return config.connectionString
  const { host = '', port, user = '', database = '' } = config
  const query = new URLSearchParams({ host, port: String(port), user })
  return `postgresql:///${database}?${query.toString()}`
}
