import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { accepted, type Dialect, refusal, parseAnswer, unreadable } from '../answers.ts'
import { Failure, retold } from '../failure.ts'
import { type Answer, doubt, type Purpose } from '../http.ts'
import { redactor } from '../redaction.ts'
import { isMet, meaningOf, type Row, rowFor, waitOf } from '../refusals.ts'
import { failureOf, NOW, told } from './stage.ts'

const asked = { now: NOW, secrets: ['hush-hush'] }
const later = (ms: number) => new Date(NOW.getTime() + ms)

interface Given {
  status?: number
  purpose?: Purpose
  text?: string
  json?: unknown
  headers?: Record<string, string>
}

function answer({ status = 200, purpose = 'publish', text, json, headers = {} }: Given): Answer {
  const said = text ?? (json === undefined ? '' : JSON.stringify(json))
  const get = (name: string) => headers[name] ?? null
  return { status, purpose, text: said, json, headers: { get } }
}

/** It says `{no: 'name', more}`. */
const Shape = z.object({ no: z.string(), sub: z.number().optional(), soon: z.boolean().optional() })
const original = { id: '7', at: null, there: true }
const dialect: Dialect = {
  name: 'Somewhere',
  redacted: redactor(/\bsecret-\w+/g),
  read({ json }) {
    const { data } = Shape.safeParse(json)
    return (
      data && {
        codes: [data.no],
        subcode: data.sub,
        words: `It says ${data.no} hush-hush`,
        transient: data.soon === true,
        original,
      }
    )
  },
  wait({ headers }) {
    const minutes = Number(headers.get('x-minutes') ?? NaN)
    return minutes > 0 ? { retry_at: later(minutes * 60_000), scope: 'app' } : undefined
  },
  rows: [
    { on: { status: [429], words: /^[a-z]+$/ }, kind: 'later', code: 'busy', message: 'Named.' },
    { on: { code: ['busy'] }, kind: 'later', code: 'busy', message: 'Busy.' },
    { on: { code: ['twin'] }, kind: 'rejected', code: 'duplicate_content', message: 'Twice.' },
    {
      on: { code: ['gone'], subcode: [5] },
      kind: 'rejected',
      code: 'board_gone',
      message: 'Gone.',
    },
    { on: { code: ['odd'] }, kind: 'unknown', code: 'blocked_as_spam', message: 'Odd.' },
    {
      on: { status: [429] },
      kind: 'later',
      code: 'rate_limited',
      wait: 3,
      message: 'Slowly, {platform}.',
    },
    {
      on: { code: ['spent'] },
      kind: 'later',
      code: 'quota_exceeded',
      scope: 'app',
      wait: 60,
      message: 'Spent.',
    },
    {
      on: { code: ['ended'] },
      kind: 'reconnect',
      code: 'access_ended',
      scope: 'account',
      wait: 9,
      message: 'Over.',
    },
  ],
}
const said = (given: Given, more: object = {}) =>
  refusal(answer(given), dialect, { ...asked, ...more })

test('words of the platform are looked up in its table, and behind it in that of all', () => {
  const becomes: [Given, string][] = [
    [{ status: 400, json: { no: 'twin' } }, 'rejected duplicate_content'],
    [{ status: 400, json: { no: 'gone' } }, 'rejected invalid_request'],
    [{ status: 400, json: { no: 'gone', sub: 5 } }, 'rejected board_gone'],
    [{ status: 422, json: { no: 'x' } }, 'rejected invalid_request'],
    [{ status: 401, json: { no: 'x' } }, 'expired token_expired account'],
    [{ status: 403, json: { no: 'x' } }, 'rejected forbidden'],
    [{ status: 404, json: { no: 'x' } }, 'rejected not_found'],
    [{ status: 410, json: { no: 'x' } }, 'rejected not_found'],
    [{ status: 413, json: { no: 'x' } }, 'rejected media_too_large'],
    [{ status: 418, json: { no: 'x' } }, 'rejected refused'],
    [{ status: 499, json: { no: 'x' } }, 'rejected refused'],
    [{ status: 408, json: { no: 'x' } }, 'unknown server_error'],
    [{ status: 302, json: { no: 'x' } }, 'unknown server_error'],
    [{ status: 500, json: { no: 'x' } }, 'unknown server_error'],
    [{ status: 200, json: { no: 'x' } }, 'unknown success_with_errors'],
    [{ status: 299, json: { no: 'x' } }, 'unknown success_with_errors'],
    [{ status: 200, json: { no: 'ended' } }, 'reconnect access_ended account'],
  ]
  for (const [given, outcome] of becomes) assert.equal(told(said(given)), outcome)
})

test('whoever fails, or says that it passes, has refused nothing for good; an end and a limit stay what they are', () => {
  assert.equal(told(said({ status: 500, json: { no: 'twin' } })), 'unknown server_error')
  assert.equal(told(said({ status: 499, json: { no: 'twin' } })), 'rejected duplicate_content')
  assert.equal(
    told(said({ status: 400, json: { no: 'twin', soon: true } })),
    'unknown server_error',
  )
  assert.equal(told(said({ status: 400, json: { no: 'x', soon: true } })), 'unknown server_error')
  assert.equal(told(said({ status: 500, json: { no: 'ended' } })), 'reconnect access_ended account')
  assert.equal(
    told(said({ status: 503, json: { no: 'spent' } })),
    'later quota_exceeded app 3600 s',
  )
  assert.equal(
    told(said({ status: 400, json: { no: 'ended', soon: true } })),
    'reconnect access_ended account',
  )
})

test('a doubt is one only of a call that publishes', () => {
  const kinds = {
    publish: 'unknown',
    comment: 'unknown',
    prepare: 'later',
    read: 'later',
    sign_in: 'later',
  } as const
  for (const purpose of ['publish', 'comment', 'prepare', 'read', 'sign_in'] as const) {
    assert.equal(doubt(purpose), kinds[purpose])
    for (const given of [
      { status: 500, json: { no: 'x' } },
      { status: 400, json: { no: 'odd' } },
      { status: 403, text: '<p>' },
      { text: '' },
    ])
      assert.equal(said({ ...given, purpose }).kind, kinds[purpose])
  }
})

test('what came instead of an answer is told', () => {
  const lost: [Given, string | undefined][] = [
    [{ status: 403, text: ' <html>' }, 'page'],
    [{ status: 200, text: '<html>' }, 'page'],
    [{ status: 502, text: '<html>' }, 'page'],
    [{ status: 403, text: '' }, 'page'],
    [{ status: 302, text: '' }, 'page'],
    [{ status: 300, text: '' }, 'page'],
    [{ status: 403, json: { hello: 1 } }, 'page'],
    [{ status: 403, text: 'Forbidden' }, 'page'],
    [{ status: 200, text: 'OK' }, 'page'],
    [{ status: 299, json: { hello: 1 } }, 'silence'],
    [{ status: 200, text: ' ' }, 'silence'],
    [{ status: 403, text: ' {"no":' }, 'silence'],
    [{ status: 500, text: '[1,' }, 'silence'],
    [{ status: 500, text: '' }, 'server_error'],
    [{ status: 503, json: { hello: 1 } }, 'server_error'],
    [{ status: 500, json: { no: 'x' } }, 'server_error'],
    [{ status: 200, json: { no: 'x' } }, 'server_error'],
    [{ status: 400, json: { no: 'odd' } }, undefined],
    [{ status: 400, json: { no: 'x' } }, undefined],
    [{ status: 429, text: '<html>' }, undefined],
  ]
  for (const [given, expected] of lost)
    assert.equal(said(given).lost, expected, JSON.stringify(given))
})

test('what nobody of the platform wrote: never a refusal, and its words are kept without secrets', () => {
  const becomes: [Given, string][] = [
    [{ status: 403, text: '<b>hush-hush</b> secret-abc' }, 'unknown gateway_page'],
    [{ status: 300, text: '' }, 'unknown gateway_page'],
    [{ status: 499, text: '' }, 'unknown gateway_page'],
    [{ status: 500, text: 'x' }, 'unknown server_error'],
    [{ status: 200, text: 'x' }, 'unknown unreadable_answer'],
    [{ status: 299, text: 'x' }, 'unknown unreadable_answer'],
    [{ status: 199, text: 'x' }, 'unknown gateway_page'],
  ]
  for (const [given, outcome] of becomes) assert.equal(told(said(given)), outcome)
  assert.equal(said({ status: 403, text: '<b>hush-hush</b> secret-abc' }).words, '403 *** ***')
  assert.match(said({ status: 403, text: '' }).message, /in front of Somewhere/)
  assert.match(said({ status: 500, text: '' }).message, /^Somewhere failed/)
})

test('Retry-After is heeded as seconds and as a date, wherever waiting helps', () => {
  const date = 'Fri, 20 Nov 2026 12:01:00 GMT'
  for (const [value, seconds] of [
    ['40', 40],
    [date, 60],
  ] as const) {
    const headers = { 'retry-after': value }
    assert.equal(
      told(said({ status: 429, text: '<html>', headers })),
      `later rate_limited ${seconds} s`,
    )
    assert.equal(
      told(said({ status: 503, text: '<html>', headers })),
      `unknown server_error ${seconds} s`,
    )
    assert.equal(
      told(said({ status: 403, text: '<html>', headers })),
      `unknown gateway_page ${seconds} s`,
    )
    assert.equal(
      told(said({ status: 503, json: { no: 'x' }, headers })),
      `unknown server_error ${seconds} s`,
    )
    assert.equal(told(said({ status: 403, json: { no: 'x' }, headers })), 'rejected forbidden')
    assert.equal(
      told(said({ status: 400, json: { no: 'ended' }, headers })),
      'reconnect access_ended account',
    )
  }
})

test('a limit lasts until the platform says, or as long as its row; another wait is never shorter than its row', () => {
  assert.equal(told(said({ status: 429, json: { no: 'x' } })), 'later rate_limited 180 s')
  assert.equal(told(said({ status: 429, text: '' })), 'later rate_limited 180 s')
  const headers = { 'x-minutes': '2' }
  assert.equal(
    told(said({ status: 429, json: { no: 'x' }, headers })),
    'later rate_limited app 120 s',
  )
  assert.equal(
    told(said({ status: 400, json: { no: 'spent' }, headers })),
    'later quota_exceeded app 3600 s',
  )
  assert.equal(told(said({ status: 400, json: { no: 'busy' }, headers })), 'later busy 120 s')
  const long = { 'x-minutes': '90' }
  assert.equal(
    told(said({ status: 400, json: { no: 'spent' }, headers: long })),
    'later quota_exceeded app 5400 s',
  )
  assert.equal(
    told(said({ status: 429, text: '', headers }, { scope: 'call' })),
    'later rate_limited 120 s',
  )
  assert.equal(said({ status: 429, text: '' }).message, 'Slowly, Somewhere.')
  const row: Row = { on: {}, kind: 'later', code: 'busy', message: '' }
  assert.equal(waitOf(row, undefined, NOW), undefined)
  assert.deepEqual(waitOf(row, later(5), NOW), later(5))
  assert.deepEqual(waitOf({ ...row, wait: (now) => now }, undefined, NOW), NOW)
  assert.deepEqual(waitOf({ ...row, wait: 1 }, later(60_000), NOW), later(60_000))
})

test('a row fits when all that it names does; of several conditions one must', () => {
  const known = {
    status: 400,
    purpose: 'read',
    codes: [7, 'name'],
    subcode: 3,
    words: 'Too long',
  } as const
  for (const on of [
    {},
    { status: [400] },
    { code: [7] },
    { code: ['other', 'name'] },
    { subcode: [3] },
    { subcode: [9, 3] },
    { words: /long/ },
    { purpose: ['read'] as const },
    [{ status: [1] }, { code: [7] }],
  ])
    assert.ok(isMet(on, known), JSON.stringify(on))
  for (const on of [
    { status: [401] },
    { code: [8] },
    { subcode: [4] },
    { words: /short/ },
    { purpose: ['publish'] as const },
    { status: [400], code: [8] },
    [{ status: [1] }],
    [],
  ])
    assert.ok(!isMet(on, known), JSON.stringify(on))
  assert.ok(!isMet({ subcode: [3] }, { ...known, subcode: undefined }))
  assert.equal(rowFor([], known), undefined)
  const first: Row = { on: { code: [7] }, kind: 'later', code: 'busy', message: '' }
  assert.equal(meaningOf([first], known), first)
  assert.equal(meaningOf([], known).code, 'invalid_request')
})

test('the post that was there first is told of a twin, and of nothing else', () => {
  assert.deepEqual(said({ status: 400, json: { no: 'twin' } }).original, original)
  assert.equal(said({ status: 400, json: { no: 'x' } }).original, undefined)
  assert.equal(said({ status: 400, json: { no: 'x' } }).words, 'It says x ***')
})

test('a success is read in its shape; a page, a refusal and another shape are none', async () => {
  const schema = z.object({ id: z.string() })
  const read = async (given: Given) => {
    await Promise.resolve()
    return parseAnswer(answer(given), schema, dialect, asked)
  }
  assert.deepEqual(await read({ status: 201, json: { id: '1' } }), { id: '1' })
  for (const [given, outcome] of [
    [{ status: 300, json: { id: '1' } }, 'unknown gateway_page'],
    [{ status: 199, json: { id: '1' } }, 'unknown gateway_page'],
    [{ status: 200, json: { id: 1 } }, 'unknown unreadable_answer'],
    [{ status: 200, json: { id: '1', no: 'x' } }, 'unknown success_with_errors'],
  ] as const)
    assert.equal(told(await failureOf(read(given))), outcome)
  assert.equal(accepted(answer({ status: 204 }), dialect, asked).status, 204)
  assert.throws(() => accepted(answer({ text: ' <html>' }), dialect, asked), Failure)
  const { words, cause } = unreadable(answer({ text: 'hush-hush' }), dialect, ['hush-hush'], 'why')
  assert.deepEqual([words, cause], ['200 ***', 'why'])
})

test('a failure that is retold keeps what is not said anew', () => {
  const given = said({ status: 429, text: '', headers: { 'retry-after': '9' } })
  const again = retold(given, { kind: 'unknown', message: 'Other.' })
  assert.deepEqual(
    [again.kind, again.code, again.message, again.retry_at, again.words, again.cause],
    ['unknown', 'rate_limited', 'Other.', given.retry_at, given.words, given],
  )
  assert.equal(retold(given, { code: 'busy' }).kind, 'later')
})

test('what every status means where no table says more, in words that name the platform', () => {
  const plain: Dialect = { ...dialect, rows: [], wait: () => undefined }
  const becomes: [number, string][] = [
    [200, 'unknown success_with_errors'],
    [299, 'unknown success_with_errors'],
    [300, 'unknown server_error'],
    [400, 'rejected invalid_request'],
    [401, 'expired token_expired account'],
    [402, 'rejected refused'],
    [403, 'rejected forbidden'],
    [404, 'rejected not_found'],
    [405, 'rejected refused'],
    [407, 'rejected refused'],
    [408, 'unknown server_error'],
    [409, 'rejected refused'],
    [410, 'rejected not_found'],
    [413, 'rejected media_too_large'],
    [422, 'rejected invalid_request'],
    [429, 'later rate_limited account 120 s'],
    [499, 'rejected refused'],
    [500, 'unknown server_error'],
  ]
  for (const [status, outcome] of becomes) {
    const failure = refusal(answer({ status, json: { no: 'x' } }), plain, asked)
    assert.equal(told(failure), outcome)
    assert.match(failure.message, /\bSomewhere\b.*\.$/)
  }
  const failed = { status: 500, purpose: 'read', codes: [], words: '' } as const
  assert.equal(meaningOf([], failed).code, 'server_error')
})
