import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import {
  failureOf,
  NOW,
  publication,
  type Reply,
  runAll,
  stage,
  told,
} from '../../kit/test/stage.ts'
import { account } from './testing.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'

function said(status: number, message: string, more: object = {}): Reply {
  return { status, json: { status, message, ...more } }
}

/** What LinkedIn answers to a post, and what becomes of it. Sources and certainty: README, "Refusals". */
const Rows = z.array(
  z.object({
    row: z.string(),
    kind: z.string(),
    status: z.number(),
    json: z.unknown().optional(),
    text: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    becomes: z.string(),
  }),
)
const rows = Rows.parse(
  JSON.parse(readFileSync(new URL('./vectors/errors.json', import.meta.url), 'utf8')),
)

function replyOf({ status, json, text, headers }: (typeof rows)[number]): Reply {
  return { status, json, ...(text && { text }), ...(headers && { headers }) }
}

for (const row of rows)
  test(`a post that meets ${row.row} is ${row.becomes}`, async () => {
    const { tools } = stage(manifest, replyOf(row))
    const failure = await failureOf(runAll(publish(publication(), account, tools)))
    assert.equal(told(failure), row.becomes)
    assert.equal(failure.kind, row.kind)
  })

test('a token of less than a minute that is called revoked has only not spread yet', async () => {
  const { tools } = stage(manifest, said(401, 'revoked', { serviceErrorCode: 65601 }))
  const issued_at = new Date(NOW.getTime() - 20_000).toISOString()
  const fresh = { ...account, secret: { ...account.secret, issued_at } }
  const failure = await failureOf(runAll(publish(publication(), fresh, tools)))
  assert.equal(told(failure), 'later token_not_spread 10 s')
})

test('a comment below a post that LinkedIn does not know yet waits', async () => {
  const { tools } = stage(manifest, said(404, 'Not found'))
  const post = { platform_post_id: 'urn:li:share:1', platform_url: null }
  const steps = publish(publication({ first_comment: 'First' }), account, tools)
  assert.equal(told(await failureOf(runAll(steps, { post }))), 'later not_settled 15 s')
})

for (const words of ['The resource is forbidden', 'Unable to obtain activity from share'])
  test(`a comment that meets “${words}” waits`, async () => {
    const { tools } = stage(manifest, said(403, words))
    const post = { platform_post_id: 'urn:li:share:1', platform_url: null }
    const steps = publish(publication({ first_comment: 'First' }), account, tools)
    assert.equal(told(await failureOf(runAll(steps, { post }))), 'later not_settled 30 s')
  })

test('a comment is known by its body where a proxy has dropped the header', async () => {
  const { tools } = stage(manifest, { status: 201, json: { id: '6636', message: {} } })
  const post = { platform_post_id: 'urn:li:share:1', platform_url: null }
  const steps = publish(publication({ first_comment: 'First' }), account, tools)
  const { comment } = await runAll(steps, { post })
  assert.equal(comment.platform_post_id, '6636')
})

test('no token is left in the words that are kept', async () => {
  const { tools } = stage(manifest, said(400, 'Bad token access-token-of-ada and Bearer abc123'))
  const { words = '' } = await failureOf(runAll(publish(publication(), account, tools)))
  assert.doesNotMatch(words, /access-token-of-ada|abc123/)
})
