/** What follows where the judge says that it is not out, or that nobody can know. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect } from '#database/connect.ts'
import { Failure } from '#platforms/platform.ts'
import type { Looked } from '#platforms/evidence.ts'
import { endSend, lookAgain } from '#publishing/decide.ts'
import { OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import type { Db } from '#store/schema.ts'
import { testDatabase } from '../database.ts'
import {
  begin,
  BEGAN,
  decisionOf,
  doubtful,
  MINUTE,
  sight,
  stagesOn,
  time,
} from './decide-stage.ts'

const stack = new AsyncDisposableStack()
let db: Db
before(async () => {
  const { config } = stack.use(await testDatabase())
  db = stack.use(connect(config, { max: 2, name: 'crier-test-decide' })).db
})
after(() => stack.disposeAsync())
const { lost } = stagesOn(() => db)

for (const [name, code, work] of [
  ['deleted', 'given_up', { deleted_at: time(1) }],
  ['a day late', 'missed_window', { wanted_at: time(-25 * 60) }],
  ['met by pages twice', 'refused_by_gateway', {}],
] as const)
  test(`what is surely not there, and ${name}, has failed: ${code}`, async () => {
    const stage = lost({ work, lost: 'page', now: 30 })
    const { entry, decide: next, forward } = stage
    begin(stage, 2)
    endSend(entry, new Date(BEGAN + 3 * MINUTE), 'page')
    await next()
    forward(10)
    const decision = decisionOf(await next())
    assert.equal(decision.kind === 'failed' && decision.code, code)
    assert.deepEqual([entry.started_at, entry.sends], [undefined, undefined])
  })

test('what is surely not there is sent again, under a key of its own', async () => {
  const { decide: next, forward, findings } = lost({})
  await next()
  forward(10)
  assert.deepEqual(await next(), { is: 'send', under: 'new_key' })
  assert.deepEqual(findings, ['wait', 'send'])
})

test('whoever is asked is shown what may be it, and the log says why', async () => {
  const seen = [doubtful({ at: BEGAN + 250_500 }), doubtful({ ids: ['2'], at: null, url: null })]
  const { decide: next, findings, said, forward, work } = lost({ shows: { seen }, lost: 'page' })
  await next()
  forward(10)
  const decision = decisionOf(await next())
  const text = seen[0]?.shown.text
  assert.deepEqual(decision, {
    kind: 'blocked',
    reason: 'outcome_unknown',
    code: 'outcome_unknown',
    message:
      'Say which of the candidates is this post (retry with mark_published), or that none is (confirm_not_published): its answer was lost.',
    candidates: [
      {
        id: '1',
        url: 'https://x.example/1',
        text,
        at: new Date(BEGAN + 250_500).toISOString(),
      },
      {
        id: '2',
        url: null,
        text,
        at: null,
      },
    ],
  })
  assert.deepEqual(findings, ['wait', 'ask'])
  assert.deepEqual(said, [
    {
      workspace: 1,
      post: work.post_id,
      delivery: work.id,
      platform: 'x',
      step: 'post',
      rule: 12,
      why: 'candidates',
      lost: ['page'],
      fetched: [null],
      looks: 2,
      reach: 'end_told',
      canary: null,
      rivals: 0,
      text: 'a person is asked',
      candidates: [
        {
          words: 'maybe',
          role: 'post',
          after: 251,
        },
        {
          words: 'maybe',
          role: 'post',
          after: null,
        },
      ],
    },
  ])
})

test('the log tells the last look, and how far the platform came for files', async () => {
  const shows = { reach: 'part' as Looked['reach'], seen: [] }
  const {
    entry,
    decide: next,
    said,
    forward,
  } = lost({
    shows,
    now: 2,
    work: { in_doubt: 'ask' },
    ours: { has_media: true },
  })
  for (const send of entry.sends ?? []) send.files_fetched = 'needed'
  for (const [minutes, reach] of [
    [0, 'part'],
    [2, 'part'],
    [14, 'end_told'],
  ] as const) {
    forward(minutes)
    shows.reach = reach
    await next()
  }
  assert.equal(said.length, 1)
  const { reach, fetched, looks } = said[0] as Record<string, unknown>
  assert.deepEqual([reach, fetched, looks], ['end_told', ['expired'], 3])
})

test('without candidates the question says so', async () => {
  const { decide: next, forward } = lost({ work: { in_doubt: 'ask' } })
  await next()
  forward(10)
  const decision = decisionOf(await next())
  assert.ok(decision.kind === 'blocked')
  assert.deepEqual(decision.candidates, [])
  assert.equal(decision.message, OUTCOME_UNKNOWN.error_message)
})

test('what a person has denied is not asked about again, and sent if it was all', async () => {
  const first = doubtful({ ids: ['1', 'one'], at: BEGAN + 2_000 })
  const shows = { seen: [first, doubtful({ ids: ['2'], at: BEGAN + 3_000 })] }
  const { decide: next, forward, entry } = lost({ shows, denied: ['one'] })
  await next()
  forward(10)
  const decision = decisionOf(await next())
  const shown = decision.kind === 'blocked' ? decision.candidates : undefined
  assert.deepEqual(
    shown?.map(({ id }) => id),
    ['2'],
  )
  entry.denied = ['one', '2']
  assert.deepEqual(await next(), { is: 'send', under: 'new_key' })
})

test('a look that fails is told as one, and throws', async () => {
  const failure = new Failure('later', 'server_error', 'Not now.')
  const { decide: next, findings, entry } = lost({ shows: failure })
  await assert.rejects(next, failure)
  assert.deepEqual([findings, entry.looks], [['failed'], undefined])
})

test('a look at what is settled says what there is, and changes nothing of it', async () => {
  const same = { app: undefined, author: undefined, at: BEGAN + 2_000 }
  const seen = [sight(same), sight({ ...same, ids: ['2'] }), doubtful({ ids: ['3'] })]
  const { step, entry, work, at, forward, looks } = lost({ shows: { seen } })
  const once = await lookAgain(step, entry, work, at)
  assert.deepEqual([once.verdict.is, once.candidates, looks], ['wait', [], [1]])
  forward(10)
  const twice = await lookAgain(step, entry, work, at)
  assert.deepEqual([twice.verdict.is, looks], ['ask', [1, 2]])
  assert.deepEqual(
    [twice.candidates, twice.open, twice.alike].map((all) => all.length),
    [3, 3, 2],
  )
  assert.deepEqual([entry.proof, entry.out_at, entry.sends?.length], [undefined, undefined, 1])
})
