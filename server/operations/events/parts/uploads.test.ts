import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followUploads } from './uploads.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second))
const row = (received_bytes: number, is_written = false, created_at = at(0)) => ({
  workspace_id: 1,
  id: 'a',
  received_bytes,
  size_bytes: 10,
  created_at: created_at.toISOString(),
  is_written,
})

test('an upload is under way from its first byte on, while it moves, and again when it goes on', () => {
  const follow = followUploads()
  const is = (second: number, ...rows: Parameters<typeof follow>[0]) =>
    follow(rows, at(second))
      .get(1)
      ?.map((each) => `${each.is} ${each.received_bytes}`)
  assert.equal(is(1, row(0)), undefined, 'it was opened, and nothing came')
  assert.deepEqual(is(2, row(0, true)), ['uploading 0'])
  assert.deepEqual(is(3, row(5)), ['uploading 5'])
  assert.deepEqual(is(13, row(5)), ['uploading 5'])
  assert.equal(is(14, row(5)), undefined, 'somebody left it')
  assert.deepEqual(is(40, row(5, true)), ['uploading 5'])
  assert.deepEqual(is(41, row(10)), ['examining 10'])
  assert.equal(is(42), undefined, 'it is an item')
})

test('one that was left before anybody looked is not under way', () => {
  assert.equal(followUploads()([row(5)], at(11)).size, 0)
  assert.equal(followUploads()([row(5)], at(9)).size, 1)
  assert.equal(followUploads()([row(5, true)], at(50)).size, 1)
})
