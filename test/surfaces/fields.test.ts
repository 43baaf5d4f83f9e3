import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { newMedia, newNeighbour, newPost, stored } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const both = [x, bluesky]
const neighbour = await newNeighbour(service)
const audio = await newMedia(service, { mime_type: 'audio/mpeg' })
const draft = { content: 'Hello', social_account_ids: both, when: 'draft' }
const now = { ...draft, when: 'now' }

function deep(levels: number): unknown {
  return levels ? { deeper: deep(levels - 1) } : 'bottom'
}

/** What is sent, and the fields that are wrong in it: all of them, in one answer. */
const wrong: Record<string, [Body, string[]]> = {
  'nothing at all': [{ when: 'draft' }, ['content', 'social_account_ids']],
  'null for everything': [
    {
      content: null,
      social_account_ids: null,
      media_ids: null,
      platform_content: null,
      when: 'draft',
    },
    ['content', 'social_account_ids', 'media_ids', 'platform_content'],
  ],
  'fields of the wrong type': [
    {
      content: 5,
      social_account_ids: 'all',
      media_ids: {},
      first_comment: [],
      platform_options: [],
      dry_run: 'maybe',
      when: 'draft',
    },
    ['content', 'social_account_ids', 'media_ids', 'first_comment', 'platform_options', 'dry_run'],
  ],
  'unknown fields': [
    { ...draft, contents: 'x', socialAccounts: [] },
    ['contents', 'socialAccounts'],
  ],
  'fields that every JavaScript object has': [
    { ...draft, constructor: 1, toString: 'x', hasOwnProperty: {} },
    ['constructor', 'toString', 'hasOwnProperty'],
  ],
  'a text that is too long': [{ ...draft, content: 'x'.repeat(10_001) }, ['content']],
  'ids that are none': [
    { ...draft, social_account_ids: [x, 0, -1, 1.5, 'x:ada', null, 2 ** 53, true] },
    [1, 2, 3, 4, 5, 6, 7].map((index) => `social_account_ids.${index}`),
  ],
  'no account': [{ ...draft, social_account_ids: [] }, ['social_account_ids']],
  'too many accounts': [
    { ...draft, social_account_ids: Array.from({ length: 51 }, (_, index) => index + 1) },
    ['social_account_ids'],
  ],
  'an account twice': [{ ...draft, social_account_ids: [x, x] }, ['social_account_ids']],
  'too many media': [
    { ...draft, media_ids: Array.from({ length: 36 }, (_, index) => index + 1) },
    ['media_ids'],
  ],
  'things of another workspace': [
    {
      ...draft,
      social_account_ids: [x, neighbour.account_id, 999_999],
      media_ids: [neighbour.media_id],
      platform_content: [{ account_id: neighbour.account_id + 1 }],
    },
    [
      'social_account_ids.1',
      'social_account_ids.2',
      'media_ids.0',
      'platform_content.0.account_id',
    ],
  ],
  audio: [{ ...draft, media_ids: [audio] }, ['media_ids.0']],
  'nested fields': [
    {
      ...draft,
      platform_content: [
        { account_id: x, content: 5, options: 'none', extra: 1 },
        { content: 'x' },
        7,
      ],
    },
    [
      'platform_content.0.content',
      'platform_content.0.options',
      'platform_content.0.extra',
      'platform_content.1.account_id',
      'platform_content.2',
    ],
  ],
  'a platform that is none': [
    { ...draft, platform_options: { myspace: {}, constructor: {} } },
    ['platform_options.myspace', 'platform_options.constructor'],
  ],
  'NUL characters': [
    {
      ...draft,
      content: 'a\0b',
      first_comment: '\0',
      platform_content: [{ account_id: x, content: '\0', options: { reply_settings: '\0' } }],
    },
    [
      'content',
      'first_comment',
      'platform_content.0.content',
      'platform_content.0.options.reply_settings',
    ],
  ],
  'halves of characters': [
    { ...draft, content: 'cut \ud83d', platform_options: { x: { a: '\udc00', '\ud800': 1 } } },
    ['content', 'platform_options.x.a', 'platform_options.x'],
  ],
  'a NUL in a name': [{ ...draft, platform_options: { x: { 'a\0': 1 } } }, ['platform_options.x']],
  'nesting without an end': [
    { ...draft, platform_options: { x: deep(50) } },
    [`platform_options.x${'.deeper'.repeat(14)}`],
  ],
  'a time without a zone, with a foreign account': [
    // It is read by the workspace's clock.
    { ...draft, when: '2999-01-01T09:00', social_account_ids: [999_999] },
    ['social_account_ids.0'],
  ],
  'a word that is no time': [{ ...draft, when: 'tomorrow' }, ['when']],
  'a day that does not exist': [{ ...draft, when: '2999-02-30T09:00:00Z' }, ['when']],
  'a time that has passed': [{ ...draft, when: '2020-01-01T00:00:00Z' }, ['when']],
  'a time that has passed, in the old field': [
    { content: 'x', social_account_ids: both, scheduled_at: '2020-01-01T00:00:00Z' },
    ['scheduled_at'],
  ],
  'a text no platform takes, and a time that has passed': [
    { ...draft, content: 'x'.repeat(301), when: '2020-01-01T00:00:00Z' },
    ['content', 'when'],
  ],
  'a text no platform takes, and a field that is unknown': [
    { ...now, content: 'x'.repeat(301), surprise: 1 },
    ['content', 'surprise'],
  ],
  'a text of its own that is too long': [
    { ...now, platform_content: [{ account_id: bluesky, content: 'x'.repeat(301) }] },
    ['platform_content.0.content'],
  ],
  'no text for platforms that need one': [{ ...now, content: ' \n' }, ['content']],
  'options that a platform does not have': [
    {
      ...now,
      platform_options: {
        x: { reply_settings: 'nobody', colour: 'red' },
        bluesky: { langs: 'en' },
      },
      platform_content: [{ account_id: bluesky, options: { reply_control: 'x' } }],
    },
    [
      'platform_options.x.reply_settings',
      'platform_options.x.colour',
      'platform_options.bluesky.langs',
      'platform_content.0.options.reply_control',
    ],
  ],
}

for (const surface of surfaces) {
  for (const [what, [body, fields]] of Object.entries(wrong)) {
    test(`${what}: every field is named at once, and nothing is written, over ${surface}`, async () => {
      const before = await stored(service)
      const { code, errors } = await callers(service)[surface]('schedule_post', body)
      assert.equal(code, 'invalid')
      assert.deepEqual(Object.keys(errors).sort(), fields.toSorted())
      assert.deepEqual(await stored(service), before)
    })
  }

  test(`a change is checked like a new post, over ${surface}`, async () => {
    const call = callers(service)[surface]
    const id = await newPost(service)
    const { errors } = await call('update_post', {
      id,
      content: null,
      social_account_ids: [neighbour.account_id],
      surprise: 1,
      when: '2020-01-01T00:00:00Z',
    })
    const expected = ['content', 'social_account_ids.0', 'surprise', 'when']
    assert.deepEqual(Object.keys(errors).sort(), expected)
  })

  test(`an id is a whole number and nothing that could be read as one, over ${surface}`, async () => {
    const call = callers(service)[surface]
    for (const id of ['abc', '1.5', 0, -1, '0x1', '1e0', ' 1', 2 ** 53, '1;drop table posts']) {
      const { code, errors } = await call('get_post', { id })
      assert.deepEqual([code, Object.keys(errors)], ['invalid', ['id']], `${id}`)
    }
  })
}

for (const surface of surfaces) {
  test(`ids in a list may come as their digits, as single ones may, over ${surface}`, async () => {
    const call = callers(service)[surface]
    const quoted = {
      ...draft,
      social_account_ids: [`${x}`],
      platform_content: [{ account_id: `${x}` }],
    }
    const { code, body } = await call('schedule_post', quoted)
    assert.equal(code, undefined, JSON.stringify(body))
    const told = JSON.stringify(body['per_account'])
    assert.match(told, new RegExp(`^\\[\\{"account_id":${x},`))
    const twice = await call('schedule_post', { ...draft, social_account_ids: [x, `${x}`] })
    assert.deepEqual(twice.errors, { social_account_ids: ['An id may stand here once only.'] })
  })

  test(`who names an account that there is not hears which there are, once, over ${surface}`, async () => {
    const call = callers(service)[surface]
    const { errors } = await call('schedule_post', {
      ...draft,
      social_account_ids: [neighbour.account_id, x, 999_999],
    })
    const [first, second] = Object.values(errors).flat()
    assert.match(
      first ?? '',
      new RegExp(`^There is no such connected account\\. Connected: .*${x} \\(x:`),
    )
    assert.doesNotMatch(first ?? '', new RegExp(`\\b${neighbour.account_id} \\(`))
    assert.equal(second, 'There is no such connected account.')
    const byName = await call('schedule_post', { ...draft, social_account_ids: ['ada'] })
    assert.deepEqual(byName.errors, {
      'social_account_ids.0': ['Use the id of an account, a whole number from get_accounts.'],
    })
  })
}

test('over MCP an id is not a list, a flag or nothing', async () => {
  for (const id of [[1], true, null, {}, undefined]) {
    const { errors } = await callers(service).mcp('get_post', { id })
    assert.deepEqual(Object.keys(errors), ['id'], JSON.stringify(id))
  }
})

test('__proto__ is a field like any other unknown one', async () => {
  const { status, body } = await service.rest(
    'POST',
    '/api/posts',
    `{"content":"x","social_account_ids":[${x}],"__proto__":{"dry_run":true},"platform_options":{"__proto__":{"x":1}}}`,
  )
  assert.equal(status, 422)
  assert.deepEqual(Object.getOwnPropertyNames(body['errors']).sort(), [
    '__proto__',
    'platform_options.__proto__',
  ])
})

test('nesting of any depth is refused, not followed', async () => {
  const bottomless = `${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`
  const post = `{"content":"x","social_account_ids":[${x}],"platform_options":{"x":${bottomless}}}`
  assert.equal((await service.rest('POST', '/api/posts', post)).status, 422)

  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"schedule_post","arguments":${post}}}`
  const accept = 'application/json, text/event-stream'
  const response = await fetch(`${service.base_url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
      accept,
    },
    body: call,
  })
  assert.ok(response.status < 500, String(response.status))
  assert.match(await response.text(), /levels deep|error/)
})

test('characters are counted as people do: 10,000 of any kind fit', async () => {
  const { code } = await callers(service).rest('schedule_post', {
    ...draft,
    content: '🎉'.repeat(10_000),
  })
  assert.equal(code, undefined)
})

test('what a draft lacks comes back as warnings, and as errors once it is to go out', async () => {
  const { rest } = callers(service)
  const { body } = await rest('schedule_post', { ...draft, content: 'x'.repeat(301) })
  assert.equal((body['warnings'] as string[]).length, 2)
  const { errors } = await rest('publish_now', { id: body['id'] })
  assert.equal(errors['content']?.length, 2)
})
