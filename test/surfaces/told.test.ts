/** What a caller says twice, in vain or not at all is told, by the name that the caller gave it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { countings } from './countings.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { inAnHour, newPost } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0 } = service.accounts
const post = { content: 'Hello', social_account_ids: [x] }

for (const scheduled_at of ['tomorrow', '2026-13-01T00:00:00Z', '1760000000', 'now', 'draft', '']) {
  test(`${scheduled_at || 'nothing'} in scheduled_at is an error of scheduled_at, in a new post and in a change`, async () => {
    const id = await newPost(service, { when: inAnHour() })
    for (const [name, args] of [
      ['schedule_post', post],
      ['update_post', { id }],
    ] as const) {
      for (const surface of surfaces) {
        const { code, errors } = await both[surface](name, { ...args, scheduled_at })
        assert.equal(code, 'invalid', `${name} over ${surface}`)
        assert.deepEqual(Object.keys(errors), ['scheduled_at'], `${name} over ${surface}`)
        assert.match(errors['scheduled_at']?.[0] ?? '', /^Use an ISO 8601 time/)
      }
    }
  })
}

test('taking the time away is refused with the way to do it, together with whatever else is wrong', async () => {
  const id = await newPost(service, { when: inAnHour() })
  const refused = await service.rest('PUT', `/api/posts/${id}`, { scheduled_at: null, content: 7 })
  assert.equal(refused.status, 422)
  const errors = z.record(z.string(), z.array(z.string())).parse(refused.body['errors'])
  assert.deepEqual(Object.keys(errors).toSorted(), ['content', 'scheduled_at'])
  assert.match(errors['scheduled_at']?.[0] ?? '', /when: draft/)
  const still = (await rest('get_post', { id })).body
  assert.deepEqual([still['status'], still['content']], ['scheduled', 'Hello'])
  const moved = await service.rest('PUT', `/api/posts/${id}`, { scheduled_at: null, when: 'draft' })
  assert.deepEqual([moved.status, moved.body['status']], [200, 'draft'])
})

test('when decides over publish_now, and says so', async () => {
  const note = 'publish_now was ignored because when was given.'
  const draft = (await rest('schedule_post', { ...post, when: 'draft', publish_now: true })).body
  assert.equal(draft['status'], 'draft')
  assert.deepEqual(draft['warnings'], [note])
  const id = Number(draft['id'])
  const later = { id, when: inAnHour(), publish_now: true }
  assert.deepEqual((await rest('update_post', later)).body['warnings'], [note])
  const same = await rest('schedule_post', {
    ...post,
    content: 'At once',
    when: 'now',
    publish_now: true,
  })
  assert.deepEqual(same.body['warnings'], [])
})

test('at once and later is refused, in a new post, a change, a table of many and a rehearsal, and nothing goes out', async () => {
  const id = await newPost(service, { when: inAnHour() })
  const both_times = { publish_now: true, scheduled_at: inAnHour() }
  const calls = [
    ['POST', '/api/posts', { ...post, ...both_times }],
    ['POST', '/api/posts', { ...post, ...both_times, dry_run: true }],
    ['POST', '/api/posts', { ...post, ...both_times, when: 'draft' }],
    ['PUT', `/api/posts/${id}`, both_times],
  ] as const
  for (const [method, path, body] of calls) {
    const refused = await service.rest(method, path, body)
    assert.equal(refused.status, 422, JSON.stringify(body))
    const errors = z.record(z.string(), z.array(z.string())).parse(refused.body['errors'])
    assert.deepEqual(Object.keys(errors), ['scheduled_at'])
    assert.match(errors['scheduled_at']?.[0] ?? '', /not both/)
  }
  const many = await service.rest('POST', '/api/posts/batch', {
    posts: [{ ...post, ...both_times }],
  })
  assert.match(JSON.stringify(many.body), /not both/)
  assert.equal(many.body['created'], 0)
  const still = (await rest('get_post', { id })).body
  assert.equal(still['status'], 'scheduled')
  assert.equal(still['published_at'], null)

  const all = await service.rest('POST', '/api/posts', { ...post, ...both_times, content: 7 })
  assert.deepEqual(Object.keys(all.body['errors'] ?? {}).toSorted(), ['content', 'scheduled_at'])
  for (const more of [{ publish_now: false }, { publish_now: true, scheduled_at: null }]) {
    const words = { ...post, content: `Once: ${JSON.stringify(more)}`, scheduled_at: inAnHour() }
    assert.equal((await service.rest('POST', '/api/posts', { ...words, ...more })).status, 201)
  }
})

test('options for a platform to which nothing goes are kept, and told', async () => {
  const platform_options = { x: { made_with_ai: true }, linkedin: { visibility: 'PUBLIC' } }
  for (const surface of surfaces) {
    const { body } = await both[surface]('schedule_post', {
      ...post,
      content: `Over ${surface}`,
      when: 'draft',
      platform_options,
    })
    assert.deepEqual(body['platform_options'], platform_options)
    assert.deepEqual(body['warnings'], [
      'platform_options.linkedin was kept and does nothing: no account of this post is there.',
    ])
  }
})

test('what is missing is called missing, and what is of the wrong kind is told the right one', async () => {
  const cases: [string, string, unknown, Record<string, string>][] = [
    [
      'POST',
      '/api/posts',
      {},
      { content: 'This field is required.', social_account_ids: 'This field is required.' },
    ],
    ['POST', '/api/posts', { ...post, publish_now: 'yes' }, { publish_now: 'Use true or false.' }],
    ['POST', '/api/posts', { ...post, media_ids: 7 }, { media_ids: 'Use a list.' }],
    [
      'POST',
      '/api/posts',
      { ...post, social_account_ids: [1.5] },
      { 'social_account_ids.0': 'Use the id of an account, a whole number from get_accounts.' },
    ],
    [
      'POST',
      '/api/posts',
      { ...post, platform_content: [{}] },
      { 'platform_content.0.account_id': 'This field is required.' },
    ],
    [
      'PATCH',
      '/api/media/uploads/00000000-0000-4000-8000-000000000000',
      undefined,
      { offset: 'This field is required.' },
    ],
    // One sentence of what is not a day at all, and none of its year.
    [
      'GET',
      '/api/analytics?from=monday',
      undefined,
      { from: 'Use a date that exists, such as 2026-11-20.' },
    ],
    [
      'GET',
      '/api/calendar?from=monday&to=2026-11-20',
      undefined,
      { from: 'Use a date such as 2026-11-20.' },
    ],
    [
      'GET',
      '/api/series/preview?rule=every+monday&starts_at=monday',
      undefined,
      {
        rule: '“EVERY MONDAY” is no NAME=VALUE, as in FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10.',
        starts_at: 'Use a local time such as 2026-11-20T09:00, without a zone.',
      },
    ],
    ['GET', '/api/posts?per_page=many', undefined, { per_page: 'Use a whole number.' }],
    [
      'GET',
      '/api/posts?status=gone',
      undefined,
      { status: 'Use draft, scheduled, published, failed or all.' },
    ],
  ]
  for (const [method, path, body, expected] of cases) {
    const bytes = method === 'PATCH' ? { 'content-type': 'application/octet-stream' } : {}
    const answer = await service.rest(
      method,
      path,
      body ?? (method === 'PATCH' ? 'x' : undefined),
      bytes,
    )
    assert.equal(answer.status, 422, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    const errors = z.record(z.string(), z.array(z.string())).parse(answer.body['errors'])
    const told = Object.fromEntries(
      Object.entries(errors).map(([field, texts]) => [field, texts.join(' ')]),
    )
    assert.deepEqual(told, expected, `${method} ${path}`)
  }
})

const Text = z.object({
  max: z.number(),
  unit: z.enum(['utf16_units', 'code_points', 'graphemes', 'bytes', 'weighted', 'occurrences']),
})
const Platforms = z.record(
  z.string(),
  z.looseObject({
    text: Text.extend({ with_media: z.record(z.string(), Text) }).loose(),
    first_comment: z.boolean(),
    first_comment_text: Text.loose().nullable(),
  }),
)

test('what a text may have beside photos is told where it is another', async () => {
  const platforms = Platforms.parse((await rest('get_capabilities')).body['platforms'])
  const told = Object.entries(platforms).flatMap(([id, { text }]) =>
    Object.entries(text.with_media).map(([family, { max, unit }]) => [id, family, max, unit]),
  )
  assert.deepEqual(told, [['tiktok', 'image', 4000, 'utf16_units']])
  assert.equal(platforms['tiktok']?.text.max, 2200)
})

test('a program that counts by the unit of the capabilities agrees with the service to the last one', async () => {
  const platforms = Platforms.parse((await rest('get_capabilities')).body['platforms'])
  for (const [id, { text, first_comment, first_comment_text }] of Object.entries(platforms)) {
    assert.equal(first_comment_text !== null, first_comment, id)
    for (const rule of [
      { field: 'text', ...text },
      { field: 'comment', ...first_comment_text },
    ]) {
      const { max, unit, field } = rule
      const count = unit && countings[unit]
      if (!count || max === undefined) continue
      assert.deepEqual(
        countings.limit(id, field),
        { max, of: ['a', 'é', '👍🏽', '👨‍👩‍👧'].map((letter) => count(letter)) },
        `${id} ${field}`,
      )
    }
  }
})
