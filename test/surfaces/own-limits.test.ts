/** What an account may write, where it may write more than others of its platform. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countings, measureBy } from '@crier/sdk/measure'
import { sql } from 'kysely'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { openService, type TestService } from '../service.ts'
import { callers } from './callers.ts'
import { demoWorkspace, newAccount, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'

const now = new Date('2026-11-22T09:00:00Z')
let service: TestService

before(async () => {
  service = await openService({ ROLE: 'api' }, { now: () => now })
})
after(async () => service[Symbol.asyncDispose]())

test('an account with limits of its own is told with them, the others are not', async () => {
  const before = await service.rest('GET', '/api/capabilities')
  assert.equal(before.body['accounts'], undefined)
  await service.query(
    `update accounts set settings = settings || '{"subscription_type":"Premium"}' where platform = 'x'`,
  )
  const { body } = await service.rest('GET', '/api/capabilities')
  const [own] = body['accounts'] as { account_id: number; text: { max: number; unit: string } }[]
  assert.equal(own?.account_id, service.accounts['x'])
  assert.equal(own?.text.max, 25_000)
  assert.equal(own?.text.unit, 'weighted')
  const other = await service.rest('GET', '/api/capabilities?platforms=bluesky')
  assert.equal(other.body['accounts'], undefined)
})

const TextLimit = z.object({ max: z.number(), counting: z.string(), of: z.string().optional() })
const Limits = z.object({
  account_limits: z.array(
    z.looseObject({
      account_id: z.number(),
      platform: z.string(),
      text: z.array(TextLimit),
      first_comment_text: z.array(TextLimit).nullable(),
      media: z.record(z.string(), z.looseObject({ max_duration: z.number().optional() })),
      first_comment: z.boolean(),
      kinds: z.record(z.string(), z.looseObject({ media: z.record(z.string(), z.unknown()) })),
      daily: z
        .object({ limit: z.number(), used: z.number(), resets_at: z.string().nullable() })
        .nullable(),
    }),
  ),
})

async function limitsOf(...account_ids: number[]) {
  const { body } = await service.rest('GET', `/api/capabilities?account_ids=${account_ids.join()}`)
  return Limits.parse(body).account_limits
}

async function connected(platform: string, settings: Record<string, unknown> = {}) {
  return (await newAccount(service, await demoWorkspace(service), platform, settings)).id
}

test('every account that is asked for is told, in the order of the question', async () => {
  const ids = await Promise.all(Object.keys(manifests).map((platform) => connected(platform)))
  const told = await limitsOf(...ids, ids[0] ?? 0)
  assert.deepEqual(
    told.map(({ account_id, platform }) => [account_id, platform]),
    Object.keys(manifests).map((platform, index) => [ids[index], platform]),
  )
  assert.equal((await service.rest('GET', '/api/capabilities')).body['account_limits'], undefined)
})

test('a program that counts by the word of a limit counts as the service does', async () => {
  const ids = await Promise.all(Object.keys(manifests).map((platform) => connected(platform)))
  for (const { platform, text, first_comment_text } of await limitsOf(...ids)) {
    const manifest = manifests[platform] ?? assert.fail(platform)
    const comments = manifest.first_comment ? (manifest.comment?.() ?? manifest.text()) : null
    for (const [told, rules] of [
      [text, manifest.text()],
      [first_comment_text, comments],
    ] as const) {
      assert.equal(told?.length, rules?.length, platform)
      for (const [index, { max, counting, of }] of (told ?? []).entries()) {
        const rule = rules?.[index] ?? assert.fail(platform)
        assert.deepEqual([max, of], [rule.max, counting === 'occurrences' ? rule.unit : undefined])
        for (const word of ['a', 'é', '👍🏽', '👨‍👩‍👧', 'https://example.com/a']) {
          const count = measureBy(z.enum(countings).parse(counting), word)
          assert.equal(count ?? rule.measure(word), rule.measure(word), `${platform} ${counting}`)
        }
      }
    }
  }
})

test('limits are those of the account: X Premium, a shorter video on TikTok, no comments on LinkedIn', async () => {
  const [premium, brief, still] = await limitsOf(
    await connected('x', { subscription_type: 'Premium' }),
    await connected('tiktok', { max_video_seconds: 60 }),
    await connected('linkedin', { comments: false }),
  )
  assert.deepEqual(premium?.text[0], { max: 25_000, counting: 'x_weighted' })
  assert.equal(brief?.media['video']?.max_duration, 60)
  const inbox = z.looseObject({ max_duration: z.number() })
  assert.equal(inbox.parse(brief?.kinds['inbox']?.media['video']).max_duration, 60)
  assert.deepEqual([still?.first_comment_text, still?.first_comment], [null, false])
  const [plain, open] = await limitsOf(await connected('tiktok'), await connected('linkedin'))
  assert.equal(plain?.media['video']?.max_duration, 600)
  assert.deepEqual(open?.first_comment_text, [{ max: 1250, counting: 'utf16' }])
})

test('what went out in 24 hours is counted, a thread as its parts, until it is a day old', async () => {
  const [x, facebook] = [await connected('x'), await connected('facebook')]
  const workspace_id = await demoWorkspace(service)
  await sql`
    with made as (
      insert into posts (workspace_id, content, status, created_via, created_by, created_at, updated_at)
      select ${workspace_id}, 'Post ' || i, 'published', 'rest', 'key:1', ${now}, ${now} from generate_series(1, 4) i
      returning id, content)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, published_at, lease_until, parts)
    select ${workspace_id}, id, ${x}, 0, 'x', true, case when content = 'Post 4' then 'publishing' else 'published' end,
      case content when 'Post 1' then ${now}::timestamptz - interval '25 hours' when 'Post 2' then ${now}::timestamptz - interval '5 hours'
        when 'Post 3' then ${now}::timestamptz - interval '2 hours' end,
      case when content = 'Post 4' then ${now}::timestamptz + interval '1 hour' end,
      case when content = 'Post 3' then '[{"content":"a"},{"content":"b"},{"content":"c"}]'::jsonb end
    from made`.execute(service.db)
  const [told, none] = await limitsOf(x, facebook)
  // Post 2, three parts of post 3, and post 4, which is under way.
  assert.deepEqual(told?.daily, { limit: 2400, used: 5, resets_at: '2026-11-23T04:00:00.000Z' })
  assert.equal(none?.daily, null)
  const [idle] = await limitsOf(await connected('bluesky'))
  assert.deepEqual(idle?.daily, { limit: 11_666, used: 0, resets_at: null })
})

test('accounts that are not there for the caller are named, with whatever else is wrong', async () => {
  const { account_id } = await newNeighbour(service)
  const { x = 0, bluesky = 0 } = service.accounts
  const { rest } = callers(service)
  const key = await leashed(service, { account_ids: [x] })
  for (const [call, args, fields] of [
    [rest, { account_ids: `${x},${account_id}`, platforms: 'odd' }, ['account_ids.1', 'platforms']],
    [key.rest, { account_ids: `${x},${bluesky}` }, ['account_ids.1']],
    [rest, { account_ids: 'x,0' }, ['account_ids.0', 'account_ids.1']],
  ] as const) {
    const { code, errors } = await call('get_capabilities', args)
    assert.deepEqual([code, Object.keys(errors).toSorted()], ['invalid', fields])
  }
})
