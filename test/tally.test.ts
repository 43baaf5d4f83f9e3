/** What `npm run conformance` counts. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Case, shown, tally } from '../scripts/tally.ts'

const passed = (name: string): Case => ({ name, outcome: 'passed' })

test('cases are counted for the platform whose name they begin with', () => {
  const cases: Case[] = [
    passed('x waits until a rate limit is over'),
    { name: 'x posts once', outcome: 'failed' },
    { name: 'x puts the first comment under the post', outcome: 'skipped' },
    passed('bluesky finds what landed, unlike x '),
    passed('every platform folder is in the catalog'),
  ]
  assert.deepEqual(tally(cases, ['bluesky', 'x']), [
    { platform: 'bluesky', run: 1, passed: 1, failed: 0, skipped: 0 },
    { platform: 'x', run: 2, passed: 1, failed: 1, skipped: 1 },
  ])
})

test('each platform has its line, and all of them have one', () => {
  const text = shown(tally([passed('x one'), { name: 'x two', outcome: 'failed' }], ['x']))
  assert.equal(
    text,
    'x    1 passed of 2 run, 1 FAILED, 0 do not concern it\nall  1 passed of 2 run, 1 FAILED, 0 do not concern it\n',
  )
})

test('a platform that nobody knows is refused, with those that there are', () => {
  const script = join(import.meta.dirname, '../scripts/conformance.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, 'myspace'], { encoding: 'utf8' })
  assert.equal(status, 2)
  assert.match(stderr, /no platform myspace\. Known: bluesky, facebook/)
})
