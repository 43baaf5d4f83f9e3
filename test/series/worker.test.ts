/** A series whose posts a real worker sends, to a platform that refuses them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers } from '../surfaces/callers.ts'
import { Seen, stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z', 'all')
after(() => stage[Symbol.asyncDispose]())
const { service, to, chore } = stage
const { rest } = callers(service)
const { x = 0 } = service.accounts

const Told = z.looseObject({
  outcome: z.string(),
  series_id: z.number().nullable(),
  per_account: z.array(z.looseObject({ error_code: z.string().nullable() })),
})

test('two posts in a row that a platform refuses pause their series, and one that went out starts the count anew', async () => {
  const { body } = await rest('create_series', {
    post: { content: 'The same words again', social_account_ids: [x] },
    rule: 'FREQ=DAILY;COUNT=6',
    starts_at: '2026-11-24T09:00',
    timezone: 'UTC',
  })
  const { id, upcoming } = Seen.parse(body)
  const outcomes: unknown[] = []
  for (const { post_id, at } of upcoming) {
    const { state } = Seen.parse((await rest('get_series', { id })).body)
    if (state !== 'active') break
    to(at ?? '')
    const told = Told.parse((await rest('get_post', { id: post_id, wait: 30 })).body)
    assert.equal(told.series_id, id)
    outcomes.push([told.outcome, told.per_account[0]?.error_code])
    to(new Date(Date.parse(at ?? '') + 6 * 60_000).toISOString())
    await chore()
    // X takes the same words again once they are not there any more: so the second failure is not the second in a row.
    if (outcomes.length === 2) await takeDownFirst(upcoming[0]?.post_id)
  }
  const refused = ['failed', 'duplicate_content']
  const out = ['published', null]
  assert.deepEqual(outcomes, [out, refused, out, refused, refused])
  const series = Seen.parse((await rest('get_series', { id })).body)
  assert.deepEqual([series.state, series.why], ['paused', 'failures'])
  const made = z.array(Told).parse((await rest('list_posts', { series_id: id })).body['data'])
  assert.equal(made.length, 6)
})

async function takeDownFirst(id: number | null | undefined) {
  await rest('unpublish_post', { id, wait: 30 })
  const post = Told.extend({
    per_account: z.array(z.looseObject({ removal: z.looseObject({ state: z.string() }) })),
  })
  const { per_account } = post.parse((await rest('get_post', { id, wait: 30 })).body)
  assert.deepEqual(
    per_account.map(({ removal }) => removal.state),
    ['removed'],
  )
}
