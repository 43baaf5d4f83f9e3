import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publication, type Reply, runAll, stage, told } from '../../kit/test/stage.ts'
import { errorRows } from './error-rows.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, graph, MADE } from './testing.ts'

const DOCUMENTED = errorRows.map(
  ({ row, error, subcode, words, status, outcome }) =>
    [row, graph(error, subcode, words, status), outcome] as const,
)

/** What no document speaks of. */
const ODD: readonly (readonly [string, Reply, string])[] = [
  ['a bare 429', { status: 429, text: '' }, 'later rate_limited account 300 s'],
  ['an empty success', { status: 200, text: '' }, 'later unreadable_answer'],
  ['a redirect', { status: 302, text: '' }, 'later gateway_page'],
  ['HTML', { status: 400, text: '<p>Sorry' }, 'later gateway_page'],
  [
    'a success that is an error',
    { status: 200, json: { error: { code: 1 } } },
    'later server_error',
  ],
  ['an odd success', { status: 200, json: { ok: true } }, 'later unreadable_answer'],
]

for (const [name, reply, outcome] of [...DOCUMENTED, ...ODD]) {
  test(`a call that meets ${name} is ${outcome}`, async () => {
    const { tools } = stage(manifest, reply)
    assert.equal(told(await failureOf(runAll(publish(publication(), account, tools)))), outcome)
  })
}

test('a file that Threads cannot use is named with its reason', async () => {
  for (const [words, code] of [
    ['INVALID_ASPEC_RATIO', 'rejected media_rejected'],
    ['FAILED_DOWNLOADING_VIDEO', 'later media_not_fetched 120 s'],
    ['UNKNOWN', 'later media_not_prepared'],
  ]) {
    const error = { json: { id: '900', status: 'ERROR', error_message: words } }
    const { tools } = stage(manifest, MADE, error)
    assert.equal(told(await failureOf(runAll(publish(publication(), account, tools)))), code)
  }
})
