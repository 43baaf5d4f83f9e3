import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openService } from '../service.ts'

test('a connection on which nothing was asked does not hold up a stop', async () => {
  const service = await openService({ ROLE: 'api' })
  const silent = connect(Number(new URL(service.base_url).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  await service.rest('GET', '/health')
  const began = performance.now()
  await service[Symbol.asyncDispose]()
  // Node itself gives such a connection a minute.
  assert.ok(performance.now() - began < 30_000)
})
