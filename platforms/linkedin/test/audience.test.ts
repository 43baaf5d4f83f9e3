import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBench } from '../../../test/platform-bench.ts'
import { failureOf, stage, told } from '../../kit/test/stage.ts'
import { audience } from '../audience.ts'
import { manifest } from '../manifest.ts'
import { account, denied, page, pagesOf } from './testing.ts'

const none = { followers: null, following: null, posts: null, views: null, likes: null }

test('how many follow a Page is asked for by its URN', async () => {
  const { tools, asked } = stage(manifest, { json: { firstDegreeSize: 219_145 } })
  assert.deepEqual(await audience(page, tools), { ...none, followers: 219_145 })
  assert.equal(
    asked[0]?.url.href,
    'https://platform.test/api/rest/networkSizes/urn%3Ali%3Aorganization%3A99?edgeType=COMPANY_FOLLOWED_BY_MEMBER',
  )
})

test('an odd number is not told', async () => {
  const { tools } = stage(manifest, { json: { firstDegreeSize: -1 } })
  assert.deepEqual(await audience(page, tools), none)
})

test('of a member nothing is asked', async () => {
  const { tools, asked } = stage(manifest)
  assert.deepEqual(await audience(account, tools), none)
  assert.equal(asked.length, 0)
})

test('whoever may not read a Page is told nothing, and a limit is waited for', async () => {
  assert.deepEqual(await audience(page, stage(manifest, denied).tools), none)
  const limited = { status: 429, json: { status: 429, message: 'DAY limit' } }
  const failure = await failureOf(audience(page, stage(manifest, limited).tools))
  assert.match(told(failure), /^later rate_limited/)
})

test('each Page of the emulated LinkedIn has a number of its own', async () => {
  await using bench = await openBench('linkedin')
  const { mine, editors } = await pagesOf(bench)
  const { followers } = await audience(mine, bench.tools)
  assert.ok(typeof followers === 'number' && followers > 0)
  // What somebody is told who may only write there, LinkedIn's documents leave open; never a failure.
  const others = await audience(editors, bench.tools)
  assert.notEqual(others.followers, followers)
})
