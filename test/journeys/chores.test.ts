import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { chores } from '#chores/index.ts'
import { prune } from '#chores/prune.ts'
import { refreshTokens } from '#chores/refresh-tokens.ts'
import { startChores } from '#chores/run.ts'
import { doingOf, openService } from '../service.ts'

test('an account that has not published for a day gets its token refreshed, and keeps it', async () => {
  await using service = await openService({ ROLE: 'api' })
  const deps = await doingOf(service)
  const before = await service.db
    .selectFrom('accounts')
    .select(['id', 'token_version'])
    .orderBy('id')
    .execute()
  await service.db
    .updateTable('accounts')
    .set({ token_expires_at: new Date(Date.now() - 25 * 3600_000) })
    .execute()
  await refreshTokens.run(deps, AbortSignal.timeout(60_000))
  const after = await service.db
    .selectFrom('accounts')
    .select(['id', 'token_version', 'health'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    after.map(({ token_version, health }) => [token_version, health]),
    before.map(({ token_version }) => [token_version + 1, 'healthy']),
  )
})

test('answers kept for repeated calls are forgotten after a day', async () => {
  await using service = await openService({ ROLE: 'api' })
  const post = { content: 'Once', social_account_ids: Object.values(service.accounts) }
  await service.rest('POST', '/api/posts', post, { 'idempotency-key': 'k-1' })
  const deps = await doingOf(service)
  await prune.run(deps, AbortSignal.timeout(60_000))
  assert.equal((await service.db.selectFrom('replies').select('key').execute()).length, 1)
  await prune.run(
    { ...deps, now: () => new Date(Date.now() + 25 * 3600_000) },
    AbortSignal.timeout(60_000),
  )
  assert.equal((await service.db.selectFrom('replies').select('key').execute()).length, 0)
})

test('what keys used of a day is forgotten when that day is over everywhere', async () => {
  await using service = await openService({ ROLE: 'api' })
  const deps = { ...(await doingOf(service)), now: () => new Date('2997-03-05T12:00:00Z') }
  for (const day of ['2997-03-01', '2997-03-04', '2997-03-05'])
    await service.query(
      `insert into daily_posts select id, 'key:1', '${day}', 1 from workspaces order by id limit 1`,
    )
  await prune.run(deps, AbortSignal.timeout(60_000))
  const { rows } = await service.query('select day::text from daily_posts order by day')
  assert.deepEqual(rows, [{ day: '2997-03-04' }, { day: '2997-03-05' }])
})

test('every chore is scheduled, and stopping waits for none', async () => {
  await using service = await openService({ ROLE: 'api' })
  const deps = { ...(await doingOf(service)), sleep: async () => {} }
  const running = startChores(chores, service.database, deps, pino({ level: 'silent' }))
  await running[Symbol.asyncDispose]()
  const { rows } = await service.query('select name from chores.schedule order by name')
  assert.deepEqual(
    rows.map(({ name }) => name),
    chores.map(({ name }) => name).sort(),
  )
})
