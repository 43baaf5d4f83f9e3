import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openWorld } from '../world.ts'

test('a connection on which nothing was asked does not hold up a stop', async () => {
  const world = await openWorld({ ROLE: 'api' })
  const silent = connect(Number(new URL(world.base_url).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  await world.rest('GET', '/health')
  const began = performance.now()
  await world[Symbol.asyncDispose]()
  // Node itself gives such a connection a minute.
  assert.ok(performance.now() - began < 30_000)
})
