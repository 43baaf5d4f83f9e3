import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '#operations/index.ts'
import { listed } from './generated.ts'
import { commands, spoken } from './spoken.ts'

test('each names a command that is there, and an operation', () => {
  const names = new Set(operations.map(({ name }) => name))
  const typed = new Set(listed.map(({ name }) => name))
  for (const [operation, command] of Object.entries(commands)) {
    assert.ok(names.has(operation), operation)
    assert.ok(typed.has(command), command)
  }
})

test('operations are told as commands, and other words as they are', async () => {
  const text = 'Use update_post, or next_slot from get_queue_slots; see list_posts.'
  assert.equal(
    await spoken(text, { name: 'edit' }),
    'Use `crier call update_post`, or next_slot from `crier call get_queue_slots`; see `crier posts`.',
  )
  assert.equal(await spoken(text, { name: 'call' }), text)
})
