import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { failureOf, NOW, publication, type Reply, told } from '../../kit/test/stage.ts'
import { failedFor } from '../errors.ts'
import { publish } from '../publish.ts'
import type { Row } from '../../kit/refusals.ts'
import { failReasons, rows as refusals } from '../refusals.ts'
import { account, refused, tiktokStage, video } from './testing.ts'

async function creatorRefused(reply: Reply) {
  const [first] = publish(publication({ media: [video()] }), account, tiktokStage(reply).tools)
  return failureOf(first?.run({}) ?? Promise.resolve())
}

const Rows = z.array(
  z.object({
    row: z.string(),
    kind: z.string(),
    operation: z.string(),
    http: z.number(),
    code: z.string(),
    becomes: z.string(),
    wait: z.number().default(0),
  }),
)
const rows = Rows.parse(
  JSON.parse(readFileSync(new URL('./vectors/errors.json', import.meta.url), 'utf8')),
)

for (const { row, kind, operation, http, code, becomes, wait } of rows)
  test(`${row} is ${becomes}${wait ? `, ${wait} s` : ''}`, async () => {
    const gaveUp = operation === 'status.fail_reason'
    const failure = gaveUp ? failedFor(code, NOW) : await creatorRefused(refused(http, code))
    const outcome = wait ? `${becomes} ${wait} s` : becomes
    assert.deepEqual([told(failure), failure.kind], [outcome, kind])
    assert.ok(failure.message.length > 20)
    if (!gaveUp) assert.match(failure.words ?? '', /log 2026/)
  })

test('every name that TikTok refuses by is among the rows', () => {
  const named = (of: (operation: string) => boolean) =>
    new Set(rows.filter(({ operation }) => of(operation)).map(({ code }) => code))
  const ends = (operation: string) => operation === 'status.fail_reason'
  for (const name of namesOf(refusals)) assert.ok(named((each) => !ends(each)).has(name), name)
  for (const name of namesOf(failReasons)) assert.ok(named(ends).has(name), name)
})

test('what no program can read is asked again where nothing can have been seen', async () => {
  for (const reply of [
    { text: '<h1>Bad gateway</h1>', status: 502 },
    { text: 'ok' },
    { text: '{}' },
  ])
    assert.equal((await creatorRefused(reply)).kind, 'later')
})

test('words tell no tokens', async () => {
  const said = {
    code: 'invalid_params',
    message: `bad act.access-token-of-ada hush-hush`,
    log_id: '1',
  }
  const failure = await creatorRefused({ status: 400, json: { error: said } })
  assert.doesNotMatch(failure.words ?? '', /access-token-of-ada|hush-hush/)
})

function namesOf(table: readonly Row[]): string[] {
  return table.flatMap(({ on }) => [on].flat().flatMap(({ code = [] }) => code.map(String)))
}
