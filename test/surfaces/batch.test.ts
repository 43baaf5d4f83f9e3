/** Many posts in one call: as many single ones would make, each told by itself. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService, type Body } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { inAnHour, newAccount, newMedia, newNeighbour, setAccountHealth } from './kit.ts'
import { leashed } from './leashed.ts'

const clock = new Date()
/** Set: each look at the clock shows a millisecond more. */
let ticks: number | undefined
const now = () => (ticks === undefined ? clock : new Date(clock.getTime() + ++ticks))
const service = await openService({ ROLE: 'api' }, { now })
after(() => service[Symbol.asyncDispose]())
const social_account_ids = Object.values(service.accounts)
const [mine = 0] = social_account_ids
const both = callers(service)
const { rest } = both

const later = '2900-01-01T09:00:00Z'
const post = (more: Body = {}) => ({ content: 'Many', social_account_ids, when: later, ...more })

const Results = z.object({
  results: z.array(
    z.looseObject({
      index: z.int(),
      post: z.looseObject({ id: z.int() }).optional(),
      existed: z.boolean().optional(),
      code: z.string().optional(),
      errors: z.record(z.string(), z.array(z.string())).optional(),
      resets_at: z.string().optional(),
    }),
  ),
  created: z.int(),
  failed: z.int(),
})

async function batch(call: typeof rest, posts: readonly unknown[], more: Body = {}) {
  const { code, body, errors } = await call('schedule_posts', { posts, ...more })
  if (code !== undefined) return { code, errors, results: [], created: 0, failed: 0, body }
  return { code, errors, body, ...Results.parse(body) }
}

const count = async (workspace_id?: number) => {
  const of = workspace_id === undefined ? '' : `where workspace_id = ${workspace_id}`
  const { rows } = await service.query(`select count(*)::int as n from posts ${of}`)
  return Number(rows[0]?.['n'])
}

const kinds: Record<string, Body> = {
  'a draft': { when: 'draft' },
  'one for now': { when: 'now' },
  'one for soon': { when: inAnHour(clock) },
  'one by a clock of the workspace': { when: '2900-07-01T09:00' },
  'one by a clock elsewhere': { when: '2900-07-01T09:00', timezone: 'Europe/Berlin' },
  'one with all that is kept': {
    external_id: 'a "quoted" \\ id',
    metadata: { b: 1, a: [null] },
    labels: ['"x"', 'y'],
    note: 'n',
  },
  'one with texts of its own': {
    first_comment: 'First',
    in_doubt: 'ask',
    platform_content: [{ account_id: mine, content: 'Own' }],
    platform_options: { x: { reply_settings: 'following' } },
  },
}

test('what is made is answered as it is read afterwards, and as a single call makes it', async () => {
  const media_ids = [
    await newMedia(service, { alt_text: 'A picture' }),
    await newMedia(service),
  ].toReversed()
  const all = [...Object.values(kinds), { media_ids }]
  const { results, created, failed } = await batch(rest, all.map(post))
  assert.deepEqual([created, failed], [all.length, 0])
  for (const [index, { post: made }] of results.entries()) {
    assert.ok(made)
    const read = (await rest('get_post', { id: made.id })).body
    assert.deepEqual(settled(made), settled(read))
    const alone = await rest('schedule_post', {
      ...post(all[index]),
      external_id: `alone ${index}`,
    })
    const { external_id: _, ...others } = settled(alone.body)
    const { external_id: __, ...these } = settled(made)
    assert.deepEqual(these, others)
  }
})

/** But for what has to differ, and what only one of them tells. */
function settled(body: Body): Body {
  const {
    id: _,
    duplicate_of: __,
    warnings: ___,
    problems: ____,
    created_by: _____,
    per_account,
    ...rest_of_it
  } = body
  const accounts = z.array(z.looseObject({})).parse(per_account)
  return { ...rest_of_it, per_account: accounts.map(({ attempts: ______, ...each }) => each) }
}

for (const surface of surfaces) {
  test(`rows that are wrong are told by their fields, and the others are made, over ${surface}`, async () => {
    const call = both[surface]
    const { results, created, failed } = await batch(call, [
      post({ when: 'draft', content: `${surface} 1` }),
      post({ content: 'x'.repeat(10_001), media_ids: [987_654], odd: 1 }),
      post({ when: '2001-01-01T00:00:00Z' }),
      post({ social_account_ids: [987_654] }),
      post({ when: 'next_slot' }),
      post({ dry_run: true }),
      post({ content: `${surface} 2` }),
    ])
    assert.deepEqual([created, failed], [2, 5])
    assert.deepEqual(
      results.map(({ code, errors = {} }) => [code, ...Object.keys(errors).toSorted()]),
      [
        [undefined],
        ['invalid', 'content', 'media_ids.0', 'odd'],
        ['invalid', 'when'],
        ['invalid', 'social_account_ids.0'],
        ['no_queue_slots'],
        ['invalid', 'dry_run'],
        [undefined],
      ],
    )
  })

  test(`all or nothing makes nothing when one is refused, and says all that is wrong, over ${surface}`, async () => {
    const before = await count()
    const posts = [post({ content: surface }), post({ when: 'soon' }), post({ when: 'next_slot' })]
    const { code, errors } = await batch(both[surface], posts, { all_or_nothing: true })
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), ['posts.1.when', 'posts.2'])
    assert.equal(await count(), before)
  })

  test(`a rehearsal tells the same and writes nothing, over ${surface}`, async () => {
    const before = await count()
    const { results, created, failed, body } = await batch(
      both[surface],
      [post({ content: `dry ${surface}` }), post({ when: 'soon' })],
      { dry_run: true },
    )
    assert.deepEqual([created, failed, body['dry_run'], results[0]?.post?.id], [1, 1, true, 0])
    assert.equal(await count(), before)
  })

  test(`sent again, what has an id is there already; with another text it is refused, over ${surface}`, async () => {
    const posts = [
      post({ external_id: `${surface} 1`, content: `${surface} one`, note: 'a' }),
      post({ external_id: `${surface} 2`, content: `${surface} two`, when: 'draft' }),
    ]
    const first = await batch(both[surface], posts)
    assert.equal(first.created, 2)
    const again = await batch(both[surface], [
      ...posts,
      post({ external_id: `${surface} 1`, content: 'Another' }),
      post({ external_id: `${surface} 1`, content: `${surface} one`, note: 'b' }),
      post({
        external_id: `${surface} 1`,
        content: `${surface} one`,
        note: 'a',
        when: inAnHour(clock),
      }),
    ])
    assert.deepEqual(
      again.results.map(({ existed }) => existed),
      [true, true, undefined, undefined, undefined],
    )
    assert.deepEqual(
      again.results.map(({ code }) => code).slice(2),
      Array(3).fill('external_id_taken'),
    )
    assert.equal(again.results[0]?.post?.id, first.results[0]?.post?.id)
    assert.equal(again.created, 0)
  })
}

test('sent again it is there already, however its thread and options were written', async () => {
  const [, second = 0] = social_account_ids
  const thread = [{ content: 'Behind' }]
  const langs = { reply_control: 'nobody', langs: ['en'] }
  const posts = [
    { split: 'numbered', content: 'To be cut, as it is too long for one. '.repeat(9).trim() },
    { split: 'plain' },
    { thread: [] },
    { thread },
    { platform_content: [{ account_id: second, content: 'Own', thread }] },
    { platform_options: { x: { reply_settings: 'following' }, bluesky: langs } },
    { platform_options: { bluesky: langs, x: { reply_settings: 'following' } } },
  ].map((more, at) => post({ when: 'draft', ...more, external_id: `written ${at}` }))
  assert.equal((await batch(rest, posts)).created, posts.length)
  const again = await batch(rest, posts)
  assert.deepEqual(
    again.results.map(({ existed }) => existed),
    posts.map(() => true),
  )
  const [, , none] = posts
  const other = await batch(rest, [{ ...none, thread }])
  assert.deepEqual(
    other.results.map(({ code }) => code),
    ['external_id_taken'],
  )
})

test('an id that stands twice in one call is made once', async () => {
  const one = post({ external_id: 'twice in one' })
  const { results, created } = await batch(rest, [one, one, { ...one, content: 'Other' }])
  assert.equal(created, 1)
  assert.deepEqual(
    results.map(({ existed, code }) => existed ?? code),
    [false, true, 'external_id_taken'],
  )
})

test('a row that is no post at all is told by its place, beside what is wrong with the others', async () => {
  for (const surface of surfaces) {
    const call = both[surface]
    const rows = [5, post({ content: 7 }), null, post({ content: `Sound ${surface}` }), [post()]]
    const { results, created } = await batch(call, rows)
    assert.equal(created, 1, surface)
    const [number, content, nothing, made, list] = results
    for (const row of [number, nothing, list])
      assert.deepEqual([row?.code, row?.errors], ['invalid', { body: ['Use an object.'] }], surface)
    assert.deepEqual(Object.keys(content?.errors ?? {}), ['content'])
    assert.ok(made?.post)
    const others = rows.with(3, post({ content: `None ${surface}` }))
    const none = await call('schedule_posts', { posts: others, all_or_nothing: true })
    const fields = ['posts.0.body', 'posts.1.content', 'posts.2.body', 'posts.4.body']
    assert.deepEqual(Object.keys(none.errors), fields, surface)
  }
})

test('the same key answers the same, and makes nothing again', async () => {
  const posts = [post({ content: 'Once' }), post({ when: 'soon' })]
  const first = await rest('schedule_posts', { posts }, { idempotency_key: 'batch' })
  const before = await count()
  const second = await rest('schedule_posts', { posts }, { idempotency_key: 'batch' })
  assert.deepEqual([second.replayed, second.body], [true, first.body])
  assert.equal(await count(), before)
})

test('what is on schedule is charged, and a limited plan lets as many through as are left', async () => {
  const { workspace_id, token, account_id } = await newNeighbour(service, 'free')
  const there = callers(service, token).rest
  const posts = Array.from({ length: 33 }, (_, at) =>
    post({ content: `${at}`, social_account_ids: [account_id], when: at === 0 ? 'draft' : later }),
  )
  const { results, created, failed } = await batch(there, posts)
  assert.deepEqual([created, failed], [31, 2])
  const last = results.at(-1)
  assert.deepEqual([last?.code, typeof last?.resets_at], ['plan_limit_reached', 'string'])
  assert.equal(await count(workspace_id), 31)
  const free = await newNeighbour(service)
  const other = callers(service, free.token).rest
  await batch(
    other,
    posts.map((each) => ({ ...each, social_account_ids: [free.account_id] })),
  )
  const { posts_this_month: told } = z
    .looseObject({ posts_this_month: z.looseObject({ used: z.int() }) })
    .parse((await other('get_stats')).body)
  assert.equal(told.used, 32)
})

test('a leash is felt by each post: other accounts, approval, and posts a day with their reset', async () => {
  const [x = 0, other = 0] = social_account_ids
  const bound = await leashed(service, { account_ids: [x], posts_per_day: 2 })
  const posts = [
    post({ social_account_ids: [x] }),
    post({ social_account_ids: [other] }),
    post({ social_account_ids: [x] }),
    post({ social_account_ids: [x] }),
    post({ social_account_ids: [x], when: 'draft' }),
  ]
  const { results } = await batch(bound.rest, posts)
  assert.deepEqual(
    results.map(({ code }) => code),
    [undefined, 'invalid', undefined, 'too_many_requests', undefined],
  )
  assert.equal(typeof results[3]?.resets_at, 'string')
  const asking = await leashed(service, { needs_approval: true })
  ticks = 0
  const asked = await batch(asking.rest, [post(), post({ when: 'draft' }), post()])
  assert.ok(ticks > 1)
  ticks = undefined
  assert.deepEqual(
    asked.results.map(({ post: made }) => [made?.['status'], made?.['approval'] !== null]),
    [
      ['draft', true],
      ['draft', false],
      ['draft', true],
    ],
  )
  const Asked = z.looseObject({ approval: z.object({ asked_at: z.string() }) })
  const since = [0, 2].map((row) => Asked.parse(asked.results[row]?.post).approval.asked_at)
  assert.equal(since[0], since[1], 'what one call asked for has its time in common')
  const drafting = await leashed(service, { actions: ['draft'] })
  const drafts = await batch(drafting.rest, [post(), post({ when: 'draft' })])
  assert.deepEqual(
    drafts.results.map(({ code }) => code),
    ['forbidden', undefined],
  )
})

test('an account that has to be connected again refuses its posts alone', async () => {
  const { token, workspace_id, account_id } = await newNeighbour(service)
  const { id } = await newAccount(service, workspace_id)
  await setAccountHealth(service, id, 'needs_reconnect')
  const { results } = await batch(callers(service, token).rest, [
    post({ social_account_ids: [id] }),
    post({ social_account_ids: [account_id] }),
    post({ social_account_ids: [id], when: 'draft' }),
  ])
  assert.deepEqual(
    results.map(({ code }) => code),
    ['account_inactive', undefined, undefined],
  )
})

test('open slots are taken one after the other', async () => {
  const home = await newNeighbour(service)
  const there = callers(service, home.token).rest
  const days = ['mon', 'tue', 'wed'].map((weekday) => ({ weekday, time: '09:00' }))
  for (const { weekday, time } of days)
    await service.query(
      `insert into schedule_entries (workspace_id, account_id, weekday, time) values (${home.workspace_id}, null, '${weekday}', '${time}')`,
    )
  const next = post({ social_account_ids: [home.account_id], when: 'next_slot' })
  const { results, created } = await batch(there, [next, { ...next, when: later }, next, next])
  assert.equal(created, 4)
  const times = results.map(({ post: made }) => String(made?.['scheduled_at']))
  assert.equal(new Set(times).size, 4)
  const [first = '', , second = '', third = ''] = times
  assert.ok(first < second && second < third)
})

test('over REST 500 go at once and no more, over MCP 50', async () => {
  const posts = Array.from({ length: 501 }, (_, at) => post({ content: `${at}`, when: 'draft' }))
  assert.equal((await batch(rest, posts.slice(0, 500))).created, 500)
  assert.deepEqual(Object.keys((await batch(rest, posts)).errors), ['posts'])
  assert.deepEqual(Object.keys((await batch(both.mcp, posts.slice(0, 51))).errors), ['posts'])
  assert.deepEqual(Object.keys((await batch(rest, [])).errors), ['posts'])
})

test('batches with the same ids at once make each post once, and none waits for another that waits for it', async () => {
  const posts = Array.from({ length: 40 }, (_, at) =>
    post({ external_id: `race ${at}`, content: `${at}` }),
  )
  // A sequence keeps what is rolled back: whoever gave way to another would be counted again.
  for (const text of [
    'create sequence written',
    `create function count_written() returns trigger language plpgsql as
      $$ begin perform nextval('written'); return new; end $$`,
    'create trigger written before insert on posts for each row execute function count_written()',
  ])
    await service.query(text)
  const done = await Promise.all(
    [0, 1, 2, 3].map((turn) => batch(rest, turn % 2 ? posts.toReversed() : posts)),
  )
  assert.equal(
    done.reduce((sum, { created }) => sum + created, 0),
    40,
  )
  for (const { results } of done) assert.ok(results.every(({ post: made }) => made !== undefined))
  const { rows } = await service.query('select last_value::int as n from written')
  assert.equal(rows[0]?.['n'], 40)
})

test('what others keep in the way for every try is sent again later: 503, and nothing is done', async () => {
  await service.query(`
    create function in_the_way() returns trigger language plpgsql as
      $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`)
  await service.query(
    'create trigger in_the_way before insert on posts for each row execute function in_the_way()',
  )
  const before = await count()
  const posts = [post({ external_id: 'in the way' }), post({})]
  for (const [name, body] of [
    ['schedule_posts', { posts }],
    ['schedule_post', posts[1]],
  ] as const) {
    const { code, body: error } = await rest(name, body)
    assert.deepEqual([code, error['retry_after']], ['unavailable', 1])
  }
  await service.query('drop trigger in_the_way on posts')
  assert.equal(await count(), before)
  assert.equal((await batch(rest, posts)).created, 2)
})
