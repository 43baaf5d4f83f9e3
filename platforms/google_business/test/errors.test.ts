import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { failureOf, publication, runAll, told } from '../../kit/test/stage.ts'
import { publish } from '../publish.ts'
import { account, googleStage } from './testing.ts'

const Rows = z.array(
  z.object({
    row: z.string(),
    kind: z.string(),
    http: z.number(),
    code: z.string(),
    message: z.string().default('No.'),
    details: z.array(z.unknown()).default([]),
    /** Instead of Google's error. */
    json: z.unknown().optional(),
    text: z.string().optional(),
    becomes: z.string(),
    wait: z.number().optional(),
    words: z.string().default(''),
  }),
)
const rows = Rows.parse(
  JSON.parse(readFileSync(new URL('./vectors/errors.json', import.meta.url), 'utf8')),
)

for (const { row: name, kind, http: status, code, becomes, ...row } of rows)
  test(`${name} is ${becomes}`, async () => {
    const { message, details, text, words, wait } = row
    const json = row.json ?? { error: { code: status, status: code, message, details } }
    const at = googleStage(text === undefined ? { status, json } : { status, text })
    const failure = await failureOf(runAll(publish(publication(), account, at.tools)))
    assert.deepEqual(
      [told(failure), failure.kind],
      [wait === undefined ? becomes : `${becomes} ${wait} s`, kind],
    )
    assert.ok(failure.message.length > 20)
    assert.ok((failure.words ?? '').includes(words), failure.words)
  })
