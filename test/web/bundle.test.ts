/** What a browser loads before somebody sees something, held to what it may weigh. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOf, weightOf } from '../../bench/bundle.ts'

const FIRST_ROOM = 160
const COMPOSER_MORE = 60
const CALENDAR_MORE = 25
const LIBRARY_MORE = 25

test('the first room weighs at most 160 kB, the composer 60 more, and the calendar and the library 25', async () => {
  for (const room of ['sign-in', 'overview'] as const) {
    const weight = await weightOf(room)
    assert.ok(weight > 50 && weight <= FIRST_ROOM, `${room}: ${weight.toFixed(1)} kB`)
  }
  const composer = await weightOf('write')
  assert.ok(composer > 50 && composer <= FIRST_ROOM + COMPOSER_MORE, `${composer.toFixed(1)} kB`)
  const calendar = await weightOf('calendar')
  assert.ok(calendar > 50 && calendar <= FIRST_ROOM + CALENDAR_MORE, `${calendar.toFixed(1)} kB`)
  const library = await weightOf('library')
  assert.ok(library > 50 && library <= FIRST_ROOM + LIBRARY_MORE, `${library.toFixed(1)} kB`)
})

test('what opens by a press or a key comes in no room’s first files', async () => {
  const later = [
    'src/rooms/palette/palette.tsx',
    'src/rooms/write/mentions.tsx',
    'src/ui/popover.tsx',
  ]
  for (const room of ['sign-in', 'overview', 'write', 'library'] as const)
    assert.deepEqual(await firstOf(room, later), [], room)
  for (const room of ['calendar', 'analytics'] as const)
    assert.deepEqual(await firstOf(room, later.slice(0, 2)), [], room)
})
