/** What a browser loads before somebody sees something, held to what it may weigh. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weightOf } from '../../bench/bundle.ts'

const FIRST_ROOM = 160
const COMPOSER_MORE = 60

test('the first room weighs at most 160 kB, and the composer 60 more', async () => {
  for (const room of ['sign-in', 'overview'] as const) {
    const weight = await weightOf(room)
    assert.ok(weight > 50 && weight <= FIRST_ROOM, `${room}: ${weight.toFixed(1)} kB`)
  }
  const composer = await weightOf('write')
  assert.ok(composer > 50 && composer <= FIRST_ROOM + COMPOSER_MORE, `${composer.toFixed(1)} kB`)
})
