/** edit_published_post on both surfaces: what it refuses, what it tells of what it cannot do, and how far a leash lets it go. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { newNeighbour, newPost, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { outOn } from './out.ts'
import { postIn } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)

const Told = z.looseObject({
  updated_at: z.string(),
  per_account: z.array(
    z.looseObject({
      account_id: z.number(),
      edit: z.looseObject({ state: z.string(), revision: z.number() }).optional(),
    }),
  ),
})
const statesOf = (body: Body) =>
  Object.fromEntries(
    Told.parse(body).per_account.map(({ account_id, edit }) => [account_id, edit?.state]),
  )

for (const surface of surfaces)
  test(`over ${surface} it is asked for once, everywhere or on some accounts`, async () => {
    const call = callers(service)[surface]
    const { id, accounts } = await outOn(service, ['facebook', 'linkedin'])
    const { facebook, linkedin } = accounts
    const wish = { id, content: 'Better words' }
    const some = await call('edit_published_post', { ...wish, account_ids: [facebook] })
    assert.deepEqual(statesOf(some.body), { [facebook]: 'pending', [linkedin]: undefined })
    const whole = await call('edit_published_post', wish)
    assert.deepEqual(statesOf(whole.body), { [facebook]: 'pending', [linkedin]: 'pending' })
    const before = await stored(service)
    await call('edit_published_post', wish)
    assert.deepEqual(await stored(service), before, 'the same again changes nothing')
  })

test('a rehearsal tells what would change and writes nothing', async () => {
  const { id, accounts } = await outOn(service, ['linkedin'])
  const before = await stored(service)
  const { body } = await rest('edit_published_post', { id, content: 'Perhaps', dry_run: true })
  assert.deepEqual(statesOf(body), { [accounts.linkedin]: 'pending' })
  assert.equal(body['dry_run'], true)
  assert.deepEqual(await stored(service), before)
})

test('platforms that cannot are told with the ones that can, and where a person does it', async () => {
  const { id, accounts } = await outOn(service, ['x', 'linkedin', 'instagram'])
  const before = await stored(service)
  for (const surface of surfaces) {
    const all = await callers(service)[surface]('edit_published_post', { id, content: 'Better' })
    assert.equal(all.code, 'invalid')
    assert.equal(all.errors['account_ids']?.length, 2)
    for (const text of all.errors['account_ids'] ?? [])
      assert.match(text, new RegExp(`account_ids with ${accounts.linkedin} `))
  }
  const named = await rest('edit_published_post', {
    id,
    content: 'Better',
    account_ids: [accounts.x],
  })
  assert.match(named.errors['account_ids.0']?.[0] ?? '', /X.*https:\/\/example\.com\/1/)
  assert.deepEqual(await stored(service), before)
  const { code } = await rest('edit_published_post', {
    id,
    content: 'Better',
    account_ids: [accounts.linkedin],
  })
  assert.equal(code, undefined)
})

test('a video on Facebook is changed there, its posts are changed here', async () => {
  const { id } = await outOn(service, ['facebook'])
  const { rows } = await service.query(
    `insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, created_at)
     select workspace_id, 'film.mp4', 'video/mp4', 9, 'film-of-' || id, now() from posts where id = ${id} returning id`,
  )
  await service.query(
    `insert into post_media (workspace_id, post_id, media_id, position) select workspace_id, id, ${String(rows[0]?.['id'])}, 0 from posts where id = ${id}`,
  )
  const { code, errors } = await rest('edit_published_post', { id, content: 'Better' })
  assert.equal(code, 'invalid')
  assert.match(errors['account_ids']?.[0] ?? '', /changes no videos/)
})

test('every problem is told at once, by its field', async () => {
  const { id } = await outOn(service, ['linkedin', 'youtube'])
  const { code, errors } = await rest('edit_published_post', {
    id,
    content: 'x'.repeat(6_000),
    account_ids: undefined,
    platform_options: {
      youtube: { title: '<no>', privacy: 'secret', tags: ['x'] },
      linkedin: { visibility: 'PUBLIC' },
      x: {},
    },
  })
  assert.equal(code, 'invalid')
  assert.deepEqual(Object.keys(errors).toSorted(), [
    'content',
    'platform_options.linkedin.visibility',
    'platform_options.x',
    'platform_options.youtube.privacy',
    'platform_options.youtube.tags',
    'platform_options.youtube.title',
  ])
  assert.equal(errors['content']?.length, 2, 'of both platforms, each in its own counting')
  const nothing = await rest('edit_published_post', { id })
  assert.ok(nothing.errors['content'])
  for (const content of ['', '  ', 7, null, {}, 'x'.repeat(10_001), '\0'])
    assert.equal((await rest('edit_published_post', { id, content })).code, 'invalid')
  for (const odd of [[], ['x'], {}, 0, null, [999_999]])
    assert.equal(
      (await rest('edit_published_post', { id, content: 'x', account_ids: odd })).code,
      'invalid',
      JSON.stringify(odd),
    )
})

for (const state of ['draft', 'scheduled', 'failed', 'cancelled', 'unknown'] as const)
  test(`nothing of a post is changed where it is out that is ${state}`, async () => {
    const id = await postIn(state, service)
    for (const surface of surfaces) {
      const { code } = await callers(service)[surface]('edit_published_post', { id, content: 'x' })
      assert.equal(code, 'post_not_published')
    }
  })

test('of what is on its way, unknown or out in part nobody says that nothing is out', async () => {
  const { id: broken } = await outOn(service, ['facebook'])
  await service.query(
    `update deliveries set status = 'failed', steps = '{"post": {"result": {"platform_post_id": "1_2"}}}' where post_id = ${broken}`,
  )
  const refusals = [
    [await postIn('publishing', service), /^Wait until it is out/],
    [await postIn('unknown', service), /^Say with retry_post whether it is there/],
    [broken, /^Send what is missing with retry_post first/],
  ] as const
  for (const [id, text] of refusals) {
    const { code, body } = await rest('edit_published_post', { id, content: 'x' })
    assert.equal(code, 'post_not_published')
    assert.match(String(body['message']), text)
  }
})

test('accounts that are named are changed all, or none: of those that can not be each is told', async () => {
  const { id, accounts } = await outOn(service, ['linkedin', 'facebook', 'google_business'])
  const { linkedin, facebook, google_business } = accounts
  const wish = { id, content: 'Better', account_ids: [linkedin, facebook, google_business] }
  await service.query(
    `update deliveries set status = 'publishing', lease_until = '2999-01-01' where post_id = ${id} and account_id = ${facebook}`,
  )
  await service.query(
    `update deliveries set status = 'failed', platform_post_id = null where post_id = ${id} and account_id = ${google_business}`,
  )
  const before = await stored(service)
  for (const surface of surfaces) {
    const { code, errors } = await callers(service)[surface]('edit_published_post', wish)
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors), ['account_ids.1', 'account_ids.2'])
    assert.match(errors['account_ids.1']?.[0] ?? '', /^Wait until it is out/)
    assert.match(errors['account_ids.2']?.[0] ?? '', /^Leave this account out: nothing of it/)
  }
  assert.deepEqual(await stored(service), before)
  const { body } = await rest('edit_published_post', { ...wish, account_ids: [linkedin] })
  assert.equal(statesOf(body)[linkedin], 'pending')
})

test('whoever looked before somebody else changed it is refused, and shown it', async () => {
  const { id } = await outOn(service, ['linkedin'])
  const { updated_at } = Told.parse((await rest('get_post', { id })).body)
  const first = await rest('edit_published_post', { id, content: 'Mine', updated_at })
  assert.equal(first.code, undefined)
  const second = await rest('edit_published_post', { id, content: 'Mine too', updated_at })
  assert.equal(second.code, 'post_changed')
})

test('another workspace has no such post, and a key that sees one account only neither', async () => {
  const { id, accounts } = await outOn(service, ['linkedin', 'facebook'])
  const neighbour = await newNeighbour(service)
  const narrow = await leashed(service, { account_ids: [accounts.linkedin] })
  for (const { token } of [neighbour, narrow])
    for (const surface of surfaces) {
      const { code } = await callers(service, token)[surface]('edit_published_post', {
        id,
        content: 'x',
      })
      assert.equal(code, 'post_not_found')
    }
})

test('a leash must let it publish, and whose posts need approval may not', async () => {
  const { id } = await outOn(service, ['linkedin'])
  const wish = { id, content: 'Better' }
  const key = await leashed(service, { actions: ['read', 'draft', 'schedule', 'delete'] })
  assert.equal((await key.rest('edit_published_post', wish)).code, 'forbidden')
  await key.adjust({ actions: null, needs_approval: true })
  const held = await key.rest('edit_published_post', wish)
  assert.deepEqual([held.code, held.body['needs_approval']], ['forbidden', true])
  const reader = await leashed(service, {}, ['posts:read'])
  assert.equal((await reader.rest('edit_published_post', wish)).code, 'forbidden')
  await key.adjust({ needs_approval: false })
  assert.equal((await key.rest('edit_published_post', wish)).code, undefined)
})

test('the capabilities tell what can be changed on each platform', async () => {
  const { body } = await rest('get_capabilities')
  const { platforms } = z
    .looseObject({
      platforms: z.record(z.string(), z.looseObject({ editable: z.array(z.string()).optional() })),
    })
    .parse(body)
  const able = Object.entries(platforms).flatMap(([id, { editable }]) =>
    editable ? [[id, editable]] : [],
  )
  assert.deepEqual(Object.fromEntries(able), {
    facebook: ['content'],
    google_business: ['content'],
    linkedin: ['content'],
    youtube: ['content', 'title', 'privacy'],
  })
})

test('in a running service it is done at once, and wait tells when', async () => {
  const running = await openService()
  try {
    const { rest: call } = callers(running)
    const linkedin = await accountInSandbox(running, 'linkedin')
    const wish = { when: 'now', content: 'Out with a mistaek', social_account_ids: [linkedin] }
    const id = await newPost(running, wish)
    await call('get_post', { id, wait: 20 })
    const { body } = await call('edit_published_post', { id, content: 'Out without one', wait: 20 })
    assert.deepEqual(statesOf(body), { [linkedin]: 'edited' })
    assert.deepEqual(
      (await running.received('linkedin')).map(({ text }) => text),
      ['Out without one'],
    )
  } finally {
    await running[Symbol.asyncDispose]()
  }
})

test('a key with a cap rewrites no more of what others have out than its day has left', async () => {
  const key = await leashed(service, { posts_per_day: 1 })
  const edit = async (id: number, content: string) =>
    (await key.rest('edit_published_post', { id, content })).code
  const [own, one, other] = [
    await outOn(service, ['linkedin']),
    await outOn(service, ['linkedin']),
    await outOn(service, ['linkedin']),
  ]
  await service.query(`update posts set created_by = 'key:${key.id}' where id = ${own.id}`)
  assert.equal(await edit(own.id, 'Mine'), undefined, 'it was counted when it went out')
  assert.equal(await edit(one.id, 'Once'), undefined)
  assert.equal(await edit(one.id, 'Once'), undefined, 'the same wish is the same edit')
  assert.equal(await edit(one.id, 'Twice'), 'too_many_requests')
  assert.equal(await edit(other.id, 'Another'), 'too_many_requests')
  assert.equal(await edit(own.id, 'Still mine'), undefined)
})

test('a post that is out in part counts once when that is rewritten', async () => {
  const { id, accounts } = await outOn(service, ['linkedin', 'facebook'])
  await service.query(
    `update deliveries set status = 'pending', due_at = '2999-01-01' where post_id = ${id} and account_id = ${accounts.facebook}`,
  )
  await service.query(`update posts set status = 'scheduled' where id = ${id}`)
  const { rest: call } = await leashed(service, { posts_per_day: 1 })
  const wish = { id, account_ids: [accounts.linkedin] }
  const codes = []
  for (const content of ['Once', 'Twice'])
    codes.push((await call('edit_published_post', { ...wish, content })).code)
  assert.deepEqual(codes, [undefined, 'too_many_requests'])
})

test('links of a new text get the parameters that those of the post have, and lengths are counted with them', async () => {
  const parameters = { utm_source: '{platform}', utm_content: '{post_id}' }
  await service.rest('PUT', '/api/utm-templates', { templates: [{ parameters }] })
  const { id, accounts } = await outOn(service, ['linkedin', 'facebook'])
  const content = 'See https://example.com/bread?x=1 for better words'
  const { body } = await rest('edit_published_post', { id, content })
  const told = Told.parse(body).per_account.map(({ account_id, edit }) => [
    account_id,
    edit?.['content'],
  ])
  const with_tags = (platform: string) =>
    content.replace('?x=1', `?x=1&utm_source=${platform}&utm_content=${id}`)
  assert.deepEqual(Object.fromEntries(told), {
    [accounts.linkedin]: with_tags('linkedin'),
    [accounts.facebook]: with_tags('facebook'),
  })
  const before = await stored(service)
  await rest('edit_published_post', { id, content })
  assert.deepEqual(await stored(service), before, 'the same again changes nothing')
  const long = `https://example.com/ ${'x'.repeat(2970)}`
  const { code, body: refused } = await rest('edit_published_post', { id, content: long })
  assert.equal(code, 'invalid')
  assert.match(JSON.stringify(refused), /LinkedIn.* takes at most 3000 characters; this has 30\d\d/)
  await service.rest('PUT', '/api/utm-templates', { templates: [] })
})
