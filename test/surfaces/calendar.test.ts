/** Addresses for programs for calendars: made, read by one that we did not write, and ended. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, test } from 'node:test'
import ICAL from 'ical.js'
import { z } from 'zod'
import { standingOf } from '#access/standing.ts'
import { feedOf } from '#operations/calendars/parts/feed.ts'
import type { Environment } from '#operations/context.ts'
import { manifests } from '#platforms/catalog.ts'
import { icalendar } from '#rules/calendar.ts'
import { type Body, openService } from '../service.ts'
import { findPython } from '../media/python.ts'
import { callers, surfaces } from './callers.ts'
import { begin, end, type Ending } from './hand.ts'
import { idOf, newKey, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts
const inHours = (hours: number) => new Date(clock.getTime() + hours * 3600_000).toISOString()

const Made = z.looseObject({ id: z.int(), url: z.string() })
const make = async (more: Body = {}, call = rest) =>
  Made.parse((await call('create_calendar', { name: 'Team', ...more })).body)
const read = async (url: string) => {
  const answer = await fetch(url)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const seconds = (iso: string) => `${iso.slice(0, 19)}Z`

/** As the other program understands it. */
function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((each) => {
    const event = new ICAL.Event(each)
    const start = event.startDate.toJSDate()
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      start: seconds(start.toISOString()),
      minutes: event.duration.toSeconds() / 60,
      stamp: String(each.getFirstPropertyValue('dtstamp')),
    }
  })
}

const write = async (more: Body = {}) =>
  idOf(
    (
      await rest('schedule_post', {
        content: 'Doors; open, at seven\nCome early \\o/ — ' + 'Grüße 👩‍👩‍👧‍👦 '.repeat(20),
        social_account_ids: [x, bluesky],
        when: inHours(2),
        ...more,
      })
    ).body,
  )

for (const surface of surfaces) {
  const call = both[surface]

  test(`an address is made, listed without itself, read, and ended, over ${surface}`, async () => {
    const { id, url } = await make({ name: `Team ${surface}` }, call)
    assert.match(url, /\/calendar\/[A-Za-z0-9_-]{43}\.ics$/)
    const listed = JSON.stringify((await call('list_calendars')).body)
    assert.ok(listed.includes(`Team ${surface}`) && !listed.includes(url.slice(-20, -4)))
    const { status, headers, text } = await read(url)
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/calendar; charset=utf-8'])
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.ok(text.includes(`X-WR-CALNAME:Team ${surface}\r\n`))
    assert.equal((await call('revoke_calendar', { id })).code, undefined)
    assert.equal((await read(url)).status, 404)
    assert.equal((await call('revoke_calendar', { id })).code, 'calendar_not_found')
  })

  test(`what is wrong with it is told at once, over ${surface}`, async () => {
    const { errors } = await call('create_calendar', { name: ' ', account_ids: [0], with_text: 7 })
    assert.deepEqual(Object.keys(errors).toSorted(), ['account_ids.0', 'name', 'with_text'])
    const none = await call('create_calendar', { name: 'A', account_ids: [x, 987_654] })
    assert.deepEqual(Object.keys(none.errors), ['account_ids.1'])
  })
}

test('another program reads every post at its time, and its text as it was written', async () => {
  const { url } = await make()
  const [at, own] = [inHours(2), inHours(5)]
  const platform_content = [{ account_id: bluesky, scheduled_at: own }]
  const id = await write({ platform_content, labels: ['autumn'] })
  const draft = await write({ when: 'draft', content: 'Not yet' })
  const { text } = await read(url)
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(!text.replaceAll('\r\n', '').includes('\n'), 'lines end alike')
  const events = eventsIn(text).filter(({ uid }) => uid.startsWith(`post-${id}`))
  const { content } = z
    .looseObject({ content: z.string() })
    .parse((await rest('get_post', { id: String(id) })).body)
  assert.deepEqual(
    events.map(({ uid, start }) => [uid.split('@')[0], start]),
    [
      [`post-${id}`, seconds(at)],
      [`post-${id}-${bluesky}`, seconds(own)],
    ],
  )
  for (const { description, minutes, stamp } of events) {
    assert.equal(description, content.replaceAll('\r\n', '\n'))
    assert.equal(minutes, 15)
    assert.match(stamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  }
  assert.match(events[0]?.summary ?? '', /^X \(\w+\): Doors; open, at seven$/)
  assert.ok(!eventsIn(text).some(({ uid }) => uid.startsWith(`post-${draft}@`)))
  await rest('cancel_post', { id })
  assert.ok(!(await read(url)).text.includes(`post-${id}`))
})

test('what waited stands where it went out, and each account has the sign of what became of it', async () => {
  const { url } = await make()
  const sent = async (how: Record<number, Ending>) => {
    const id = await write({ when: 'now', content: 'Out' })
    await begin(service, id)
    await end(service, id, how)
    // As if it had been held for a while.
    await service.query(
      `update posts set scheduled_at = scheduled_at - interval '3 hours' where id = ${id}`,
    )
    return id
  }
  const [out, partial, failed, blocked] = [
    await sent({ [x]: 'published', [bluesky]: 'published' }),
    await sent({ [x]: 'published', [bluesky]: 'failed' }),
    await sent({ [x]: 'failed', [bluesky]: 'failed' }),
    await sent({ [x]: 'published', [bluesky]: 'unknown' }),
  ]
  const begun = await write({ when: 'now', content: 'Out' })
  await begin(service, begun)
  const events = eventsIn((await read(url)).text)
  for (const [id, signs, when] of [
    [out, /^✓ X \(\w+\), Bluesky \(\S+\): Out$/, 'published_at'],
    [partial, /^✓ X \(\w+\), ✗ Bluesky \(\S+\): Out$/, 'published_at'],
    [failed, /^✗ X \(\w+\), Bluesky \(\S+\): Out$/, 'scheduled_at'],
    [blocked, /^✓ X \(\w+\), Bluesky \(\S+\): Out$/, 'published_at'],
    [begun, /^X \(\w+\), Bluesky \(\S+\): Out$/, 'scheduled_at'],
  ] as const) {
    const event = events.find(({ uid }) => uid.startsWith(`post-${id}@`))
    assert.match(event?.summary ?? '', signs)
    const { body } = await rest('get_post', { id })
    const { per_account } = z
      .looseObject({ per_account: z.array(z.looseObject({ published_at: z.string().nullish() })) })
      .parse(body)
    const shown =
      when === 'scheduled_at' ? body[when] : per_account.find((each) => each[when])?.[when]
    assert.equal(event?.start, seconds(String(shown)), `${id}`)
  }
})

const PYTHON = `
import icalendar, json, sys
events = icalendar.Calendar.from_ical(sys.stdin.read()).walk('vevent')
print(json.dumps([[str(e['uid']), str(e.get('description', '')), e['dtstart'].dt.isoformat()] for e in events]))`

test('C7: a third program reads the same, and no text where the owner says so', async (t) => {
  const python = findPython('icalendar')
  if (!python) return t.skip('python3 with icalendar is not on this machine (python3-icalendar)')
  const at = inHours(2)
  const id = await write({ when: at })
  const [open, shy] = [await make(), await make({ with_text: false })]
  for (const { url } of [open, shy]) {
    const { text } = await read(url)
    const told: unknown = JSON.parse(
      execFileSync(python, ['-c', PYTHON], { input: text, encoding: 'utf8' }),
    )
    const events = z.array(z.tuple([z.string(), z.string(), z.string()])).parse(told)
    const ours = eventsIn(text)
    assert.equal(events.length, ours.length)
    const event = events.find(([uid]) => uid.startsWith(`post-${id}@`))
    assert.equal(seconds(new Date(event?.[2] ?? '').toISOString()), seconds(at))
    const its = ours.find(({ uid }) => uid.startsWith(`post-${id}@`))
    assert.equal(event?.[1], its?.description ?? '')
    assert.equal(text.includes('Come early'), url === open.url)
    for (const { id: calendar } of [open, shy].filter((each) => each.url === url))
      await rest('revoke_calendar', { id: calendar })
    assert.equal((await read(url)).status, 404)
  }
  await rest('cancel_post', { id })
})

test('without texts, and of some accounts only, where that was chosen', async () => {
  const secret = 'Nobody may read this'
  const [shy, one] = [await make({ with_text: false }), await make({ account_ids: [bluesky] })]
  const id = await write({ content: secret, labels: ['hidden-word'] })
  const only = await write({ content: 'On X alone', social_account_ids: [x] })
  const { text } = await read(shy.url)
  assert.ok(!text.includes(secret) && !text.includes('hidden-word'))
  const event = eventsIn(text).find(({ uid }) => uid.startsWith(`post-${id}@`))
  assert.match(event?.summary ?? '', /^X \(\w+\), Bluesky \(.+\)$/)
  const its = eventsIn((await read(one.url)).text)
  assert.match(its.find(({ uid }) => uid.startsWith(`post-${id}@`))?.summary ?? '', /^Bluesky \(/)
  assert.ok(!its.some(({ uid }) => uid.startsWith(`post-${only}@`)))
})

test('an address that is none, or is cut off, is a 404; a network may not ask too often', async () => {
  const { url } = await make()
  for (const wrong of [
    url.replace('.ics', ''),
    url.slice(0, -6) + '.ics',
    url.replace(/[^/]{43}\.ics$/, `${'A'.repeat(43)}.ics`),
    url.replace('.ics', '.ics.ics'),
  ])
    assert.equal((await read(wrong)).status, 404, wrong)
  clock = new Date(clock.getTime() + 120_000)
  const statuses = []
  for (let count = 0; count < 122; count++) statuses.push((await read(url)).status)
  assert.deepEqual([statuses.indexOf(429), statuses[121]], [120, 429])
  const refused = await read(url)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  clock = new Date(clock.getTime() + 120_000)
  assert.equal((await read(url)).status, 200)
})

test('who may not manage keys makes none; another workspace has its own', async () => {
  const { token } = await newKey(service, ['posts:read', 'posts:write', 'accounts:manage'])
  assert.equal(
    (await callers(service, token).rest('create_calendar', { name: 'A' })).code,
    'forbidden',
  )
  const { id } = await make()
  const next = await newNeighbour(service)
  const there = callers(service, next.token).rest
  assert.equal((await there('revoke_calendar', { id })).code, 'calendar_not_found')
  const foreign = await there('create_calendar', { name: 'A', account_ids: [x] })
  assert.deepEqual(Object.keys(foreign.errors), ['account_ids.0'])
  const { url } = await make({}, there)
  assert.deepEqual(eventsIn((await read(url)).text), [])
})

test('a workspace has so many, and then has to end one', async () => {
  const next = await newNeighbour(service)
  const there = callers(service, next.token).rest
  for (let count = 0; count < 20; count++) await make({ name: `No ${count}` }, there)
  assert.deepEqual(Object.keys((await there('create_calendar', { name: 'More' })).errors), ['name'])
})

test('no character of a text ends a line, a value or a calendar', () => {
  const content = 'BEGIN:VEVENT\r\nEND:VCALENDAR\n\u0000\u0007\\n;,:"\u2028🏳️‍🌈'
  const event = {
    post_id: 1,
    account_id: null,
    at: '2026-11-23T09:00:00.000Z',
    content,
    labels: ['a;b', 'c'],
    created_at: '2026-11-20T09:00:00.000Z',
    updated_at: '2026-11-21T09:00:00.500Z',
    accounts: [{ name: 'X (a,b)', status: 'pending' as const }],
  }
  const text = icalendar({
    name: 'A;B\nEND:VCALENDAR',
    instance: 'a.example',
    base_url: 'https://a.example',
    with_text: true,
    events: [event],
  })
  const [only, ...others] = eventsIn(text)
  assert.equal(others.length, 0)
  assert.equal(only?.uid, 'post-1@a.example')
  assert.equal(only.description, content.replaceAll('\r\n', '\n').replace('\u0000\u0007', ''))
  assert.equal(only.start, '2026-11-23T09:00:00Z')
  assert.ok(text.endsWith('END:VCALENDAR\r\n'))
})

test('an event keeps its number where the service gets another address, also of an instance that told its host', async () => {
  const { url } = await make({ name: 'Moved' })
  await write()
  const [, token = ''] = /([\w-]{43})\.ics$/.exec(url) ?? []
  const uidsAt = async (base_url: string) => {
    const standing: Environment['standing'] = async (db, whose) => standingOf(db, whose, clock)
    const about = { base_url, manifests, now: () => clock, standing }
    return eventsIn((await feedOf(service.db, token, about)) ?? '').map(({ uid }) => uid)
  }
  const here = await uidsAt(service.base_url)
  assert.ok(here.length > 0)
  // Nothing of a host stands in them (RFC 7986, section 5.3).
  for (const uid of here)
    assert.match(uid, /^post-[\d-]+@[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.deepEqual(await uidsAt('https://other.example'), here)

  // As an upgrade finds one whose calendars are read already: programs know its events by that host.
  await service.query('update calendar_id set id = null')
  const known = await uidsAt('https://first.example')
  for (const uid of known) assert.match(uid, /@first\.example$/)
  assert.deepEqual(await uidsAt('https://second.example'), known)
  await service.query(`update calendar_id set id = '${here[0]?.split('@')[1]}'`)
})

test('an address tells what whoever made it reads, for as long as they do', async () => {
  const key = await leashed(service, {})
  const { id, url } = await make({ name: 'Of a key' }, key.rest)
  const [one, both] = [await write({ social_account_ids: [x] }), await write()]
  const has = (text: string) => [one, both].map((post) => text.includes(`UID:post-${post}@`))
  assert.deepEqual(has((await read(url)).text), [true, true])
  await key.adjust({ account_ids: [x] })
  assert.deepEqual(has((await read(url)).text), [true, false])
  await key.adjust({ actions: ['draft'] })
  assert.equal((await read(url)).status, 404)
  await key.adjust({ actions: null, paused: true })
  assert.equal((await read(url)).status, 404)
  await key.adjust({ account_ids: null, paused: false })
  assert.deepEqual(has((await read(url)).text), [true, true])
  await rest('revoke_api_key', { id: key.id })
  assert.equal((await read(url)).status, 404)
  const Listed = z.looseObject({ calendars: z.array(z.looseObject({ id: z.int() })) })
  const { calendars } = Listed.parse((await rest('list_calendars')).body)
  assert.deepEqual(
    calendars.filter(({ ended }) => ended).map((each) => each.id),
    [id],
  )
})

test('whoever reads no posts makes no address that would tell them', async () => {
  const weak = callers(service, (await newKey(service, ['keys:manage'])).token)
  for (const surface of surfaces) {
    const { code } = await weak[surface]('create_calendar', { name: 'Beyond' })
    assert.equal(code, 'forbidden', surface)
  }
})
