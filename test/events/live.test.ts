import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { numberAll } from './numbered.ts'
import { ada, browser, trusting } from '../people/browser.ts'
import { invited, owner } from '../people/cast.ts'
import { openService } from '../service.ts'
import { bulk, chunk, openUpload } from '../media/kit.ts'
import { idOf, newPost } from '../surfaces/kit.ts'
import { playPosts } from './every-kind.ts'
import type { Browser } from '../people/browser.ts'

// Looks for a lost answer two seconds behind it.
const service = await openService({ ...trusting, WORKER_PACE: '5' })
after(() => service[Symbol.asyncDispose]())
const me = await owner(service)
const at = `/console/workspaces/${me.workspace_id}/live`

interface Told {
  id: string
  event: string
  /** When it came. */
  at: number
  data: {
    events?: { type: string; post_id: number | null; updated_at: string | null }[]
    deliveries?: { post_id: number; is: string }[]
    uploads?: { upload_id: string; is: string; received_bytes: number; size_bytes: number }[]
  }
}

/** An EventSource, as far as it is needed: messages as they come, and its end. */
async function listen(page: Browser, last = '', path = at, base_url = service.base_url) {
  const stop = new AbortController()
  const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${base_url}${path}`, {
    headers: { cookie, ...(last && { 'last-event-id': last }) },
    signal: stop.signal,
  })
  const told: Told[] = []
  const ended = read().catch(() => {})
  async function read() {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        text = text.slice(end + 2)
        if (fields['data'])
          told.push({
            id: fields['id'] ?? '',
            event: fields['event'] ?? '',
            at: performance.now(),
            data: JSON.parse(fields['data']),
          })
        else beats.count++
      }
    }
  }
  const beats = { count: 0 }
  const soon = async (is: () => boolean) => {
    const until = performance.now() + 60_000
    while (!is()) {
      assert.ok(performance.now() < until, JSON.stringify(told))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await soon(() => response.status !== 200 || beats.count + told.length > 0)
  return { response, told, beats, ended, soon, stop: () => stop.abort() }
}

const eventsIn = (told: Told[]) => told.flatMap(({ data }) => data.events ?? [])

test('a page is told what changed, by ids, types and versions, and goes on where it was', async () => {
  const page = await listen(me.page)
  assert.equal(page.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(page.response.headers.get('cache-control'), 'no-store')
  const id = await newPost(service, { content: 'Secret words' })
  await page.soon(() => eventsIn(page.told).some(({ post_id }) => post_id === id))
  // Signing up may be told late as well.
  const event = eventsIn(page.told).find(({ post_id }) => post_id === id)
  assert.equal(event?.type, 'post.created')
  assert.ok(event?.updated_at)
  assert.ok(!JSON.stringify(page.told).includes('Secret words'))
  page.stop()

  const missed = await newPost(service)
  const back = await listen(me.page, page.told.at(-1)?.id)
  await back.soon(() => eventsIn(back.told).some(({ post_id }) => post_id === missed))
  assert.ok(!eventsIn(back.told).some(({ post_id }) => post_id === id), 'nothing twice')
  back.stop()
})

test('a page is told what is under way: that it is looked for, and that it is over', async () => {
  const page = await listen(me.page)
  await service.fault('x', { fault: 'landed_cut' })
  const id = await newPost(service, {
    content: 'Its answer is lost',
    social_account_ids: [service.accounts['x']],
    publish_now: true,
  })
  const moves = () =>
    page.told.flatMap(({ data }) => data.deliveries ?? []).filter(({ post_id }) => post_id === id)
  await page.soon(() => moves().some(({ is }) => is === 'looking'))
  await page.soon(() => moves().at(-1)?.is === 'over')
  assert.ok(page.told.every(({ event, id: cursor }) => event !== 'under_way' || cursor === ''))
  page.stop()
})

test('a page is told which uploads are under way, also when it is opened in the middle, and that they are over', async () => {
  const lin = await invited(service, me, { name: 'Lin', role: 'editor' })
  const page = await listen(me.page)
  const file = bulk(9 * 1024 * 1024)
  const { upload_id, chunk_size } = await openUpload(service, file)
  const idle = await openUpload(service, file)
  const told = ({ told: messages }: typeof page) =>
    messages.findLast(({ data }) => data.uploads)?.data.uploads
  const is = (now: string, received_bytes: number) =>
    JSON.stringify([{ upload_id, is: now, received_bytes, size_bytes: file.length }])
  const said = (of: typeof page) => JSON.stringify(told(of) ?? null)

  await chunk(service, upload_id, 0, file.subarray(0, chunk_size))
  await page.soon(() => said(page) === is('uploading', chunk_size))
  const late = await listen(lin.page)
  await late.soon(() => said(late) === is('uploading', chunk_size))
  await chunk(service, upload_id, chunk_size, file.subarray(chunk_size))
  for (const each of [page, late])
    await each.soon(() => said(each) === is('examining', file.length))
  const { status } = await service.rest('POST', `/api/media/uploads/${upload_id}/complete`)
  assert.equal(status, 201)
  for (const each of [page, late]) await each.soon(() => said(each) === '[]')
  assert.ok(!JSON.stringify(page.told).includes(idle.upload_id), 'no byte of it came')
  assert.ok(!JSON.stringify(page.told).includes('big.wav'))
  const { body } = await service.rest('GET', '/api/events?limit=200')
  assert.ok(!JSON.stringify(body).includes(upload_id), 'no event is written for it')
  page.stop()
  late.stop()
})

test('who is far behind, or comes with a cursor that says nothing, looks at everything anew', async () => {
  const odd = await listen(me.page, '0123456789ab.1')
  await odd.soon(() => odd.told.length > 0)
  assert.equal(odd.told[0]?.event, 'resync')
  odd.stop()
  const first = await listen(me.page)
  const { body } = await service.rest('GET', '/api/events?after=now')
  await service.query(
    `insert into fresh_events (workspace_id, type, actor, data)
      select ${me.workspace_id}, 'media.changed', 'crier', '{}' from generate_series(1, 401)`,
  )
  first.stop()
  await numberAll(service)
  const late = await listen(me.page, String(body['cursor']))
  await late.soon(() => late.told.length > 0)
  assert.equal(late.told[0]?.event, 'resync')
  late.stop()
})

test('a hundred events are told at once at most, and nothing sooner than a quarter of a second after', async () => {
  const { body } = await service.rest('GET', '/api/events?after=now')
  await service.query(
    `insert into fresh_events (workspace_id, type, media_id, actor, data)
      select ${me.workspace_id}, 'media.changed', n, 'crier', '{}' from generate_series(1, 250) n`,
  )
  await numberAll(service)
  const page = await listen(me.page, String(body['cursor']))
  await page.soon(() => eventsIn(page.told).length === 250)
  assert.deepEqual(
    page.told.map(({ data }) => data.events?.length),
    [100, 100, 50],
  )
  const [first, , third] = page.told
  // Of two pauses, so that one that came late does not make the next look early.
  assert.ok((third?.at ?? 0) - (first?.at ?? 0) >= 400, 'two quarters lie between them')
  page.stop()
})

test('a browser has one stream, which ends with the sign-in and with the membership', async () => {
  const one = await listen(me.page)
  const two = await listen(me.page)
  await one.ended
  const grace = await invited(service, me, { name: 'Grace', role: 'editor' })
  const hers = await listen(grace.page)
  await service.query(`delete from members where person_id = ${grace.id}`)
  await newPost(service)
  await hers.ended
  assert.equal((await listen(grace.page)).response.status, 404)
  const count = two.told.length
  await me.page.ask('POST', '/console/sign-out')
  await newPost(service)
  await two.ended
  assert.ok(two.told.length >= count)
  assert.equal((await listen(me.page)).response.status, 401)
})

test('V5: whoever listens in another workspace is told nothing, whatever kind it is', async () => {
  await using quiet = await openService({ ...trusting, ROLE: 'api' })
  const host = await owner(quiet)
  // Even of one's own: from another browser, since each has one stream.
  const elsewhere = browser(quiet)
  const { email, password } = ada
  const signed = await elsewhere.ask('POST', '/console/sign-in', { email, password })
  assert.equal(signed.status, 200)
  const made = await elsewhere.ask('POST', '/console/workspaces', {
    name: 'Elsewhere',
    timezone: 'UTC',
  })
  const other = idOf(Object(made.body['workspace']))
  await numberAll(quiet)
  const here = await listen(host.page, '', liveOf(host.workspace_id), quiet.base_url)
  const there = await listen(elsewhere, '', liveOf(other), quiet.base_url)
  assert.equal(there.response.status, 200)
  await playPosts(quiet)
  await numberAll(quiet)
  const heard = () => new Set(eventsIn(here.told).map(({ type }) => type))
  await here.soon(() => heard().has('audit.webhook_deleted'))
  assert.ok(heard().size > 30, [...heard()].join())
  // What is told there comes behind all of it.
  const own = await elsewhere.ask('PUT', `/console/workspaces/${other}`, { name: 'Renamed' })
  assert.equal(own.status, 200, JSON.stringify(own.body))
  await numberAll(quiet)
  await there.soon(() => eventsIn(there.told).length > 0)
  assert.deepEqual(
    eventsIn(there.told).map(({ type }) => type),
    ['audit.setting_changed'],
  )
  here.stop()
  there.stop()
})

const liveOf = (workspace_id: number) => `/console/workspaces/${workspace_id}/live`
