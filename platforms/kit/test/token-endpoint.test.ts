import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { redactor } from '../redaction.ts'
import { grant, INVALID_GRANT, notRenewed, type TokenDialect } from '../token-endpoint.ts'
import { Failure } from '../failure.ts'
import type { Manifest } from '../../platform.ts'
import { manifest } from '../../x/manifest.ts'
import { failureOf, type Reply, stage, told } from './stage.ts'

const Refused = z.object({ error: z.string(), error_description: z.string().optional() })
const dialect: TokenDialect = {
  name: 'Somewhere',
  redacted: redactor(/\bsecret-\w+/g),
  read({ json }) {
    const { data } = Refused.safeParse(json)
    return data && { codes: [data.error], words: `${data.error} ${data.error_description ?? ''}` }
  },
  rows: [
    {
      on: { code: ['asleep'], purpose: ['sign_in'] },
      kind: 'later',
      code: 'busy',
      message: 'Asleep.',
    },
    {
      on: { code: ['slow_down'] },
      kind: 'later',
      code: 'rate_limited',
      wait: 1,
      message: 'Slowly.',
    },
    { on: { code: ['banned'] }, kind: 'reconnect', code: 'account_suspended', message: 'Banned.' },
  ],
  ends: [INVALID_GRANT, { code: ['invalid_request'], words: /token was used/ }],
  strangers: [{ code: ['who_are_you'] }],
  why: { ended: 'It lasts a year.', code: ' (a minute)' },
}
const Tokens = z.object({ access_token: z.string() })

async function granted(reply: Reply | Error, renewing: boolean, of = dialect) {
  const where: Manifest = manifest
  const { tools, asked } = stage(where, reply)
  const request = { method: 'POST', url: 'https://platform.test/token', form: { a: 'b' } } as const
  const got = grant(tools, request, Tokens, of, { renewing, secrets: ['hush-hush'] })
  return { got, asked }
}

const error = (name: string, status = 400, error_description = '') => ({
  status,
  json: { error: name, error_description },
})

const ROWS: [reply: Reply | Error, renewing: string, with_code: string][] = [
  [error('invalid_grant'), 'reconnect access_ended account', 'rejected authorization_failed'],
  [error('invalid_grant', 200), 'reconnect access_ended account', 'rejected authorization_failed'],
  [error('invalid_grant', 401), 'reconnect access_ended account', 'rejected authorization_failed'],
  [error('invalid_grant', 499), 'reconnect access_ended account', 'rejected authorization_failed'],
  [error('invalid_grant', 500), 'later server_error', 'later server_error'],
  [
    error('invalid_request', 400, 'The token was used.'),
    'reconnect access_ended account',
    'rejected authorization_failed',
  ],
  [error('invalid_request'), 'later token_not_renewed account', 'rejected authorization_failed'],
  [error('unheard_of', 401), 'later token_not_renewed account', 'rejected authorization_failed'],
  [error('unheard_of', 403), 'later token_not_renewed account', 'rejected authorization_failed'],
  [
    error('unheard_of', 429),
    'later rate_limited account 120 s',
    'later rate_limited account 120 s',
  ],
  [error('asleep'), 'later busy', 'later busy'],
  [error('slow_down'), 'later rate_limited 60 s', 'later rate_limited 60 s'],
  [error('banned', 403), 'reconnect account_suspended', 'reconnect account_suspended'],
  [error('invalid_client', 401), 'later app_not_accepted app', 'rejected app_not_accepted app'],
  [error('unauthorized_client'), 'later app_not_accepted app', 'rejected app_not_accepted app'],
  [error('invalid_client_metadata'), 'later app_not_accepted app', 'rejected app_not_accepted app'],
  [error('who_are_you'), 'later app_not_accepted app', 'rejected app_not_accepted app'],
  [error('who_are_you', 503), 'later server_error', 'later server_error'],
  [{ status: 403, text: '<html>' }, 'later gateway_page', 'later gateway_page'],
  [{ status: 404, text: '' }, 'later gateway_page', 'later gateway_page'],
  [{ status: 400, text: '{"error":"invalid_gr' }, 'later gateway_page', 'later gateway_page'],
  [
    { status: 429, text: '' },
    'later rate_limited account 120 s',
    'later rate_limited account 120 s',
  ],
  [{ status: 300, json: { access_token: 'a' } }, 'later gateway_page', 'later gateway_page'],
  [{ status: 199, json: { access_token: 'a' } }, 'later gateway_page', 'later gateway_page'],
  [{ text: '<html>' }, 'later unreadable_answer', 'later unreadable_answer'],
  [{ json: { hello: 'world' } }, 'later unreadable_answer', 'later unreadable_answer'],
  [new Error('cut'), 'later no_answer', 'later no_answer'],
]

test('only what was read, and is known to end access, ends an account', async () => {
  for (const [reply, renewing, with_code] of ROWS) {
    const name = JSON.stringify(reply)
    const first = await granted(reply, true)
    assert.equal(told(await failureOf(first.got)), renewing, name)
    assert.equal(first.asked.length, 1, 'a token that is used twice may end the account')
    assert.equal(told(await failureOf((await granted(reply, false)).got)), with_code, name)
  }
})

test('what is granted is given, at every status of success', async () => {
  for (const status of [200, 201, 299]) {
    const { got, asked } = await granted({ status, json: { access_token: 'a' } }, true)
    assert.deepEqual(await got, { access_token: 'a' })
    assert.deepEqual(asked[0]?.form, { a: 'b' })
  }
})

test('people are told why, and no token stands in the words', async () => {
  const messageOf = async (reply: Reply, renewing: boolean, of = dialect) =>
    failureOf((await granted(reply, renewing, of)).got)
  const { why: _, strangers: __, ...plain } = dialect
  const ended = await messageOf(error('invalid_grant', 400, 'hush-hush secret-abc'), true)
  assert.equal(ended.message, 'It lasts a year. Connect it again.')
  assert.equal(ended.words, 'invalid_grant *** ***')
  const bare = await messageOf(error('invalid_grant'), true, plain)
  assert.equal(
    bare.message,
    'Somewhere has ended the connection of this account. Connect it again.',
  )
  assert.match((await messageOf(error('invalid_grant'), false)).message, /valid \(a minute\)\./)
  assert.match((await messageOf(error('invalid_grant'), false, plain)).message, /valid\. Start/)
  assert.equal(
    told(await messageOf(error('who_are_you'), true, plain)),
    'later token_not_renewed account',
  )
  const unread = await messageOf({ json: { access_token: ['secret-abc'] } }, true)
  assert.equal(unread.words, '200 (not kept)')
  const failure = notRenewed(new Failure('rejected', 'refused', 'No.', { words: 'No' }), 'Here')
  assert.equal(told(failure), 'later token_not_renewed account')
  assert.match(failure.message, /^Here did not renew/)
})
