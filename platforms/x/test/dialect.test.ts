import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, publication, publishingStep } from '../../kit/test/stage.ts'
import { metrics } from '../metrics.ts'
import { publish } from '../publish.ts'
import { account, problem, PROBLEMS, xStage } from './testing.ts'

const unknown = (name: string) =>
  problem(400, 'One or more parameters to your request was invalid.', {
    type: `${PROBLEMS}/invalid-request`,
    errors: [{ message: `The query parameter [${name}] is not one of [id,post.fields]` }],
  })
const numbers = { impression_count: 9, like_count: 1, reply_count: 0, quote_count: 0 }

test('numbers are asked for by the new name where X does not know the old one any more', async () => {
  const public_metrics = { ...numbers, repost_count: 2, bookmark_count: 0 }
  const at = xStage(unknown('tweet.fields'), { json: { data: [{ id: '7', public_metrics }] } })
  const found = await metrics(['7'], account, at.tools)
  assert.deepEqual(found.get('7'), {
    reach: null,
    impressions: 9,
    likes: 1,
    comments: 0,
    shares: 2,
    engagements: 3,
  })
  const [old, renamed] = at.asked.map(({ url }) => url.searchParams)
  assert.equal(old?.get('tweet.fields'), 'public_metrics')
  assert.equal(renamed?.get('post.fields'), 'public_metrics')
  assert.equal(renamed.get('tweet.fields'), null)
})

test('a lost post is looked for by the new names too', async () => {
  const text = 'Hello to everybody out there'
  const post = { id: '9', text, created_at: '2026-11-20T12:00:01Z' }
  const listed = { json: { data: [post], meta: { result_count: 1 } } }
  const at = xStage(unknown('tweet.fields'), listed)
  const steps = publish(publication({ text }), account, at.tools)
  const finding = await publishingStep(steps).find({}, { started_at: NOW, look: 1 })
  assert.match(JSON.stringify(finding), /"platform_post_id":"9"/)
  const fields = at.asked[1]?.url.searchParams.get('post.fields')
  assert.equal(fields, 'created_at,entities,referenced_posts,conversation_id,source')
})

test('any other refusal of a read stays one', async () => {
  const at = xStage(problem(400, 'The `ids` query parameter value [x] is not valid'))
  const failure = await failureOf(metrics(['7'], account, at.tools))
  assert.equal(failure.code, 'invalid_request')
  assert.equal(at.asked.length, 1)
})

test('an answer without the fields that were asked for is asked for again by the new name', async () => {
  const public_metrics = { ...numbers, repost_count: 0, bookmark_count: 0 }
  const bare = { json: { data: [{ id: '7' }] } }
  const at = xStage(bare, { json: { data: [{ id: '7', public_metrics }] } })
  assert.equal((await metrics(['7'], account, at.tools)).size, 1)
  assert.equal(at.asked[1]?.url.searchParams.get('post.fields'), 'public_metrics')
  const never = xStage(bare, bare)
  assert.equal((await metrics(['7'], account, never.tools)).size, 0)
})
