import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type EventType, kinds } from '#rules/event.ts'
import { numberAll } from './numbered.ts'
import { browser, trusting } from '../people/browser.ts'
import { invited, owner } from '../people/cast.ts'
import { type Body, openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import {
  demoWorkspace,
  idOf,
  inAnHour,
  newAccount,
  newMedia,
  newNeighbour,
  newPost,
} from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'
import { postIn } from '../surfaces/states.ts'

const service = await openService({ ROLE: 'api', ...trusting })
after(() => service[Symbol.asyncDispose]())
const { rest, mcp } = callers(service)
const { x = 0, bluesky = 0 } = service.accounts

const Event = z.looseObject({
  id: z.string(),
  type: z.custom<EventType>((type) => typeof type === 'string' && type in kinds),
  cursor: z.string(),
  at: z.iso.datetime(),
  post_id: z.number().nullable(),
  account_id: z.number().nullable(),
  actor: z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
})
const Page = z.object({ data: z.array(Event), cursor: z.string(), more: z.boolean() })

async function cursorNow(at = service) {
  await numberAll(at)
  const said = await callers(at).rest('list_events', { after: 'now' })
  return Page.parse(said.body).cursor
}

/** What is told behind the cursor once everything has its number; each event as its kind describes it. */
async function told(after: string, more: Body = {}, call = rest, at = service) {
  await numberAll(at)
  const { data } = Page.parse((await call('list_events', { after, ...more })).body)
  for (const { type, data: details } of data) kinds[type].data.parse(details)
  return data
}

async function typesOf(work: () => Promise<unknown>, more: Body = {}) {
  const after = await cursorNow()
  await work()
  return (await told(after, more)).map(({ type }) => type)
}

const later = () => inAnHour()

test('every transition of a post is told, in order, and a look tells nothing', async () => {
  const moves: [what: string, () => Promise<unknown>, EventType[]][] = [
    ['a draft', () => postIn('draft', service), ['post.created']],
    ['a scheduled post', () => postIn('scheduled', service), ['post.created', 'post.scheduled']],
    [
      'a cancelled one',
      () => postIn('cancelled', service),
      ['post.created', 'post.scheduled', 'post.cancelled'],
    ],
    [
      'a published one',
      () => postIn('published', service),
      [
        'post.created',
        'post.scheduled',
        'delivery.published',
        'delivery.published',
        'post.published',
      ],
    ],
    [
      'one that is out on one account',
      () => postIn('partial', service),
      ['post.created', 'post.scheduled', 'delivery.failed', 'delivery.published', 'post.partial'],
    ],
    [
      'one that failed',
      () => postIn('failed', service),
      ['post.created', 'post.scheduled', 'delivery.failed', 'delivery.failed', 'post.failed'],
    ],
    [
      'one of which nobody knows',
      () => postIn('unknown', service),
      ['post.created', 'post.scheduled', 'delivery.blocked', 'delivery.blocked', 'post.failed'],
    ],
    ['a rehearsal', () => rest('schedule_post', { ...post(), when: 'now', dry_run: true }), []],
    ['a refusal', () => rest('schedule_post', { ...post(), when: 'yesterday' }), []],
    ['a look', () => rest('list_posts'), []],
  ]
  for (const [what, work, types] of moves) {
    assert.deepEqual((await typesOf(work)).toSorted(), types.toSorted(), what)
  }
})

const post = () => ({ content: 'Hello', social_account_ids: [x, bluesky] })

test('what is done with a post that is there is told', async () => {
  const draft = await newPost(service)
  const steps: [what: string, () => Promise<unknown>, EventType[]][] = [
    ['changed', () => rest('update_post', { id: draft, content: 'New' }), ['post.updated']],
    ['scheduled', () => rest('update_post', { id: draft, when: later() }), ['post.scheduled']],
    [
      'moved',
      () => rest('update_post', { id: draft, when: inAnHour(new Date(Date.now() + 9e6)) }),
      ['post.updated', 'post.scheduled'],
    ],
    ['taken off', () => rest('update_post', { id: draft, when: 'draft' }), ['post.updated']],
    ['deleted', () => rest('delete_post', { id: draft }), ['post.deleted']],
    ['restored', () => rest('restore_post', { id: draft }), ['post.restored']],
    ['copied', () => rest('duplicate_post', { id: draft }), ['post.created']],
  ]
  for (const [what, work, types] of steps) assert.deepEqual(await typesOf(work), types, what)
})

test('a retry of one channel tells what became of the post in the end', async () => {
  const id = await postIn('partial', service)
  const types = await typesOf(async () => {
    await rest('retry_post', { id })
    const { begin, end } = await import('../surfaces/hand.ts')
    await begin(service, id)
    await end(service, id, { [x]: 'published' })
  })
  assert.deepEqual(types, ['delivery.retried', 'delivery.published', 'post.published'])
})

test('who made, changed and ended a webhook is told, and not what its address says behind the host', async () => {
  const before = await cursorNow()
  const { body } = await rest('create_webhook', { url: 'https://hooks.example/s3cret?t=1' })
  const id = String(body['id'])
  await rest('update_webhook', { id, types: ['post.failed'] })
  await rest('update_webhook', { id, types: ['post.failed'] })
  await rest('rotate_webhook_secret', { id })
  await rest('update_webhook', { id, enabled: false })
  await rest('update_webhook', { id, enabled: true })
  await rest('delete_webhook', { id })
  const all = await told(before)
  assert.deepEqual(
    all.map(({ type }) => type),
    [
      'audit.webhook_created',
      'audit.webhook_changed',
      'audit.webhook_changed',
      'webhook.disabled',
      'audit.webhook_changed',
      'audit.webhook_deleted',
    ],
  )
  for (const { type, actor, data } of all) {
    assert.equal(actor.kind, 'key', type)
    if (type !== 'webhook.disabled')
      assert.deepEqual(data, { webhook_id: id, host: 'hooks.example' })
  }
})

test('an approval is told from asking to the answer; what waits was never on schedule', async () => {
  const key = await leashed(service, { needs_approval: true })
  const before = await cursorNow()
  const { body } = await key.rest('schedule_post', { ...post(), when: later() })
  const asked = await told(before)
  assert.deepEqual(
    asked.map(({ type, data }) => [type, data['status']]),
    [
      ['post.created', 'draft'],
      ['post.awaiting_approval', 'draft'],
    ],
  )
  assert.deepEqual(asked[0]?.actor, { kind: 'key', id: key.id, name: 'On a leash' })
  const id = idOf(body)
  assert.deepEqual(await typesOf(() => rest('decline_post', { id })), ['post.declined'])
  assert.deepEqual(
    await typesOf(() => key.rest('publish_now', { id })),
    ['post.awaiting_approval'],
    'asked once more',
  )
  const { updated_at } = (await rest('get_post', { id })).body
  assert.deepEqual(await typesOf(() => rest('approve_post', { id, updated_at })), [
    'post.approved',
    'post.scheduled',
  ])
})

test('accounts tell of their health, and what is planned there that it is at risk', async () => {
  const workspace_id = await demoWorkspace(service)
  const health = (id: number, word: string) =>
    service.query(`update accounts set health = '${word}' where id = ${id}`)
  let id = 0
  assert.deepEqual(
    await typesOf(async () => ({ id } = await newAccount(service, workspace_id, 'linkedin'))),
    ['account.connected'],
  )
  const post_id = await newPost(service, { social_account_ids: [id], when: later() })
  await newPost(service, { social_account_ids: [id] })
  const before = await cursorNow()
  await health(id, 'needs_reconnect')
  const [lost, risk, ...rest_] = await told(before)
  assert.deepEqual(
    [lost?.type, lost?.account_id, risk?.type, risk?.post_id, rest_],
    ['account.needs_reconnect', id, 'post.at_risk', post_id, []],
  )
  assert.deepEqual(await typesOf(() => health(id, 'needs_reconnect')), [], 'no change')
  assert.deepEqual(await typesOf(() => health(id, 'healthy')), ['account.connected'])
  assert.deepEqual(await typesOf(() => rest('disconnect_account', { id })), [
    'account.disconnected',
  ])
})

test('media tell of themselves', async () => {
  let id = 0
  assert.deepEqual(await typesOf(async () => (id = await newMedia(service))), ['media.created'])
  assert.deepEqual(await typesOf(() => rest('update_media', { id, folder: 'f' })), [
    'media.changed',
  ])
  assert.deepEqual(await typesOf(() => rest('delete_media', { id })), ['media.deleted'])
})

test('who runs the workspace is told who did what', async () => {
  await using whole = await openService(trusting)
  const me = await owner(whole)
  const at = `/console/workspaces/${me.workspace_id}`
  const before = await cursorNow(whole)
  const grace = await invited(whole, me, { name: 'Grace', role: 'editor' })
  await me.page.ask('PUT', `${at}/members/${grace.id}`, { role: 'viewer' })
  await me.page.ask('PUT', at, { name: 'Renamed' })
  await me.page.ask('PUT', `${at}/schedule`, {
    entries: [{ weekday: 'mon', time: '09:00', account_id: null }],
  })
  const set = { name: 'All', account_ids: [whole.accounts['x']] }
  await me.page.ask('POST', `${at}/api/account-sets`, set)
  await me.page.ask('POST', `${at}/api/calendars`, { name: 'Team' })
  await me.page.ask('PUT', `${at}/api/utm-templates`, {
    templates: [{ parameters: { utm_source: 'x' } }],
  })
  await me.page.ask('POST', `${at}/api/publishing/pause`, {})
  await me.page.ask('POST', `${at}/api/publishing/resume`, {})
  const made = await me.page.ask('POST', `${at}/api/api-keys`, { name: 'Mine' })
  await me.page.ask('DELETE', `${at}/api/api-keys/${String(made.body['id'])}`)
  await me.page.ask('DELETE', `${at}/members/${grace.id}`)
  const all = await told(before, {}, callers(whole).rest, whole)
  assert.deepEqual(
    all.map(({ type }) => type),
    [
      'audit.member_invited',
      'member.joined',
      'audit.member_joined',
      'member.changed',
      'audit.member_changed',
      'audit.setting_changed',
      'schedule.changed',
      ...Array.from({ length: 5 }, () => 'audit.setting_changed'),
      'audit.key_created',
      'audit.key_revoked',
      'member.removed',
      'audit.member_removed',
    ],
  )
  const settings = all.flatMap(
    ({ data }) =>
      z.looseObject({ settings: z.array(z.string()).optional() }).parse(data).settings ?? [],
  )
  assert.deepEqual(settings, [
    'name',
    'account_sets',
    'calendars',
    'utm_templates',
    'publishing',
    'publishing',
  ])
  const mine = all.filter(({ type }) => !type.endsWith('joined'))
  for (const { type, actor } of mine)
    assert.deepEqual([actor.kind, actor.id], ['person', String(me.id)], type)
  const theirs = await grace.page.ask('GET', `${at}/api/events`)
  assert.equal(theirs.status, 404, 'who has left reads nothing')
})

test('a key hears only what it may, and on a leash only of its accounts', async () => {
  const before = await cursorNow()
  const mine = await newPost(service, { social_account_ids: [x], when: later() })
  await newPost(service, { social_account_ids: [x, bluesky] })
  await newPost(service, { social_account_ids: [bluesky] })
  await newMedia(service)
  const key = await leashed(service, { account_ids: [x] }, ['posts:read', 'posts:write'])
  const heard = await told(before, {}, key.rest)
  assert.deepEqual(
    heard.map(({ type, post_id }) => [type, post_id]),
    [
      ['post.created', mine],
      ['post.scheduled', mine],
    ],
  )
  assert.deepEqual(heard[0]?.actor, { kind: 'key', id: null, name: null })
  assert.deepEqual(await told(before, { types: 'audit.*' }, key.rest), [])
  assert.equal((await told(before, { types: 'audit.*' })).length, 1)
  assert.deepEqual(
    (await told(before, { types: ['post.scheduled', 'media.*'] }, mcp)).map(({ type }) => type),
    ['post.scheduled', 'media.created'],
  )
  assert.equal((await told(before, { post_id: mine })).length, 2)
})

test('a cursor says nothing in another workspace, or of what is not kept any more', async () => {
  const cursor = await cursorNow()
  const neighbour = await newNeighbour(service)
  const theirs = callers(service, neighbour.token)
  const gone = await theirs.rest('list_events', { after: cursor })
  assert.equal(gone.code, 'cursor_gone')
  const present = String(gone.body['cursor'])
  assert.equal((await theirs.rest('list_events', { after: present })).code, undefined)
  for (const after of ['', '7', 'x'.repeat(61), cursor.slice(0, -3).replace('.', '')])
    assert.equal((await rest('list_events', { after })).code, 'invalid', after)
  const [epoch] = cursor.split('.')
  assert.equal((await rest('list_events', { after: `${epoch}.999999999` })).code, 'cursor_gone')
  const odd = await rest('list_events', {
    types: 'post.exploded,delivery.*',
    limit: 0,
    post_id: 'x',
  })
  assert.deepEqual(Object.keys(odd.errors).toSorted(), ['limit', 'post_id', 'types.0'])
  assert.match(odd.errors['types.0']?.[0] ?? '', /post\.exploded/)
})

test('who waits is told at once, and page by page', async () => {
  const cursor = await cursorNow()
  const began = performance.now()
  const waiting = rest('list_events', { after: cursor, wait: 30, types: 'post.created' })
  await newMedia(service)
  const id = await newPost(service)
  const { data } = Page.parse((await waiting).body)
  assert.deepEqual(
    data.map(({ post_id }) => post_id),
    [id],
  )
  assert.ok(performance.now() - began < 15_000)
  const empty = await rest('list_events', { after: 'now', wait: 1, types: 'post.deleted' })
  assert.deepEqual(empty.body['data'], [])

  for (let n = 0; n < 5; n++) await newPost(service)
  const all = await told(cursor)
  const seen: string[] = []
  let page = Page.parse((await rest('list_events', { after: cursor, limit: 2 })).body)
  for (;;) {
    seen.push(...page.data.map((each) => each.id))
    if (!page.more) break
    page = Page.parse((await rest('list_events', { after: page.cursor, limit: 2 })).body)
  }
  assert.deepEqual(
    seen,
    all.map((each) => each.id),
  )
  assert.equal(new Set(seen).size, 7)
})

test('a person who is signed out reads nothing', async () => {
  const { status } = await browser(service).ask('GET', '/console/workspaces/1/api/events')
  assert.equal(status, 401)
})
