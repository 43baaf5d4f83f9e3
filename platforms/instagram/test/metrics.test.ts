import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, type Reply, stage } from '../../kit/test/stage.ts'
import { counts } from '../../kit/metrics.ts'
import { instagram } from '../connector.ts'
import { manifest } from '../manifest.ts'
import { account, refused } from './testing.ts'

const invalid = refused(100, undefined, { message: 'metric[0] must be one of …' })
const told = (numbers: Record<string, number>): Reply => ({
  json: {
    data: Object.entries(numbers).map(([name, value]) => ({ name, values: [{ value }] })),
  },
})

async function measured(...replies: Reply[]) {
  const { tools, asked } = stage(manifest, ...replies)
  const found = await instagram.metrics?.(['18'], account, tools)
  return { counts: found?.get('18'), asked }
}

test('a story is asked for by the names it takes, once the others were refused', async () => {
  const { counts: found, asked } = await measured(invalid, told({ views: 9, reach: 7, shares: 1 }))
  assert.deepEqual(found, { ...counts({}), impressions: 9, reach: 7, shares: 1 })
  assert.equal(asked[1]?.url.searchParams.get('metric'), 'views,reach,shares,total_interactions')
})

test('too few viewers are no missing permission: there are no numbers yet', async () => {
  const message = '(#10) Not enough viewers for the media to show insights'
  const few = refused(10, undefined, { message })
  assert.deepEqual((await measured(invalid, few)).counts, counts({}))
  assert.deepEqual((await measured(few)).counts, counts({}))
})

test('a story of yesterday is gone', async () => {
  assert.equal((await measured(invalid, refused(100, 33))).counts, 'gone')
})

test('a missing permission is one, for stories too', async () => {
  const { tools } = stage(manifest, invalid, refused(10))
  const failure = await failureOf(instagram.metrics?.(['18'], account, tools) ?? Promise.reject())
  assert.deepEqual([failure.kind, failure.code], ['reconnect', 'missing_scope'])
})
