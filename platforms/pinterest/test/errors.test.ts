import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, publication, stage, stepOf, told } from '../../kit/test/stage.ts'
import type { Tools } from '../../platform.ts'
import { errorRows } from './error-rows.ts'
import { manifest } from '../manifest.ts'
import { metrics } from '../metrics.ts'
import { refresh } from '../oauth.ts'
import { publish } from '../publish.ts'
import { account, placed, refusing } from './testing.ts'

for (const { row, reply, kind, code, more } of errorRows) {
  test(`${row}: ${kind} ${code}`, async () => {
    const { tools } = stage(manifest, reply)
    const failure = await failureOf(playing(row, tools))
    assert.equal(told(failure), [kind, code, ...(more ? [more] : [])].join(' '))
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

/** What the row is about. */
async function playing(row: string, tools: Tools): Promise<unknown> {
  if (row.startsWith('refreshing')) return refresh(account, tools)
  if (row.startsWith('reading numbers')) return metrics(['1'], account, tools)
  const video = row.startsWith('uploading')
  const content = publication({ media: [file(video ? 'video/mp4' : 'image/png')] })
  const steps = publish(content, account, tools)
  return stepOf(steps, video ? 'upload_0' : 'post').run({ place: placed() })
}

test('no two rows have one name', () => {
  assert.equal(new Set(errorRows.map(({ row }) => row)).size, errorRows.length)
})

test('words of Pinterest are kept without tokens', async () => {
  const reply = refusing(400, 1, 'Bad pina_access-token-of-ada and pinr_0123456789abcdef')
  const { tools } = stage(manifest, reply)
  const steps = publish(publication({ media: [file('image/png')] }), account, tools)
  const { words } = await failureOf(stepOf(steps, 'post').run({ place: placed() }))
  assert.equal(words, '1 – Bad *** and ***')
})

test('numbers are added up over the days that are told; a pin that is not there is gone', async () => {
  const summary_metrics = { IMPRESSION: 90, SAVE: 3, PIN_CLICK: 5, OUTBOUND_CLICK: 1 }
  const all = { summary_metrics, lifetime_metrics: { TOTAL_COMMENTS: 2, TOTAL_REACTIONS: 7 } }
  const gone = refusing(404, 50, 'Pin not found.')
  const { tools, asked } = stage(manifest, { json: { all } }, gone, { json: { all: {} } })
  const found = await metrics(['1', '2', '3'], account, tools)
  assert.deepEqual(
    [...found],
    [
      ['1', { reach: null, impressions: 90, likes: 7, comments: 2, shares: 3, engagements: 18 }],
      ['2', 'gone'],
      [
        '3',
        {
          reach: null,
          impressions: null,
          likes: null,
          comments: null,
          shares: null,
          engagements: null,
        },
      ],
    ],
  )
  const { searchParams } = asked[0]?.url ?? assert.fail()
  assert.deepEqual(
    [searchParams.get('start_date'), searchParams.get('end_date')],
    ['2026-08-23', '2026-11-20'],
  )
})
