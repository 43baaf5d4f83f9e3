/** Secrets of a webhook that were changed are good for a day, and lie nowhere when it is over. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { prune } from '#chores/prune.ts'
import { doingOf } from '../service.ts'
import { openHooks } from './stage.ts'

const stage = await openHooks()
after(() => stage[Symbol.asyncDispose]())
const { service, rest, hook } = stage
const DAY = 24 * 3600_000

/** How many old ones lie there, sealed: the newest of them with its webhook. */
async function kept(id: string) {
  const { rows } = await service.query(`
    select (select count(*) from webhook_old_secrets where webhook_id = ${id})::int as before,
      (old_secret is not null)::int as newest, old_until is not null as told from webhooks where id = ${id}`)
  return rows[0]
}

test('an old secret is removed once its day is over, and not before', async () => {
  const made = await hook('/ok/changing', { types: ['media.*'] })
  for (const _ of [1, 2]) await rest('rotate_webhook_secret', { id: made.id })
  const deps = await doingOf(service)
  const pruneAt = (passed: number) =>
    prune.run({ ...deps, now: () => new Date(Date.now() + passed) }, AbortSignal.timeout(10_000))
  await pruneAt(DAY - 60_000)
  assert.deepEqual(await kept(made.id), { before: 1, newest: 1, told: true })
  await pruneAt(DAY + 1000)
  assert.deepEqual(await kept(made.id), { before: 0, newest: 0, told: false })
})
