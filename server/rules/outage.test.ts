import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAway, isOutage } from './outage.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })

test('a database that restarts, is full, has lost its disk or cannot be reached is an outage', () => {
  const codes = ['57P01', '57P03', '53100', '53300', '58030', '08006', 'ECONNREFUSED', 'ETIMEDOUT']
  for (const code of codes) assert.ok(isOutage(coded(code)), code)
  const texts = [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
  ]
  for (const text of texts) assert.ok(isOutage(new Error(text)), text)
})

test('a statement that took too long, or gave way to others, may be sent again', () => {
  for (const code of ['25P03', '25P04', '55P03', '57014', '40001', '40P01'])
    assert.ok(isOutage(coded(code)), code)
  for (const code of ['55P03', '57014', '40001', '40P01']) assert.ok(!isAway(coded(code)), code)
})

test('what is wrong with a statement or with us is none', () => {
  for (const code of ['23505', '22P02', '42P01', '25P02', 'XX000', 'ERR_ASSERTION'])
    assert.ok(!isOutage(coded(code)), code)
  for (const thrown of [new Error('no'), 'ECONNREFUSED', { code: '57P01' }, undefined])
    assert.ok(!isOutage(thrown))
})
