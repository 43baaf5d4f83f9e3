import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { place } from './testing.ts'

const here = await place()
const service = await here.serve()
after(async () => {
  await service[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const Accounts = z.object({
  accounts: z.array(z.looseObject({ id: z.number(), platform: z.string() })),
})
const connected = await here.crier(['account', 'list', '--json'])
const { accounts } = Accounts.parse(JSON.parse(connected.stdout))
const to = String(accounts.find(({ platform }) => platform === 'bluesky')?.id)
const plan = [
  '--rule',
  'FREQ=DAILY;COUNT=3',
  '--starts-at',
  '2998-03-01T09:00',
  '--timezone',
  'UTC',
]

test('a series is made, looked at, changed, paused, resumed, skipped and ended from the command line', async () => {
  const dates = ['01', '02', '03'].map((each) => `2998-03-${each}T09:00`)
  const preview = await here.crier(['series', 'preview', ...plan, '--next', '2'])
  assert.equal(preview.code, 0, preview.stderr)
  assert.match(preview.stdout, new RegExp(`${dates[0]} .*\\n${dates[1]} `))
  const made = await here.crier([
    'series',
    'create',
    'Tip',
    '--accounts',
    to,
    ...plan,
    '--name',
    'Tips',
    '--variations',
    '[{"content":"One"},{"content":"Two"}]',
  ])
  assert.equal(made.code, 0, made.stderr)
  const [, id = ''] = /^Series (\d+)/.exec(made.stdout) ?? []
  const listed = await here.crier(['series', 'list'])
  assert.match(listed.stdout, new RegExp(`^${id} +Tips +active +FREQ=DAILY;COUNT=3 +UTC`, 'm'))
  const changed = await here.crier([
    'series',
    'update',
    id,
    '--applies',
    'following',
    '--post',
    '{"labels":["tip"]}',
  ])
  assert.match(changed.stdout, /^Posts: 0 changed, 0 taken back, 0 kept\./, changed.stderr)
  const skipped = await here.crier(['series', 'skip', id, String(dates[1])])
  assert.match(skipped.stdout, new RegExp(`${dates[1]} .*skipped`), skipped.stderr)
  const paused = await here.crier(['series', 'pause', id, '--posts', 'cancel'])
  assert.match(paused.stdout, /: paused \(asked\)/, paused.stderr)
  const resumed = await here.crier(['series', 'resume', id])
  assert.match(resumed.stdout, /: active, /, resumed.stderr)
  const shown = await here.crier(['series', 'show', id, '--json'])
  assert.equal(z.looseObject({ name: z.string() }).parse(JSON.parse(shown.stdout)).name, 'Tips')
  const ended = await here.crier(['series', 'end', id])
  assert.deepEqual(ended, {
    code: 0,
    stdout: `Series ${id} has ended; 0 posts were cancelled.\n`,
    stderr: '',
  })
  const again = await here.crier(['series', 'pause', id])
  assert.equal(again.code, 1)
})

test('what is wrong with a series is told by its flags', async () => {
  const wrong = await here.crier([
    'series',
    'create',
    'Tip',
    '--accounts',
    '987654',
    '--rule',
    'FREQ=HOURLY',
    '--starts-at',
    'tomorrow',
  ])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /--rule: FREQ=HOURLY is not taken/)
  assert.match(wrong.stderr, /--starts-at: Use a local time/)
  const json = await here.crier([
    'series',
    'create',
    'Tip',
    '--accounts',
    to,
    ...plan,
    '--variations',
    'x',
  ])
  assert.deepEqual(
    [json.code, json.stderr.trim()],
    [2, '--variations: This is no JSON. See crier help series create.'],
  )
})
