import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { operations } from '#operations/index.ts'
import { limits } from '#rules/limits.ts'
import { pictureSite } from '../mcp/cases/site.ts'
import { numberAll } from '../events/numbered.ts'
import { type Body, openService } from '../service.ts'
import { type Call, callers, surfaces } from './callers.ts'
import { idOf, newMedia, newNeighbour, stored } from './kit.ts'
import { postIn, states } from './states.ts'

const frozen = new Date()
const site = await pictureSite()
const instead = { now: () => frozen, reachable: [site.origin] }
const service = await openService({ ROLE: 'api', PLAN: 'free' }, instead)
after(async () => {
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
const { rest, mcp } = callers(service)
const kinds = [
  'calendar',
  'series',
  'snippet',
  'account_set',
  'queue',
  'account',
  'key',
  'media',
  'upload',
]
/** What the id is of, where the name does not say so. */
const of: Readonly<Record<string, string>> = { skip_occurrence: 'series', find_people: 'account' }
const needed: Readonly<Record<string, Body>> = {
  find_people: { q: 'ada' },
  replace_media: { with: 1 },
  update_series: { name: 'Other', applies: 'following' },
  get_post_revision: { number: 1 },
  skip_occurrence: { occurrence: '2998-01-01T09:00' },
}
async function changedPost() {
  const id = await postIn('draft', service)
  await rest('update_post', { id, content: 'Changed' })
  return { id, number: 2 }
}
const Bags = z.array(z.record(z.string(), z.unknown()))

test('both surfaces answer the same read with the same payload', async () => {
  const ids = []
  for (const state of states) ids.push(await postIn(state, service))
  const reads: [string, Body][] = [
    ...ids.map((id): [string, Body] => ['get_post', { id }]),
    ['get_post_revision', await changedPost()],
    ['get_accounts', {}],
    ['get_capabilities', {}],
    ['get_library', {}],
    ['get_queue_slots', { count: 3 }],
    ['get_stats', {}],
    ['preview_link', { url: `${site.origin}/page` }],
    ['find_people', { id: service.accounts['x'], q: 'ada' }],
    ['get_account_choices', { id: service.accounts['x'] }],
    ['get_analytics', {}],
    ['get_analytics', { from: '2026-01-01', to: '2026-03-31', platform: 'x' }],
    ['list_post_analytics', { sort: 'likes' }],
    ['get_best_times', {}],
    ['get_audience', {}],
    ...['all', 'draft', 'scheduled', 'published', 'failed'].map((status): [string, Body] => [
      'list_posts',
      { status },
    ]),
    ['list_media', {}],
    ['list_events', { after: 'now' }],
    ['list_activity', { limit: 5 }],
    ['list_account_sets', {}],
    ['list_queues', {}],
    ['list_snippets', {}],
    ['get_utm_templates', {}],
    ['list_labels', {}],
    ['list_calendars', {}],
    ['list_calendar', { from: '2026-11-01', to: '2026-12-31' }],
    ['get_media', { id: await newMedia(service) }],
    ['list_posts', { status: 'all', per_page: 2, page: 2, from: '2020-01-01', deleted: true }],
  ]
  await numberAll(service)
  for (const [name, args] of reads) {
    assert.deepEqual((await mcp(name, args)).body, (await rest(name, args)).body, name)
  }
  const covered = new Set(reads.map(([name]) => name))
  for (const { name, effect, mcp: face, rest: other } of operations) {
    // A link is made anew each time; test/connecting/managing.test.ts has it.
    const isNew = name === 'reconnect_account'
    const isOnBoth = !('absent' in face || 'absent' in other)
    assert.ok(covered.has(name) || effect !== 'reads' || !isOnBoth || isNew, `${name} is compared`)
  }
})

test('both surfaces answer the same call with the same post, but for where it came from', async () => {
  const args = {
    content: 'Twins',
    social_account_ids: Object.values(service.accounts),
    when: '2998-01-01T00:00:00Z',
    first_comment: 'First',
  }
  const [one, two] = [await rest('schedule_post', args), await mcp('schedule_post', args)]
  const { id: _, created_via: via, ...mine } = one.body
  const { id: __, created_via: other, ...theirs } = two.body
  assert.deepEqual([via, other], ['rest', 'mcp'])
  assert.deepEqual(theirs, mine)
})

test('another workspace sees nothing of ours in its lists', async () => {
  const next = callers(service, (await newNeighbour(service)).token)
  assert.equal((await next.rest('list_posts')).body['total'], 0)
  assert.equal((await next.rest('list_posts', { deleted: true })).body['total'], 0)
  assert.equal(Bags.parse((await next.mcp('get_accounts')).body['accounts']).length, 1)
})

for (const surface of surfaces) {
  test(`an id of another workspace is answered exactly like one that does not exist, over ${surface}`, async () => {
    const next = await newNeighbour(service)
    const theirs = callers(service, next.token)
    const post = {
      content: 'Secret',
      social_account_ids: [next.account_id],
      when: '2998-01-01T00:00:00Z',
    }
    const series = {
      post: { content: 'Again', social_account_ids: [next.account_id] },
      rule: 'FREQ=DAILY;COUNT=3',
      starts_at: '2998-01-01T09:00',
    }
    const foreign: Record<string, string> = {
      account: String(next.account_id),
      post: String(idOf((await theirs.rest('schedule_post', post)).body)),
      key: next.id,
      media: String(next.media_id),
      upload: await newUpload(theirs.rest),
      series: String(idOf((await theirs.rest('create_series', series)).body)),
      calendar: String(idOf((await theirs.rest('create_calendar', { name: 'Theirs' })).body)),
      queue: String(
        idOf(
          (
            await theirs.rest('create_queue', {
              name: 'Theirs',
              times: [{ weekday: 'mon', time: '09:00' }],
            })
          ).body,
        ),
      ),
      snippet: String(
        idOf((await theirs.rest('create_snippet', { name: 'Theirs', content: 'Yours' })).body),
      ),
      account_set: String(
        idOf(
          (
            await theirs.rest('create_account_set', {
              name: 'Theirs',
              account_ids: [next.account_id],
            })
          ).body,
        ),
      ),
    }
    const call = callers(service)[surface]
    const before = await stored(service)
    for (const { name, input, [surface]: face } of operations) {
      if ('absent' in face || !takesId(input)) continue
      // A chunk is refused for its offset first; test/media/uploads.test.ts has its case.
      if ('takes' in face && face.takes === 'bytes') continue
      const named = of[name] ?? name
      const kind = kinds.find((each) => `_${named}_`.includes(`_${each}_`)) ?? 'post'
      const answers = []
      const never = kind === 'upload' ? '00000000-0000-4000-8000-000000000000' : '987654'
      for (const id of [foreign[kind] ?? '', never]) {
        const { code, body } = await call(name, { id, ...needed[name] })
        assert.equal(code, `${kind}_not_found`, name)
        answers.push(JSON.stringify(body).replaceAll(id, 'ID'))
      }
      assert.equal(answers[0], answers[1], name)
    }
    assert.deepEqual(await stored(service), before)
  })
}

test('capabilities say every limit and every platform, each with its options', async () => {
  const { body } = await rest('get_capabilities')
  const { monthly_posts, storage_bytes, ...said } = z
    .record(z.string(), z.unknown())
    .parse(body['limits'])
  assert.deepEqual(said, {
    max_upload_bytes: 400 * 1024 * 1024,
    single_upload_bytes: limits.single_upload_bytes,
    chunk_size: limits.chunk_size,
    content_chars: 10_000,
    alt_text_chars: 500,
    tag_chars: 50,
    per_page_max: 200,
    accounts_per_post: limits.accounts_per_post,
    media_per_post: limits.media_per_post,
    open_uploads: { limit: limits.open_uploads, used: 0, remaining: limits.open_uploads },
  })
  assert.deepEqual(Object.keys(storage_bytes as Body), ['limit', 'used', 'remaining'])
  assert.deepEqual(Object.keys(monthly_posts as Body), ['limit', 'used', 'remaining', 'resets_at'])
  const options = z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .parse(body['platform_options'])
  assert.deepEqual(Object.keys(options), Object.keys(manifests))
  assert.deepEqual(Object.keys(options['x'] ?? {}), [
    'reply_settings',
    'made_with_ai',
    'paid_partnership',
    'poll',
  ])
  const platforms = z
    .record(
      z.string(),
      z.looseObject({
        text: z.object({ max: z.number(), counting: z.string(), optional: z.boolean() }),
      }),
    )
    .parse(body['platforms'])
  assert.equal(platforms['x']?.text.max, 280)
  assert.equal(platforms['bluesky']?.text.counting, 'at most 300 graphemes and at most 3000 bytes')
})

test('an account says how it is and where a person reconnects it, and nothing of its tokens', async () => {
  const { body } = await rest('get_accounts')
  const accounts = Bags.parse(body['accounts'])
  assert.deepEqual(accounts.map(({ platform }) => String(platform)).sort(), ['bluesky', 'x'])
  for (const account of accounts) {
    assert.deepEqual(Object.keys(account).sort(), [
      'avatar_url',
      'connected_at',
      'health',
      'health_message',
      'id',
      'kind',
      'name',
      'platform',
      'reconnect_url',
      'sandbox',
      'token_expires_at',
      'username',
      'waits_for',
    ])
    assert.equal(account['health'], 'healthy')
    assert.equal(account['sandbox'], true)
    assert.match(
      String(account['reconnect_url']),
      new RegExp(`/connect/${String(account['platform'])}\\?ticket=`),
    )
  }
})

function takesId(input: z.ZodType) {
  return (
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).required?.includes('id') ?? false
  )
}

async function newUpload(call: Call) {
  const file = { filename: 'a.png', mime_type: 'image/png', size_bytes: 1 }
  const { body } = await call('open_upload', file)
  return z.object({ upload_id: z.string() }).parse(body).upload_id
}
