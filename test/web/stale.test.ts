/** What an event makes stale of what a page has read. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { eventTypes } from '#rules/event.ts'
import { isNoticed, staleBy } from '../../web/src/live/stale.ts'

const event = { id: '', post_id: 1, delivery_id: 1, account_id: 1, media_id: 1, updated_at: null }

test('every kind of event makes something stale, and none everything', () => {
  for (const type of eventTypes) {
    const keys = staleBy(7, { ...event, type })
    assert.ok(keys.length > 0, type)
    assert.ok(!keys.some((key) => key.length === 1 && key[0] === 7), type)
  }
  assert.ok(isNoticed({ type: 'delivery.blocked' }))
})

test('a list of posts that a room asks for is asked for again when a post changes', async () => {
  const source = await readFile(new URL('../../web/src/api/posts.ts', import.meta.url), 'utf8')
  const lists = [...source.matchAll(/queryKey: \[id, 'posts', '(\w+)'/g)].map(([, name]) => name)
  assert.ok(lists.length >= 6)
  const stale = staleBy(7, { ...event, type: 'post.scheduled' }).map(([, , name]) => name)
  // A version is what it was; labels are asked for again after a minute.
  const still = lists.filter((name) => !stale.includes(name))
  assert.deepEqual(still, ['revision', 'labels'])
})
