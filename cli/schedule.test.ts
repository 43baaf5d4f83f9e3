import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { place } from './testing.ts'

const here = await place()
after(() => here[Symbol.asyncDispose]())

test('a schedule is set in words, shown, and taken back', async () => {
  const words = ['schedule', 'set', 'mon-tue 09:00; sat 11:30', '--timezone', 'Europe/Berlin']
  const set = await here.crier([...words, '--json'])
  assert.equal(set.code, 0, set.stderr)
  const { updated_at: _, ...told } = JSON.parse(set.stdout)
  assert.deepEqual(told, {
    timezone: 'Europe/Berlin',
    entries: [
      { weekday: 'mon', time: '09:00', account_id: null },
      { weekday: 'tue', time: '09:00', account_id: null },
      { weekday: 'sat', time: '11:30', account_id: null },
    ],
  })
  const shown = await here.crier(['schedule', 'show'])
  assert.match(shown.stdout, /sat +11:30 +every account/)
  assert.match(shown.stdout, /Time zone: Europe\/Berlin/)
  assert.equal((await here.crier(['schedule', 'set', 'none'])).code, 0)
  assert.match((await here.crier(['schedule', 'show'])).stdout, /There is no schedule\./)
})

test('what is planned is shown day by day', async () => {
  const days = ['2027-03-01', '2027-03-02']
  const none = await here.crier(['calendar', 'show', ...days])
  assert.equal(none.code, 0, none.stderr)
  assert.match(none.stdout, /Nothing is planned then\./)
  const odd = await here.crier(['calendar', 'show', ...days.toReversed()])
  assert.deepEqual([odd.code, odd.stderr.startsWith('TO: Use a day')], [2, true], odd.stderr)
})

for (const [what, words, sentence] of [
  ['a day that is none', ['noday 09:00'], /^TIMES: “noday” is no day/],
  ['an account that is none', ['mon 09:00', '--account', 'x'], /^--account: Use an id/],
  ['a zone that is none', ['mon 09:00', '--timezone', 'Nowhere'], /^--timezone: /],
  ['an account that is not there', ['mon 09:00', '--account', '77'], /There is no account 77\./],
] as const) {
  test(`${what} is one line and exit code 2`, async () => {
    const { code, stderr } = await here.crier(['schedule', 'set', ...words])
    assert.match(stderr, sentence)
    assert.equal(code, 2)
  })
}
