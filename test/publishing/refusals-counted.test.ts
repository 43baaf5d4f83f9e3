import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platforms/platform.ts'
import { afterFailure, type Situation } from '#publishing/decision.ts'
import type { Entry } from '#rules/progress.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const at: Situation = { progress: {}, wanted_at: NOW, now: NOW, pace: 1 }

test('tries and waits are counted apart, and only tries run out', () => {
  const entry: Entry = {}
  const refuse = (retry_at?: Date) =>
    afterFailure(new Failure('later', 'busy', 'Not now.', { retry_at }), entry, at)
  const soon = new Date(NOW.getTime() + 60_000)
  for (let n = 0; n < 40; n++) assert.equal(refuse(soon).kind, 'postpone')
  for (let n = 0; n < 19; n++) assert.equal(refuse().kind, 'postpone')
  assert.equal(refuse().kind, 'failed')
  assert.deepEqual([entry.waits, entry.tries], [40, 20])
})
