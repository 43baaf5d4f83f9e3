/** What is kept of a call before it leaves, and what follows where the judge says that it is out. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connect } from '#database/connect.ts'
import { beginSend, claimNumbers, decide, endSend } from '#publishing/decide.ts'
import type { Entry } from '#rules/progress.ts'
import { claimReceipts } from '#store/receipts.ts'
import type { Db } from '#store/schema.ts'
import { testDatabase } from '../database.ts'
import { begin, BEGAN, decisionOf, MINUTE, sight, stagesOn, time } from './decide-stage.ts'

const stack = new AsyncDisposableStack()
let db: Db
before(async () => {
  const { config } = stack.use(await testDatabase())
  db = stack.use(connect(config, { max: 2, name: 'crier-test-decide' })).db
})
after(() => stack.disposeAsync())
const { lost, stageOf } = stagesOn(() => db)

test('a call is kept before it leaves: when, by which clock, and what it sends', () => {
  const { entry, ours } = stageOf({ ours: { media: ['m'] } })
  const clock = { offset: 5, round_trip: 10 }
  Object.assign(entry, { cleared: true, kept: 'so far', denied: ['7'] })
  beginSend(entry, ours, {
    at: new Date(BEGAN),
    clock,
    same_key: false,
    files_fetched: 'needed',
  })
  assert.deepEqual(entry, {
    sends: [
      {
        began_at: time(0),
        ended_at: null,
        clock,
        lost: 'silence',
        app: 'Crier',
        media: ['m'],
        files_fetched: 'needed',
      },
    ],
    ours,
    started_at: time(0),
  })
})

test('under the same key it is the same call once more, under another one a further call', () => {
  const stage = stageOf({})
  const { entry } = stage
  begin(stage, 0)
  assert.ok(!Object.hasOwn(entry.sends?.[0] ?? {}, 'files_fetched'))
  endSend(entry, new Date(BEGAN + MINUTE), 'page')
  begin(stage, 2)
  endSend(entry, new Date(BEGAN + 3 * MINUTE), 'server_error')
  const told = () =>
    entry.sends?.map(({ began_at, ended_at, lost: how }) => [began_at, ended_at, how])
  assert.deepEqual(told(), [
    [time(0), time(1), 'page'],
    [time(2), time(3), 'server_error'],
  ])
  assert.equal(entry.started_at, time(0))
  begin(stage, 4)
  endSend(entry, new Date(BEGAN + 5 * MINUTE), 'silence')
  begin(stage, 6, true)
  assert.deepEqual(told(), [
    [time(0), time(1), 'page'],
    [time(2), time(3), 'server_error'],
    [time(4), null, 'silence'],
  ])
  assert.equal(entry.started_at, time(0))
  assert.equal(entry.called, undefined)
})

test('the first call under a key that was made before is a call', () => {
  const stage = stageOf({})
  begin(stage, 0, true)
  assert.deepEqual(
    stage.entry.sends?.map(({ began_at }) => began_at),
    [time(0)],
  )
  assert.equal(stage.entry.started_at, time(0))
})

test('a call beside what a former run may have sent is one of this run', () => {
  const stage = stageOf({})
  stage.entry.recovered = 'sought'
  begin(stage, 0)
  assert.equal(stage.entry.called, true)
})

test('of no call there is nothing to end', () => {
  const entry: Entry = {}
  endSend(entry, new Date(BEGAN), 'page')
  assert.deepEqual(entry, { sends: [] })
})

test('nobody looks before it is time, and whoever comes in time does', async () => {
  const { decide: next, looks, findings, forward, entry } = lost({ now: 1 })
  assert.deepEqual(await next(), {
    is: 'decision',
    decision: { kind: 'come_back', at: new Date(BEGAN + MINUTE + 1_000), message: null },
  })
  assert.deepEqual([looks, findings], [[], []])
  forward(1 / 60)
  assert.equal(decisionOf(await next()).kind, 'come_back')
  assert.deepEqual([looks, findings], [[1], ['wait']])
  assert.deepEqual([entry.proof, entry.out_at], [undefined, undefined])
})

test('what carries our key is ours: claimed, and out when the platform says so', async () => {
  const {
    decide: next,
    entry,
    findings,
    places,
    said,
    step,
    work,
    at,
  } = lost({
    shows: { seen: [sight({ key: true, at: BEGAN + 500 })] },
  })
  assert.deepEqual(await next(), {
    is: 'result',
    result: { ids: ['1'], url: 'https://x.example/1' },
  })
  assert.deepEqual([entry.proof, entry.out_at, entry.notes], ['key', time(0.5 / 60), undefined])
  assert.deepEqual([findings, said], [['found'], []])
  assert.deepEqual(places, [{ platform: 'x', sandbox: true }])
  assert.ok(await claimNumbers(step, work, at, ['1']), 'It is this step’s own.')
  assert.ok(!(await claimNumbers(step, { ...work, id: 99_999 }, at, ['1'])), 'It is taken.')
})

test('its time is ours, the platform’s less what its clock is ahead, and neither before the first call nor to come', async () => {
  const ahead = 30_000
  for (const [shown, out_at] of [
    [BEGAN + ahead + 200, new Date(BEGAN + 200).toISOString()],
    [BEGAN + ahead - 400, time(0)],
    [BEGAN + ahead + 60 * MINUTE, time(10)],
  ] as const) {
    const stage = stageOf({ shows: { seen: [sight({ key: true, at: shown })] } })
    const clock = { offset: ahead, round_trip: 100 }
    const { entry, step, work, at, ours } = stage
    at.heard.clock = () => clock
    beginSend(entry, ours, { at: new Date(BEGAN), clock, same_key: false })
    endSend(entry, new Date(BEGAN + 1_000), 'silence')
    await decide(step, entry, work, at)
    assert.equal(entry.out_at, out_at)
  }
})

test('where no time is shown, what was found went out as its last call began', async () => {
  const stage = lost({
    now: 20,
    shows: {
      seen: [
        // Another's, with a time, and one of its own numbers.
        sight({ ids: ['9', '8'], at: BEGAN + 2_000, shown: { text: 'Something else' } }),
        sight({ ids: ['1', '2'], key: true, at: null }),
      ],
    },
  })
  begin(stage, 2)
  endSend(stage.entry, new Date(BEGAN + 3 * MINUTE), 'silence')
  await stage.decide()
  assert.equal(stage.entry.out_at, time(2))
})

test('the first look that shows a time says when, by any of its numbers', async () => {
  const shows = { seen: [sight({ ids: ['1', '2'], at: null, app: undefined })] }
  const stage = lost({ now: 2, shows, ours: { media: ['m'], has_media: true } })
  await stage.decide()
  for (const [minutes, at] of [
    [2, BEGAN + 1_000],
    [13, BEGAN + 4_000],
  ] as const) {
    shows.seen = [sight({ ids: ['2', '3'], at, key: minutes === 13 })]
    stage.forward(minutes)
    await stage.decide()
  }
  assert.equal(stage.entry.out_at, time(1 / 60))
})

test('of several calls any may be the one that is shown, also the first', async () => {
  const stage = lost({ now: 20, shows: { seen: [sight({ key: true, at: BEGAN + MINUTE })] } })
  begin(stage, 2)
  endSend(stage.entry, new Date(BEGAN + 3 * MINUTE), 'silence')
  await stage.decide()
  assert.equal(stage.entry.out_at, time(1))
})

test('what is shown twice is told, behind what was said before', async () => {
  const { decide: next, entry } = lost({
    shows: {
      seen: [sight({ key: true }), sight({ ids: ['2'], key: true, at: BEGAN + 2_000 })],
    },
  })
  entry.notes = ['Before.']
  await next()
  assert.deepEqual(entry.notes, [
    'Before.',
    'maybe_twice: the platform shows this post more than once (1, 2). Take one down.',
  ])
})

test('…also where nothing was said before', async () => {
  const seen = [sight({ key: true }), sight({ ids: ['2'], key: true, at: BEGAN + 2_000 })]
  const { decide: next, entry } = lost({ shows: { seen } })
  await next()
  assert.equal(entry.notes?.length, 1)
})

test('a key that has landed is out, without a number, since its call began', async () => {
  const {
    decide: next,
    entry,
    findings,
  } = lost({
    shows: { known: { is: 'landed', ids: [], url: null } },
  })
  assert.deepEqual(await next(), {
    is: 'result',
    result: { platform_post_id: null, platform_url: null },
  })
  assert.deepEqual([entry.proof, entry.out_at, findings], ['key', time(0), ['found']])
})

test('nobody knows when what a former run sent went out', async () => {
  const { decide: next, entry } = lost({
    shows: { known: { is: 'landed', ids: [], url: null } },
  })
  entry.recovered = 'sought'
  await next()
  assert.equal(entry.out_at, undefined)
})

test('what another step claims meanwhile is left to it, five times at most', async () => {
  let claims = 0
  const {
    decide: next,
    step,
    work,
    account: theirs,
  } = lost({
    shows: { seen: [sight({ key: true })] },
    through: (own) =>
      own.withPlugin({
        transformQuery({ node }) {
          return node
        },
        async transformResult({ result }) {
          // Whoever asks whose number it is, is told that it is nobody's.
          const isOwner = ({ delivery_id }: Record<string, unknown>) => delivery_id === 88_888
          if (result.rows.some(isOwner)) return { ...result, rows: [] }
          if (result.rows.some((row) => row['others'] !== undefined)) claims++
          return result
        },
      }),
  })
  await claimReceipts(
    db,
    theirs,
    { ...work, delivery_id: 88_888, step: step.name },
    ['1'],
    new Date(BEGAN),
  )
  const { kind, ...asked } = decisionOf(await next())
  assert.equal(kind, 'blocked')
  assert.deepEqual('candidates' in asked && asked.candidates, [])
  assert.equal(claims, 5)
})

test('a key that died with a reason has failed for it, and nothing is in doubt any more', async () => {
  const {
    decide: next,
    entry,
    findings,
  } = lost({
    shows: { known: { is: 'dead', code: 'media_rejected', words: 'Too long.' } },
  })
  assert.deepEqual(await next(), {
    is: 'decision',
    decision: { kind: 'failed', code: 'media_rejected', message: 'Too long.' },
  })
  assert.deepEqual([entry.started_at, entry.sends, findings], [undefined, undefined, ['over']])
})

test('what is open under its key is sent again under it', async () => {
  const { decide: next, findings } = lost({ shows: { known: { is: 'open' } } })
  assert.deepEqual([await next(), findings], [{ is: 'send', under: 'same_key' }, ['send']])
})
