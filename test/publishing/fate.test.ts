import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Step } from '#platforms/platform.ts'
import { afterAbsence, afterFailure, type Situation } from '#publishing/decision.ts'
import type { Entry } from '#rules/progress.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
const at: Situation = {
  progress: {},
  wanted_at: NOW,
  now: NOW,
  look_after: [1_000, 5_000],
  pace: 1,
}
const post: Step = {
  name: 'post',
  effect: 'publishes_once',
  run: async () => null,
  find: async () => 'resend',
}
const twin = (more: Entry = {}): Entry => ({
  lost_at: before(9_000),
  unseen: true,
  looks: 2,
  ...more,
})

test('what fits and is another delivery’s proves no absence: nothing is sent again', () => {
  const looked: Entry = { started_at: before(9_000), looks: 2 }
  assert.equal(afterAbsence({ ...looked }, { ...at, deleted: false, hidden: false }), undefined)
  const decision = afterAbsence(looked, { ...at, deleted: false, hidden: true })
  assert.equal(decision?.kind === 'blocked' && decision.reason, 'outcome_unknown')
  assert.equal(looked.started_at, before(9_000))
})

test('there are looks left: ours may come out from behind it', () => {
  const looked: Entry = { started_at: before(9_000), looks: 1 }
  const decision = afterAbsence(looked, { ...at, deleted: false, hidden: true })
  assert.equal(decision?.kind, 'come_back')
})

for (const kind of ['later', 'expired', 'reconnect'] as const)
  test(`a twin that was refused as ${kind} was not sent: the doubt stays, and it may be sent again`, () => {
    const entry = twin({ started_at: NOW.toISOString(), resent: true })
    afterFailure(new Failure(kind, 'refused', 'Not now.'), post, entry, at)
    assert.deepEqual([entry.started_at, entry.resent, entry.looks], [entry.lost_at, undefined, 0])
  })

test('a twin that was refused for good leaves nobody who could know', () => {
  const entry = twin({ started_at: NOW.toISOString(), resent: true })
  const decision = afterFailure(new Failure('rejected', 'invalid', 'No.'), post, entry, at)
  assert.equal(decision.kind === 'blocked' && decision.reason, 'outcome_unknown')
})

test('tries and waits are counted apart, and only tries run out', () => {
  const entry: Entry = {}
  const refuse = (retry_at?: Date) =>
    afterFailure(new Failure('later', 'busy', 'Not now.', { retry_at }), post, entry, at)
  const soon = new Date(NOW.getTime() + 60_000)
  for (let n = 0; n < 40; n++) assert.equal(refuse(soon).kind, 'postpone')
  for (let n = 0; n < 19; n++) assert.equal(refuse().kind, 'postpone')
  assert.equal(refuse().kind, 'failed')
  assert.deepEqual([entry.waits, entry.tries], [40, 20])
})
