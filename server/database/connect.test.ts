import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { testDatabase } from '../../test/database.ts'

test('what is idle is closed, but for the connections that are to be kept', async () => {
  await using database = await testDatabase()
  const config = { ...database.config, idleTimeoutMillis: 20 }
  await using keeping = connect(config, { max: 3, kept: 1, name: 'keeping' })
  await using other = connect(config, { max: 3, name: 'other' })
  const ask = () => sql`select pg_sleep(0.05)`
  await Promise.all([1, 2, 3].flatMap(() => [keeping, other].map(({ db }) => ask().execute(db))))
  while (other.connections().open > 0 || keeping.connections().open > 1) await sleep(10)
  // For many times as long as it takes to close one.
  await sleep(200)
  assert.equal(keeping.connections().open, 1)
})
