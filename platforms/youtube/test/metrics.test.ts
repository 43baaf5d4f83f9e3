import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { metrics } from '../metrics.ts'
import { account } from './testing.ts'

test('views, likes and comments come as text; what is hidden or absent is null, what is not there is gone', async () => {
  const items = [
    { id: 'a', statistics: { viewCount: '120', likeCount: '7', commentCount: '2' } },
    { id: 'b', statistics: { viewCount: '9' } },
    { id: 'c' },
  ]
  const { tools, asked } = stage(manifest, { json: { items } })
  const found = await metrics(['a', 'b', 'c', 'd'], account, tools)
  const none = { reach: null, shares: null }
  assert.deepEqual(
    [...found],
    [
      ['a', { ...none, impressions: 120, likes: 7, comments: 2, engagements: 9 }],
      ['b', { ...none, impressions: 9, likes: null, comments: null, engagements: null }],
      ['d', 'gone'],
    ],
  )
  assert.equal(asked[0]?.url.searchParams.get('id'), 'a,b,c,d')
})

test('an answer without a list says nothing about anything', async () => {
  const { tools } = stage(manifest, { json: { kind: 'youtube#error' } })
  assert.equal(told(await failureOf(metrics(['a'], account, tools))), 'later unreadable_answer')
})
