/**
 * A day with an assistant: what people ask for in a sentence, done with the tools that a client is shown and no other
 * knowledge, each in at most so many calls. Nothing of it goes out twice.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { setSchedule } from '#operations/queue/parts/schedule.ts'
import { picture } from '../media/kit.ts'
import { newClient } from '../oauth/sdk-client.ts'
import { demoWorkspace, newAccount } from '../surfaces/kit.ts'
import { answerOf } from './answer.ts'
import { type Body, openService } from '../service.ts'

const ZONE = 'Europe/Berlin'
const service = await openService()
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const scope = { db: service.db, workspace_id: await demoWorkspace(service) }
await setSchedule(
  scope,
  { timezone: ZONE, entries: [{ weekday: 'wed', time: '10:00' }] },
  new Date(),
)
/** One that nobody can publish with, and that must be connected again. */
const { id: lost } = await newAccount(service, scope.workspace_id, 'threads')

const client = newClient()
const url = new URL(`${service.base_url}/mcp?toolsets=default,account`)
const requestInit = { headers: { authorization: `Bearer ${service.token}` } }
await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
after(() => client.close())
const { tools } = await client.listTools()
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const inputs = new Map(tools.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))

type Use = (name: string, args?: Body) => Promise<Body>

/** Something that a person asks for, in at most so many calls; a refusal is an answer like any other. */
function request(said: string, calls: number, solve: (use: Use) => Promise<void>) {
  test(`“${said}” takes at most ${calls} call${calls === 1 ? '' : 's'}`, async () => {
    let used = 0
    await solve(async (name, args = {}) => {
      used++
      const fits = inputs.get(name) ?? assert.fail(`there is no tool ${name}`)
      assert.ok(fits(args), `${name}: ${ajv.errorsText(fits.errors)}`)
      return answerOf(await client.callTool({ name, arguments: args })).body
    })
    assert.ok(used <= calls, `${used} calls`)
  })
}

const Id = z.looseObject({ id: z.int() })
const idOf = (body: Body) => Id.parse(body).id
const Item = z.looseObject({
  id: z.int(),
  outcome: z.string(),
  needs: z.array(z.string()).optional(),
})
const itemsOf = (body: Body) => z.array(Item).parse(body['data'])

/** What day it is there, as get_accounts tells it. */
const Told = z.looseObject({
  timezone: z.literal(ZONE),
  local_time: z.string().regex(/^[A-Z][a-z]+day \d{4}-\d\d-\d\d \d\d:\d\d$/),
  accounts: z.array(z.looseObject({ id: z.int(), platform: z.string(), username: z.string() })),
})
function dayOf({ local_time }: z.infer<typeof Told>) {
  return Temporal.PlainDate.from(local_time.split(' ')[1] ?? '')
}
/** The next one, never today. */
function next(weekday: number, from: Temporal.PlainDate) {
  return from.add({ days: ((weekday - from.dayOfWeek + 6) % 7) + 1 })
}
const momentOf = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(ZONE).toInstant().epochMilliseconds
const today = Temporal.Now.plainDateISO(ZONE)
const friday = next(5, today)
const monday = next(1, friday)

let failed = 0
let onFriday = 0
let shown = 0

test('before the day: something failed last week, something is planned for Friday', async () => {
  const post = async (content: string, when: string, social_account_ids: number[]) => {
    const { body } = await service.rest('POST', '/api/posts', { content, when, social_account_ids })
    return idOf(body)
  }
  failed = await post('Half of it', `${monday.add({ years: 1 }).toString()}T09:00`, [x, bluesky])
  await service.query(`update deliveries set due_at = null, status = 'published', published_at = now()
    where post_id = ${failed} and account_id = ${bluesky}`)
  await service.query(`update deliveries set due_at = null, status = 'failed', error_code = 'refused', error_message = 'Refused.'
    where post_id = ${failed} and account_id = ${x}`)
  await service.query(`update posts set status = 'published', published_at = now() - interval '3 days',
    scheduled_at = now() - interval '3 days' where id = ${failed}`)
  onFriday = await post('For the weekend', `${friday.toString()}T17:00`, [x, bluesky])
  await post('Waits for its account', `${monday.toString()}T17:00`, [lost])
  await service.query(`update accounts set health = 'needs_reconnect' where id = ${lost}`)
})

request('Post "Good morning" on X and Bluesky tomorrow at nine, my time', 2, async (use) => {
  const told = Told.parse(await use('get_accounts'))
  const tomorrow = dayOf(told).add({ days: 1 }).toString()
  const ids = told.accounts.filter(({ id }) => id === x || id === bluesky).map(({ id }) => id)
  const when = `${tomorrow}T09:00`
  const post = await use('schedule_post', {
    content: 'Good morning',
    social_account_ids: ids,
    when,
  })
  assert.equal(Date.parse(String(post['scheduled_at'])), momentOf(when))
})

request('What failed last week?', 1, async (use) => {
  const from = today.subtract({ days: 7 }).toString()
  const page = await use('list_posts', {
    outcome: ['failed', 'partial'],
    from,
    to: today.toString(),
  })
  assert.deepEqual(
    itemsOf(page).map(({ id, outcome }) => [id, outcome]),
    [[failed, 'partial']],
  )
  assert.match(JSON.stringify(page), /"platform":"x","status":"failed","error_code":"refused"/)
})

request('Try that again, and tell me whether it is out', 1, async (use) => {
  const post = await use('retry_post', { id: failed, wait: 30 })
  assert.equal(post['outcome'], 'published')
})

request('Move Friday to Monday', 2, async (use) => {
  const day = friday.toString()
  // On a Thursday what goes out tomorrow is there as well.
  const items = itemsOf(await use('list_posts', { from: day, to: day }))
  assert.ok(items.some(({ id }) => id === onFriday))
  const moved = await use('update_post', { id: onFriday, when: `${monday.toString()}T17:00` })
  const to = `${monday.toString()}T17:00`
  assert.equal(Date.parse(String(moved['scheduled_at'])), momentOf(to))
})

request('Post this file that I give you, now', 3, async (use) => {
  const data = picture().toString('base64')
  const alt_text = 'A square'
  const file = { source: 'inline', filename: 'square.png', data, alt_text }
  const { id: media } = Id.parse(await use('upload_media', file))
  const wish = { content: 'Look at this', social_account_ids: [bluesky], media_ids: [media] }
  shown = idOf(await use('schedule_post', { ...wish, when: 'now' }))
  assert.equal((await use('get_post', { id: shown, wait: 30 }))['outcome'], 'published')
})

request('Did you post it? Post it, if not', 2, async (use) => {
  // It has forgotten, and has uploaded the file anew.
  const wish = { content: 'Look at this', social_account_ids: [bluesky], when: 'now' }
  const { error } = await use('schedule_post', wish)
  const refused = z.looseObject({ code: z.string(), duplicate_of: z.int() }).parse(error)
  assert.deepEqual([refused.code, refused.duplicate_of], ['duplicate_content', shown])
  assert.equal((await use('get_post', { id: refused.duplicate_of }))['outcome'], 'published')
})

request('Put "A quiet thought" wherever there is room next', 1, async (use) => {
  const wish = { content: 'A quiet thought', social_account_ids: [bluesky], when: 'next_slot' }
  const { scheduled_at } = await use('schedule_post', wish)
  const local = Temporal.Instant.from(String(scheduled_at)).toZonedDateTimeISO(ZONE)
  assert.deepEqual([local.dayOfWeek, local.hour, local.minute], [3, 10, 0])
})

request('Take Monday back. No, leave it', 2, async (use) => {
  assert.equal((await use('cancel_post', { id: onFriday }))['outcome'], 'deleted')
  assert.equal((await use('restore_post', { id: onFriday }))['outcome'], 'scheduled')
})

request('What do you need from me?', 1, async (use) => {
  const page = await use('list_posts', { needs: ['decision', 'reconnect', 'approval'] })
  const [item, ...others] = itemsOf(page)
  assert.deepEqual([item?.needs, others], [['reconnect'], []])
  const Accounts = z.array(z.looseObject({ id: z.int(), reconnect_url: z.string() }))
  const [account] = Accounts.parse(item?.['accounts'])
  assert.equal(account?.id, lost)
  assert.ok(account.reconnect_url.startsWith(service.base_url))
})

request('Disconnect that account', 2, async (use) => {
  const done = await use('disconnect_account', { id: lost })
  assert.equal(done['disconnected'], true)
  const { accounts } = Told.parse(await use('get_accounts'))
  assert.ok(accounts.every(({ id }) => id !== lost))
})

test('after the day everything that went out is there once', async () => {
  for (const [platform, texts] of [
    ['x', ['Half of it']],
    ['bluesky', ['Look at this']],
  ] as const) {
    const received = (await service.received(platform)).map(({ text }) => text)
    assert.deepEqual(new Set(received), new Set(texts), platform)
    assert.equal(received.length, texts.length, platform)
  }
  const { rows } = await service.query(
    `select content, count(*)::int as posts from posts where deleted_at is null group by 1 having count(*) > 1`,
  )
  assert.deepEqual(rows, [])
})
