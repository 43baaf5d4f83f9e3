/** What may keep a post from going out is told beforehand, by a code: where it is written, where an account changes, and by a chore. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { assessRisks } from '#chores/assess-risks.ts'
import { ShortPost } from '#operations/short.ts'
import { manifests } from '#platforms/catalog.ts'
import { factsFor, type RiskCode, riskCodes } from '#rules/risk.ts'
import { recordSilence } from '#store/circuits.ts'
import { numberAll } from '../events/numbered.ts'
import { doingOf, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, idOf, inAnHour, newAccount, newMedia, newPost } from './kit.ts'
import { leashed } from './leashed.ts'

const HOUR = 3_600_000
const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { db } = service
const { rest } = callers(service)
const workspace_id = await demoWorkspace(service)
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const signal = new AbortController().signal
const deps = await doingOf(service)
const look = (more: Partial<typeof deps> = {}) => assessRisks.run({ ...deps, ...more }, signal)

const Risks = z.object({
  risks: z
    .array(
      z.object({
        code: z.string(),
        account_id: z.number().nullable(),
        since: z.iso.datetime(),
        act_url: z.string().nullable(),
      }),
    )
    .default([]),
})
const risksOf = async (id: number) => Risks.parse((await rest('get_post', { id })).body).risks
const codesOf = async (id: number) => (await risksOf(id)).map(({ code }) => code)
const accountOn = async (platform: string) => (await newAccount(service, workspace_id, platform)).id

/** Events of it, in order. */
async function toldOf(post_id: number) {
  await numberAll(service)
  const { body } = await rest('list_events', { post_id, 'types[]': 'post.at_risk' })
  const Told = z.array(
    z.looseObject({ account_id: z.number().nullable(), data: z.looseObject({ code: z.string() }) }),
  )
  return Told.parse(body['data']).map(({ data: { code } }) => code)
}

/** Makes one post at risk, and answers it, with what ends the risk where something does. */
type Play = () => Promise<{ id: number; end?: () => Promise<unknown>; with?: Partial<typeof deps> }>

const plays: Record<RiskCode, Play> = {
  async account_needs_reconnect() {
    const account = await accountOn('bluesky')
    const health = (word: string) =>
      service.query(`update accounts set health = '${word}' where id = ${account}`)
    const id = await newPost(service, { social_account_ids: [account], when: inHours(500) })
    await health('needs_reconnect')
    return { id, end: () => health('healthy') }
  },
  async token_ends_before() {
    const account = await accountOn('linkedin')
    const ends = (at: string) =>
      service.query(`update accounts set token_expires_at = '${at}' where id = ${account}`)
    const id = await newPost(service, { social_account_ids: [account], when: inHours(30) })
    await ends(inHours(29))
    return { id, end: () => ends(inHours(31)) }
  },
  async daily_cap() {
    const account = await accountOn('mastodon')
    const ids: number[] = []
    for (const hours of [3, 26.5, 28, 29])
      ids.push(
        await newPost(service, {
          content: `${hours}`,
          social_account_ids: [account],
          when: inHours(hours),
        }),
      )
    const [first, second, , id = 0] = ids
    const facts = { ...deps.risk_facts(), per_day: { mastodon: 2 } }
    await look({ risk_facts: () => facts })
    assert.deepEqual(await codesOf(first ?? 0), [])
    assert.deepEqual(await codesOf(second ?? 0), [], 'two are as many as it takes')
    return { id, with: { risk_facts: () => facts }, end: () => rest('cancel_post', { id: second }) }
  },
  async plan_limit() {
    const key = await leashed(service, { needs_approval: true })
    const account = await accountOn('bluesky')
    const wish = { content: 'Past the plan', social_account_ids: [account], when: inHours(40) }
    const id = idOf((await key.rest('schedule_post', wish)).body)
    const with_limit = (most: number) => {
      const plans = { unlimited: { monthly_posts: most, file_bytes: 1 } }
      return () => ({
        ...deps.risk_facts(),
        plans: factsFor({ manifests, plans: plans as never, now: new Date() }).plans,
      })
    }
    return {
      id,
      with: { risk_facts: with_limit(0) },
      end: () => look({ risk_facts: with_limit(1_000_000) }),
    }
  },
  async media_gone() {
    const media = await newMedia(service)
    const account = await accountOn('bluesky')
    const id = await newPost(service, {
      social_account_ids: [account],
      media_ids: [media],
      when: inHours(40),
    })
    await service.query(
      `update media set deleted_at = now(), purged_at = now() where id = ${media}`,
    )
    return { id, end: () => rest('update_post', { id, media_ids: [] }) }
  },
  async api_version_ends() {
    const account = await accountOn('linkedin')
    const id = await newPost(service, {
      content: 'Old',
      social_account_ids: [account],
      when: inHours(60),
    })
    await service.query(`update deliveries set sandbox = false where post_id = ${id}`)
    const ending = (hours: number) => () => ({
      ...deps.risk_facts(),
      api: { linkedin: inHours(hours) },
    })
    return { id, with: { risk_facts: ending(59) }, end: () => look({ risk_facts: ending(61) }) }
  },
  async platform_unreachable() {
    const account = await accountOn('threads')
    const id = await newPost(service, { social_account_ids: [account], when: inHours(0.5) })
    const late = await newPost(service, {
      content: 'Later',
      social_account_ids: [account],
      when: inHours(9),
    })
    for (const account_id of [1, 2, 3])
      await recordSilence(db, {
        platform: 'threads',
        sandbox: true,
        account_id,
        page: false,
        now: new Date(),
        pace: 1,
      })
    await look()
    assert.deepEqual(await codesOf(late), [], 'it may be back by then')
    return { id, end: () => service.query(`delete from circuits where platform = 'threads'`) }
  },
  async app_not_public() {
    const account = await accountOn('mastodon')
    const refused = await newPost(service, { social_account_ids: [account], when: inHours(2) })
    await service.query(
      `update deliveries set status = 'failed', error_code = 'app_not_audited', wanted_at = now(), due_at = null where post_id = ${refused}`,
    )
    const id = await newPost(service, {
      content: 'Next',
      social_account_ids: [account],
      when: inHours(40),
    })
    const audited = `update deliveries set status = 'published', error_code = null, published_at = now() where post_id = ${refused}`
    return { id, end: () => service.query(audited) }
  },
  async identical_text() {
    const account = await accountOn('x')
    const same = { content: 'We are hiring', social_account_ids: [account] }
    const first = await newPost(service, { ...same, when: inHours(30) })
    const id = await newPost(service, { ...same, when: inHours(31), allow_duplicate: true })
    const far = await newPost(service, { ...same, when: inHours(56), allow_duplicate: true })
    await look()
    assert.deepEqual(await codesOf(first), [], 'nothing is before it')
    assert.deepEqual(await codesOf(far), [])
    return { id, end: () => rest('update_post', { id, content: 'We are still hiring' }) }
  },
  async approval_missing() {
    const key = await leashed(service, { needs_approval: true })
    const account = await accountOn('bluesky')
    const wish = { content: 'May it?', social_account_ids: [account], when: inHours(20) }
    const id = idOf((await key.rest('schedule_post', wish)).body)
    await look()
    assert.deepEqual(await codesOf(id), [], 'it was asked for a moment ago')
    await service.query(
      `update posts set approval_asked_at = now() - interval '2 hours' where id = ${id}`,
    )
    const { updated_at } = (await rest('get_post', { id })).body
    return { id, end: () => rest('approve_post', { id, updated_at }) }
  },
}

for (const code of riskCodes) {
  test(`${code} is found, told once, and passes`, async () => {
    const { id, end, with: more } = await plays[code]()
    await look(more)
    await look(more)
    const [risk, ...others] = await risksOf(id)
    assert.deepEqual([risk?.code, others], [code, []])
    assert.deepEqual(await toldOf(id), [code])
    const act = ['api_version_ends', 'platform_unreachable'].includes(code)
    assert.equal(risk?.act_url === null, act)
    assert.ok((await listed(id)).includes(code), 'the filter finds it')
    await end?.()
    if (!more || code === 'daily_cap') await look(more)
    assert.deepEqual(await codesOf(id), [])
    assert.deepEqual(await listed(id), '')
    assert.deepEqual(await toldOf(id), [code], 'nothing is told when it passes')
  })
}

async function listed(id: number) {
  const Page = z.object({ data: z.array(Risks.extend({ id: z.number() })) })
  const { body } = await rest('list_posts', { at_risk: true, per_page: 200 })
  const found = Page.parse(body).data.find((post) => post.id === id)
  return found?.risks.map(({ code }) => code).join(' ') ?? ''
}

test('what comes back within a day is not told again, and after a day it is', async () => {
  const account = await accountOn('bluesky')
  const id = await newPost(service, { social_account_ids: [account], when: inHours(90) })
  const health = (word: string) =>
    service.query(`update accounts set health = '${word}' where id = ${account}`)
  for (const word of ['needs_reconnect', 'healthy', 'needs_reconnect', 'healthy'])
    await health(word)
  assert.deepEqual(await toldOf(id), ['account_needs_reconnect'])
  await service.query(
    `update risks set over_at = now() - interval '25 hours' where post_id = ${id}`,
  )
  await health('disabled')
  assert.equal((await toldOf(id)).length, 2)
  const [risk] = await risksOf(id)
  assert.ok(Date.parse(risk?.since ?? '') > Date.now() - HOUR, 'since it is so again')
})

test('it is counted, on both surfaces alike, and short lists tell its code', async () => {
  const account = await accountOn('bluesky')
  const before = (await rest('get_stats')).body['at_risk']
  const id = await newPost(service, { social_account_ids: [account], when: inAnHour() })
  await service.query(`update accounts set health = 'needs_reconnect' where id = ${account}`)
  const listing = z.looseObject({ data: z.array(z.looseObject({ id: z.number() })) })
  for (const surface of surfaces) {
    const call = callers(service)[surface]
    assert.equal((await call('get_stats')).body['at_risk'], Number(before) + 1)
    for (const at_risk of [true, false]) {
      const of = surface === 'mcp' ? { account_ids: [account] } : { 'account_ids[]': account }
      const { body } = await call('list_posts', { at_risk, status: 'scheduled', ...of })
      const ids = listing.parse(body).data.map((each) => each.id)
      assert.deepEqual(ids, at_risk ? [id] : [], surface)
    }
  }
  const short = z.looseObject({ risks: z.array(z.string()) })
  const whole = (await rest('get_post', { id })).body
  assert.deepEqual(short.parse(ShortPost.parse(whole)).risks, ['account_needs_reconnect'])
  const seen = await leashed(service, { account_ids: [service.accounts['x'] ?? 0] })
  assert.equal((await seen.rest('get_stats')).body['at_risk'], 0, 'of accounts that it sees')

  await rest('cancel_post', { id })
  assert.deepEqual(await codesOf(id), [], 'what is cancelled risks nothing')
  await rest('restore_post', { id })
  assert.deepEqual(await codesOf(id), ['account_needs_reconnect'], 'until it is restored')
  await look()
})

test('a rehearsal tells what would be at risk, and writes nothing', async () => {
  const account = await accountOn('linkedin')
  await service.query(
    `update accounts set health = 'expiring', token_expires_at = '${inHours(10)}' where id = ${account}`,
  )
  const before = await db.selectFrom('risks').select('post_id').execute()
  const wish = { content: 'Late', social_account_ids: [account], when: inHours(11) }
  for (const surface of surfaces) {
    const { body } = await callers(service)[surface]('schedule_post', { ...wish, dry_run: true })
    assert.deepEqual(
      Risks.parse(body).risks.map(({ code }) => code),
      ['token_ends_before'],
    )
  }
  assert.deepEqual(await db.selectFrom('risks').select('post_id').execute(), before)
  const { body } = await rest('schedule_post', wish)
  assert.deepEqual(
    Risks.parse(body).risks.map(({ code }) => code),
    ['token_ends_before'],
    'told at once',
  )
})
