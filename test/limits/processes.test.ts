import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlOf } from '../engine-stage.ts'
import { openService } from '../service.ts'
import { callMany, type Load, mostPossible, mostWithin } from './processes.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `npm run bench -- limits` does the same with four processes and 10,000 calls. */
const load: Load = { processes: 2, calls: 900, limit: 150, seconds: 3, windows: 3 }

test('processes that are asked by one key never give more than its limit, and not much less', async () => {
  await using service = await openService({ ROLE: 'api' })
  const shared = {
    DATABASE_URL: urlOf(service.database),
    DATA_DIR: service.data_dir,
    SECRET_KEY: (await readFile(join(service.data_dir, 'secret-key'), 'utf8')).trim(),
  }
  const calls = await callMany(shared, service.token, load)
  const allowed = calls.filter(({ status }) => status === 200)
  const refused = calls.filter(({ status }) => status === 429)
  assert.equal(allowed.length + refused.length, load.calls)
  assert.ok(mostWithin(calls, load.seconds * 1000) <= load.limit)
  const possible = mostPossible(calls, load)
  const share = allowed.length / possible
  // A machine that stands still for a moment asks late: how little is lost is measured by the bench, on a quiet one.
  assert.ok(share >= 0.7, `${allowed.length} of ${possible}`)
  for (const { answered, sent, resets_at = 0, retry_after = 0 } of refused) {
    assert.ok(answered + retry_after * 1000 >= resets_at - 1000, 'Retry-After is not early')
    assert.ok(resets_at > sent, 'it is refused until later')
  }
})
