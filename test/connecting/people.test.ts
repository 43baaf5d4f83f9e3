/** Whom a text may mention on an account: asked of the platform, told as a post takes it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { demoWorkspace, newAccount, newNeighbour } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { openService } from '../service.ts'
import { accountInSandbox } from './sandboxed.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { bluesky = 0, x = 0 } = service.accounts
const People = z.object({
  supported: z.boolean(),
  people: z.array(
    z.looseObject({ name: z.string(), mention: z.string(), option: z.string().nullable() }),
  ),
})
const found = async (id: number, q: string, call = rest) => {
  const { code, body } = await call('find_people', { id, q })
  assert.equal(code, undefined, JSON.stringify(body))
  return People.parse(body)
}

test('people on Bluesky are found by the beginning of a handle or a name, the same on both surfaces', async () => {
  for (const surface of surfaces) {
    const { supported, people } = await found(bluesky, ' @ben ', both[surface])
    assert.deepEqual(
      [supported, people.map(({ name, mention, option }) => [name, mention, option])],
      [true, [['Ben Okri', '@ben.sandbox.test', null]]],
    )
  }
  assert.equal((await found(bluesky, 'love')).people[0]?.name, 'Ada Lovelace')
  assert.equal((await found(bluesky, 'crowd')).people.length, 10)
  assert.deepEqual((await found(bluesky, 'nobody at all')).people, [])
})

test('a mention that was found is one in the post', async () => {
  const [ben] = (await found(bluesky, 'ben')).people
  const { body } = await rest('schedule_post', {
    content: `Thanks, ${ben?.mention}!`,
    social_account_ids: [bluesky],
    when: 'now',
  })
  const post = await service.rest('GET', `/api/posts/${String(body['id'])}?wait=25`)
  assert.equal(post.body['outcome'], 'published', JSON.stringify(post.body['per_account']))
  const [received] = (await service.received('bluesky')).filter(
    ({ text }) => text === `Thanks, ${ben?.mention}!`,
  )
  assert.match(
    JSON.stringify(received),
    /"text":"@ben\.sandbox\.test","features":\[\{"type":"mention"/,
  )
})

test('Pages on Facebook come with what the option mentions takes', async () => {
  const facebook = await accountInSandbox(service, 'facebook')
  const { people } = await found(facebook, 'engines')
  assert.deepEqual(
    people.map(({ mention, option }) => [mention, option]),
    [['@Analytical Engines', 'Analytical Engines (105000000000003)']],
  )
})

test('where a platform finds nobody, that is said', async () => {
  for (const platform of Object.keys(manifests)) {
    if (['bluesky', 'facebook'].includes(platform)) continue
    const { id } = await newAccount(service, await demoWorkspace(service), platform)
    assert.deepEqual(await found(id, 'ada'), { supported: false, people: [] }, platform)
  }
})

test('a platform that is away is a refusal that may be tried again, and an account of others is none', async () => {
  await service.fault('bluesky', { fault: 'refuse_500', on: 'read', times: 10 })
  const { code, body } = await rest('find_people', { id: bluesky, q: 'ada' })
  assert.equal(code, 'unavailable', JSON.stringify(body))
  const key = await leashed(service, { account_ids: [x] })
  const { account_id } = await newNeighbour(service)
  for (const [call, id] of [
    [key.rest, bluesky],
    [key.mcp, bluesky],
    [rest, account_id],
  ] as const)
    assert.equal((await call('find_people', { id, q: 'a' })).code, 'account_not_found')
  for (const q of ['', ' ', 'x'.repeat(101), undefined]) {
    const { errors } = await rest('find_people', q === undefined ? { id: x } : { id: x, q })
    assert.deepEqual(Object.keys(errors), ['q'], q)
  }
})
