import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { start } from '#app/start.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { browser } from '../people/browser.ts'
import { soon } from '../people/post.ts'
import { FAILED, IN_DOUBT, openNotices } from './kit.ts'

let kit: Awaited<ReturnType<typeof openNotices>>
before(async () => {
  kit = await openNotices()
})
after(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.looked()
  await kit.sql('delete from notices', 'delete from notice_ways', 'delete from notice_days')
  await kit.sql(`delete from members where person_id <> ${kit.me.id}`)
  kit.server.received.length = 0
})

test('a post that a platform refuses is told at the bell, and by a mail that says the same as text', async () => {
  await kit.prefer({ ways: { post_failed: 'at_once' } })
  const { service } = kit
  const to = { social_account_ids: [service.accounts['x']], allow_duplicate: true }
  const post = { content: 'Twice', ...to, publish_now: true }
  const first = await service.rest('POST', '/api/posts', post)
  await soon('the first of two', async () => {
    const { status } = (await service.rest('GET', `/api/posts/${String(first.body['id'])}`)).body
    return status === 'published' ? true : undefined
  })
  // X takes no words twice.
  const { body } = await service.rest('POST', '/api/posts', post)
  await soon('its failure', async () => {
    const { status } = (await service.rest('GET', `/api/posts/${String(body['id'])}`)).body
    return status === 'failed' ? true : undefined
  })
  const mail = await kit.mailed(/^A post did not go out$/)
  assert.deepEqual(mail.recipients, [kit.me.email])
  const place = `/posts/${String(body['id'])}`
  const url = `${service.base_url}${place}?workspace=${kit.workspace_id}`
  assert.match(mail.text ?? '', /X \(.*\n[^]*“Twice”, \w+ \d+ \w+ \d+, \d\d:\d\d \(UTC\):\n/)
  assert.ok(mail.text?.includes(`:\n${url}`), mail.text)
  assert.ok(mail.html?.includes(`href="${url}"`))
  const { notices, unread } = await kit.bell()
  assert.equal(unread, 1)
  assert.equal(notices[0]?.title, 'A post did not go out')
  assert.deepEqual(
    notices[0]?.posts.map(({ id, text, place: to }) => [id, text, to]),
    [[body['id'], 'Twice', place]],
  )
  assert.equal(notices[0]?.more, 0)
  for (const line of notices[0]?.lines ?? []) assert.ok(mail.text?.includes(line), line)
})

test('a thousand failures of one cause are one notice and one mail a person, and the next mail is an hour later', async () => {
  const editor = await kit.member(`Edith${Date.now()}`, 'editor')
  const viewer = await kit.member(`Vic${Date.now()}`, 'viewer')
  await kit.prefer({ ways: { post_failed: 'at_once' } })
  await kit.settled(1_000, FAILED)
  const mail = await kit.mailed(/^1000 posts did not go out$/)
  assert.equal(mail.text?.match(/^“A post that has words”:$/gm)?.length, 3)
  assert.match(mail.text ?? '', /^and 997 more:\nhttp\S+\/posts\?tab=needs&workspace=\d+$/m)
  await kit.settled(5, FAILED)
  await kit.quiet()
  assert.deepEqual(kit.server.received, [])
  const { notices } = await kit.bell()
  assert.deepEqual(
    notices.map(({ kind, count, posts, more }) => [kind, count, posts.length, more]),
    [['post_failed', 1005, 3, 1002]],
  )
  const { rows } = await kit.service.query(
    `select person_id::int, count, mailed, extract(epoch from due_at - sent_at)::int as pause from notices order by person_id`,
  )
  assert.deepEqual(rows, [
    { person_id: kit.me.id, count: 1005, mailed: 1000, pause: 3600 },
    { person_id: editor.person_id, count: 1005, mailed: 0, pause: null },
  ])
  assert.ok(!rows.some(({ person_id }) => person_id === viewer.person_id))
  await kit.service.query('update notices set due_at = now() where mailed > 0')
  await kit.mailed(/^5 posts did not go out$/)
  await kit.settled(2, FAILED.replace('media_rejected', 'against_policy'))
  await kit.mailed(/^2 posts did not go out$/)
})

test('what is read is told anew when it happens again, and still mailed once an hour', async () => {
  await kit.prefer({ ways: { post_failed: 'at_once' } })
  await kit.settled(1, FAILED)
  await kit.mailed(/^A post did not go out$/)
  const [first] = (await kit.bell()).notices
  const read = (body: unknown) => kit.me.page.ask('POST', kit.at('/notices/read'), body)
  assert.equal((await read({ ids: [first?.id] })).status, 204)
  assert.equal((await kit.bell()).unread, 0)
  await kit.settled(1, FAILED)
  await kit.quiet()
  const bell = await kit.bell()
  assert.equal(bell.unread, 1)
  assert.equal(bell.notices.length, 2)
  assert.deepEqual(kit.server.received, [])
  const { rows } = await kit.service.query(
    `select due_at > now() + interval '50 minutes' as later from notices where read_at is null`,
  )
  assert.deepEqual(rows, [{ later: true }])
  assert.equal((await read({})).status, 204)
  assert.equal((await kit.bell()).unread, 0)
})

test('what comes daily is one mail at the time that the person chose, where they are', async () => {
  await kit.prefer({ daily_at: '07:30', timezone: 'Asia/Kathmandu', ways: { decision: 'daily' } })
  await kit.settled(3, FAILED)
  await kit.settled(1, IN_DOUBT)
  await kit.looked()
  const { rows } = await kit.service.query(
    `select distinct to_char(due_at at time zone 'Asia/Kathmandu', 'HH24:MI') as at,
      due_at > now() and due_at <= now() + interval '1 day' as next from notices where person_id = ${kit.me.id}`,
  )
  assert.deepEqual(rows, [{ at: '07:30', next: true }])
  await kit.service.query('update notices set due_at = now()')
  const mail = await kit.mailed(/^2 things at Crier need you$/)
  for (const words of [/3 posts did not go out/, /A post waits for your answer/])
    assert.match(mail.text ?? '', words)
  assert.deepEqual(kit.server.received, [])
})

test('a mail is stopped with one click and without signing in; looking changes nothing, and the bell goes on', async () => {
  await kit.settled(1, IN_DOUBT)
  const mail = await kit.mailed(/^A post waits for your answer$/)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const [, url = ''] = /^<(http[^>]+)>$/.exec(header('list-unsubscribe') ?? '') ?? []
  assert.ok(mail.text?.includes(url), 'for people it stands in the text')

  const ways = async () => (await kit.service.query('select kind, way from notice_ways')).rows
  assert.equal((await fetch(url)).status, 200)
  assert.deepEqual(await ways(), [])
  assert.equal(
    (
      await fetch(`${url.slice(0, -8)}${url.endsWith('A') ? 'BBBBBBBB' : 'AAAAAAAA'}`, {
        method: 'POST',
      })
    ).status,
    404,
  )
  assert.deepEqual(await ways(), [])
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  assert.equal((await fetch(url, { method: 'POST', body })).status, 200)
  assert.deepEqual(await ways(), [{ kind: 'decision', way: 'off' }])
  await kit.settled(1, IN_DOUBT)
  await kit.quiet()
  assert.deepEqual(kit.server.received, [])
  assert.equal((await kit.bell()).notices[0]?.count, 2)
})

test('whoever has left is told nothing, also by a mail that was on its way', async () => {
  const leaver = await kit.member(`Leo${Date.now()}`, 'editor')
  kit.server.refusing.push(451, 451, 451, 451)
  await kit.settled(1, IN_DOUBT)
  await kit.looked()
  await kit.hurry()
  await soon('mails that wait for their next try', async () => {
    const { rows } = await kit.service.query(
      "select id from mails where tries > 0 and due_at between now() and now() + interval '1 minute'",
    )
    return rows.length >= 2 ? true : undefined
  })
  kit.server.refusing.length = 0
  const path = kit.at(`/members/${leaver.person_id}`)
  assert.equal((await kit.me.page.ask('DELETE', path)).status, 204)
  await kit.sql('update mails set due_at = now()', "select pg_notify('mail', '')")
  await kit.mailed(/^A post waits/)
  await kit.quiet()
  assert.ok(!kit.server.received.some(({ recipients }) => recipients.includes(leaver.email)))
  const { rows } = await kit.service.query(
    `select id from notices where person_id = ${leaver.person_id}`,
  )
  assert.deepEqual(rows, [])
})

test('nobody is written to at an address that they did not confirm', async () => {
  const guest = await kit.member(`Gus${Date.now()}`, 'editor')
  await kit.service.query(
    `update persons set email_confirmed_at = null where id = ${guest.person_id}`,
  )
  await kit.settled(1, IN_DOUBT)
  await kit.mailed(/^A post waits/)
  await kit.quiet()
  assert.ok(!kit.server.received.some(({ recipients }) => recipients.includes(guest.email)))
})

test('what is over before the mail goes is not told, and no longer unread', async () => {
  const [post] = await kit.settled(1, IN_DOUBT)
  await kit.looked()
  const { status } = await kit.service.rest('POST', `/api/posts/${post}/retry`, {
    mark_published: [{ account_id: kit.account_id }],
  })
  assert.equal(status, 202)
  await kit.quiet()
  assert.deepEqual(kit.server.received, [])
  assert.equal((await kit.bell()).unread, 0)
})

test('an account that wants to be connected again is told at once, and names of others are no links', async () => {
  const { service, account_id } = kit
  await service.query(
    `update accounts set username = 'win.at.evil.example' where id = ${account_id}`,
  )
  await service.query(`update accounts set health = 'needs_reconnect' where id = ${account_id}`)
  const { rows } = await service.query(`select name from accounts where id = ${account_id}`)
  const name = String(rows[0]?.['name'])
  const mail = await kit.mailed(/ has to be connected again$/)
  assert.equal(mail.subject, `“${name}” on Bluesky has to be connected again`)
  assert.match(mail.text ?? '', /^Bluesky \(.*\): the platform takes our access no longer/m)
  assert.ok(!`${mail.text} ${mail.html}`.includes('evil'))
  const place = `/accounts/connect?account=${account_id}`
  assert.ok(
    mail.text?.includes(
      `Connect “${name}” on Bluesky again:\n${service.base_url}${place}&workspace=${kit.workspace_id}`,
    ),
    mail.text,
  )
  assert.deepEqual((await kit.bell()).notices[0]?.places, [place])
  await service.query(
    `update accounts set health = 'healthy', username = 'ada' where id = ${account_id}`,
  )
})

test('a post in a mail is called by its words without addresses, and by its number without words', async () => {
  await kit.prefer({ ways: { post_failed: 'at_once' } })
  const ids = await kit.settled(2, FAILED)
  await kit.sql(
    `update posts set content = 'Win at evil.example/now today' where id = ${ids[0]}`,
    `update posts set content = 'https://evil.example', scheduled_at = '2027-03-01T20:30:00Z' where id = ${ids[1]}`,
  )
  const mail = await kit.mailed(/^2 posts did not go out$/)
  assert.match(mail.text ?? '', /^“Win at today”:$/m)
  assert.ok(mail.text?.includes(`\nPost ${ids[1]}, Mon 1 Mar 2027, 20:30 (UTC):\n`), mail.text)
  assert.ok(!`${mail.text} ${mail.html}`.includes('evil'))
  await kit.sql(`update posts set deleted_at = now() where id = ${ids[1]}`)
  const { posts } = (await kit.bell()).notices[0] ?? { posts: [] }
  assert.deepEqual(
    posts.map(({ text }) => text),
    ['Win at evil.example/now today'],
  )
})

test('an approval that waits, a key that ends and a plan that runs out are told to whom they concern', async () => {
  const { service } = kit
  const editor = await kit.member(`Eve${Date.now()}`, 'editor')
  const made = await service.rest('POST', '/api/api-keys', {
    name: 'Careful',
    leash: {
      needs_approval: true,
      expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    },
  })
  const post = { content: 'May I?', social_account_ids: [kit.account_id], when: 'now' }
  const authorization = `Bearer ${String(made.body['token'])}`
  assert.equal((await service.rest('POST', '/api/posts', post, { authorization })).status, 201)
  await kit.sql(
    `update workspaces set plan = 'free' where id = ${kit.workspace_id}`,
    `insert into usage (workspace_id, month, used) values (${kit.workspace_id}, date_trunc('month', now() at time zone 'utc')::date, 25)
      on conflict (workspace_id, month) do update set used = 25`,
    'update notice_feed set looked_at = null',
  )
  const kindsOf = async (person_id: number) => {
    const { rows } = await service.query(
      `select kind from notices where person_id = ${person_id} order by kind`,
    )
    return rows.map(({ kind }) => kind)
  }
  await soon('all of them', async () =>
    (await kindsOf(kit.me.id)).length === 3 ? true : undefined,
  )
  assert.deepEqual(await kindsOf(kit.me.id), ['approval', 'key_ending', 'plan'])
  assert.deepEqual(await kindsOf(editor.person_id), ['approval'])
  await kit.me.page.ask('POST', kit.at('/notices/read'), {})
  await service.query('update notice_feed set looked_at = null')
  await soon('another look', async () => {
    const { rows } = await service.query('select 1 from notice_feed where looked_at is not null')
    return rows.length ? true : undefined
  })
  assert.equal((await kit.bell()).unread, 0, 'once is enough')
  await service.query(`update workspaces set plan = 'unlimited' where id = ${kit.workspace_id}`)
})

test('times are told by the clock of the person, or else of the workspace', async () => {
  const until = '2027-03-01T20:30:00.000Z'
  const told = async () => {
    await kit.service.query('delete from notices')
    await kit.service.query(
      `insert into fresh_events (workspace_id, type, actor, account_id, data) values
        (${kit.workspace_id}, 'account.expiring', 'crier', ${kit.account_id}, '{"platform": "bluesky", "token_expires_at": "${until}"}')`,
    )
    await kit.looked()
    return (await kit.bell()).notices[0]?.lines[0] ?? ''
  }
  // What is over is read when somebody looks, and mailed no more.
  await kit.sql(`update accounts set health = 'expiring' where id = ${kit.account_id}`)
  await kit.looked()
  await kit.prefer({ daily_at: '07:30', timezone: null, ways: { expiring: 'daily' } })
  const settle = (timezone: string | null) => kit.me.page.ask('PUT', '/console/me', { timezone })
  const due = async () => {
    const { rows } = await kit.service.query(
      `select to_char(due_at at time zone 'UTC', 'HH24:MI') as at from notices`,
    )
    return rows
  }
  assert.match(await told(), / on Mon 1 Mar 2027, 20:30 \(UTC\)\./)
  assert.deepEqual(await due(), [{ at: '07:30' }])
  assert.equal((await settle('Asia/Kathmandu')).status, 200)
  assert.match(await told(), / on Tue 2 Mar 2027, 02:15 \(Asia\/Kathmandu\)\./)
  assert.deepEqual(await due(), [{ at: '01:45' }], 'the daily mail comes by it, too')
  const asked = await kit.me.page.ask('GET', kit.at('/notices/preferences'))
  assert.deepEqual(
    [asked.body['timezone'], asked.body['own_timezone'], asked.body['workspace_timezone']],
    [null, 'Asia/Kathmandu', 'UTC'],
  )
  await kit.sql('update notices set due_at = now()')
  const mail = await kit.mailed(/ on Bluesky ends soon$/)
  assert.match(mail.text ?? '', / on \w+ \d+ \w+ 20\d\d, \d\d:\d\d \(Asia\/Kathmandu\)\./)
  await kit.sql(`update accounts set health = 'healthy' where id = ${kit.account_id}`)
  await settle(null)
})

test('a webhook that fails for good and one that was switched off are told to owners', async () => {
  const editor = await kit.member(`Web${Date.now()}`, 'editor')
  for (const type of ['webhook.dead', 'webhook.disabled'])
    await kit.service.query(
      `insert into fresh_events (workspace_id, type, actor, data) values (${kit.workspace_id}, '${type}', 'crier', '{"webhook_id": "7"}')`,
    )
  await kit.looked()
  assert.deepEqual((await kit.bell()).notices.map(({ title }) => title).sort(), [
    'A webhook does not take what it is sent',
    'A webhook was switched off',
  ])
  const { rows } = await kit.service.query(
    `select id from notices where person_id = ${editor.person_id}`,
  )
  assert.deepEqual(rows, [])
})

test('why a webhook is off is told as it is, and not to whoever switched it off', async () => {
  for (const [id, why] of ['by_hand', 'credential_ended', 'secret_lost', 'failing'].entries())
    await kit.service.query(
      `insert into fresh_events (workspace_id, type, actor, data) values
        (${kit.workspace_id}, 'webhook.disabled', 'crier', '{"webhook_id": "${id}", "why": "${why}"}')`,
    )
  await kit.looked()
  const { notices } = await kit.bell()
  assert.equal(notices.length, 3, 'what somebody did is no news')
  const untaken = notices.filter(({ lines }) => /has not taken what it was sent/.test(lines.join()))
  assert.equal(untaken.length, 1)
})

test('preferences say what is wrong, field by field, and everybody has their own', async () => {
  const wrong = { ways: { decision: 'never', nothing: 'off' }, daily_at: '25:00', more: 1 }
  const { status, body } = await kit.me.page.ask('PUT', kit.at('/notices/preferences'), wrong)
  assert.equal(status, 422)
  const fields = Object.keys(body['errors'] ?? {})
  for (const field of ['ways.decision', 'daily_at', 'more'])
    assert.ok(fields.includes(field), field)
  const zone = await kit.me.page.ask('PUT', kit.at('/notices/preferences'), { timezone: 'Mars' })
  assert.equal(zone.status, 422)
  const stranger = browser(kit.service)
  assert.equal((await stranger.ask('GET', kit.at('/notices'))).status, 401)
  const asked = await kit.me.page.ask('GET', kit.at('/notices?before=0&unread=perhaps'))
  assert.equal(asked.status, 422)
  const read = await kit.me.page.ask('POST', kit.at('/notices/read'), { ids: ['all'] })
  assert.equal(read.status, 422)
})

test('without a mail server and without a sandbox, /ready says that mails go nowhere', async () => {
  const ready = async (base_url: string) => (await fetch(`${base_url}/ready`)).text()
  assert.doesNotMatch(await ready(kit.service.base_url), /SMTP_URL/)
  const { data_dir, database } = kit.service
  const settings = {
    PORT: '0',
    SANDBOX: 'off',
    DATA_DIR: data_dir,
    LOG_LEVEL: 'silent',
    ROLE: 'api',
  }
  await using plain = await start(readConfig(manifests, settings), { database })
  assert.match(await ready(plain.base_url), /SMTP_URL is not set: mails go nowhere/)
})
