import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenOf } from './compressed.ts'

test('the best that both sides have is chosen, and what a caller refuses is never sent', () => {
  const rows: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['GZIP;Q=1', 'gzip'],
    ['gzip;q=much', undefined],
  ]
  for (const [accepted, chosen] of rows) assert.equal(chosenOf(accepted), chosen, accepted)
})
