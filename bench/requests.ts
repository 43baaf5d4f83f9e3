/** Create and list over REST, against a bare Fastify route that sends the same SQL: alternating, in one run. */
import autocannon from 'autocannon'
import { z } from 'zod'
import { recordSql } from './record.ts'
import { launch, runService, say, stop } from './service.ts'

const SECONDS = 5
const ROUNDS = 3
const CONNECTIONS = 20

export async function requests() {
  await using service = await runService({ ROLE: 'api' })
  const sql = await recordSql(service.database, service.token, service.account_ids)
  say(`same SQL: create ${sql.create.length} statements, list ${sql.list.length}`)
  const bare = launch('bench/bare.ts', [JSON.stringify({ database: service.database, ...sql })], {})
  try {
    const { port } = z.object({ port: z.number() }).parse(JSON.parse(await bare.output(/\n/)))
    const yardstick = `http://127.0.0.1:${port}`
    const body = JSON.stringify({
      content: 'A post like any other',
      social_account_ids: service.account_ids,
    })
    const create = { method: 'POST' as const, path: '/api/posts', body }
    await compare('create', create, { ours: service.base_url, bare: yardstick }, service.token)
    await compare(
      'list',
      { method: 'GET' as const, path: '/api/posts' },
      { ours: service.base_url, bare: yardstick },
      service.token,
    )
  } finally {
    await stop(bare.child)
  }
}

interface Load {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

async function compare(
  name: string,
  load: Load,
  urls: { ours: string; bare: string },
  token: string,
) {
  const ours: autocannon.Result[] = []
  const bare: autocannon.Result[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await fire(urls.bare, load, token))
    ours.push(await fire(urls.ours, load, token))
  }
  const [a, b] = [median(ours), median(bare)]
  const failed = [...ours, ...bare].reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0)
  say(`${name.padEnd(7)} Crier ${line(a)}`)
  say(`${''.padEnd(7)} bare  ${line(b)}`)
  say(
    `${''.padEnd(7)} ratio ${(a.requests.average / b.requests.average).toFixed(2)} of the bare route's requests/s; ${failed} failed`,
  )
}

async function fire(url: string, { method, path, body }: Load, token: string) {
  return autocannon({
    url: url + path,
    method,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
}

function median(results: readonly autocannon.Result[]): autocannon.Result {
  const sorted = [...results].sort((a, b) => a.requests.average - b.requests.average)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('Nothing was measured.')
  return middle
}

function line({ requests, latency }: autocannon.Result) {
  return `${requests.average.toFixed(0).padStart(6)} requests/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`
}
