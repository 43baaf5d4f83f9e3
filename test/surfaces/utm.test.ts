/** Parameters on links: put on when a post is written, counted with its text, shown, kept, and sent. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, idOf, inAnHour, newAccount, newNeighbour } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts

const Templates = z.looseObject({
  templates: z.array(z.looseObject({ label: z.string().nullable() })),
  updated_at: z.string().nullable(),
})
const set = async (templates: Body[], more: Body = {}) =>
  rest('set_utm_templates', { templates, ...more })
const own = { parameters: { utm_source: '{platform}', utm_campaign: 'p{post_id}' } }

const Goes = z.looseObject({
  id: z.int(),
  content: z.string(),
  warnings: z.array(z.string()),
  per_account: z.array(
    z.looseObject({
      account_id: z.int(),
      wording: z.object({ content: z.string(), first_comment: z.string().nullable() }).optional(),
      parts: z.array(z.looseObject({ content: z.string() })).nullable(),
    }),
  ),
})
const goes = (body: unknown) => {
  const post = Goes.parse(body)
  return { ...post, on: (id: number) => post.per_account.find((each) => each.account_id === id) }
}
const said = (body: unknown, id: number) => goes(body).on(id)?.wording?.content
const post = async (more: Body, call = rest) => {
  const { body, errors } = await call('schedule_post', {
    content: 'Read https://a.example/b#c',
    social_account_ids: [x, bluesky],
    when: 'draft',
    ...more,
  })
  assert.deepEqual(errors, {})
  return body
}
const at = (platform: string, id: number) =>
  `Read https://a.example/b?utm_source=${platform}&utm_campaign=p${id}#c`

for (const surface of surfaces) {
  const call = both[surface]

  test(`templates are set, seen and refused with all that is wrong, over ${surface}`, async () => {
    const { body } = await call('set_utm_templates', {
      templates: [own, { label: 'spring', parameters: { ref: '{label}' }, hosts: ['A.example'] }],
    })
    const state = Templates.parse(body)
    assert.deepEqual(state.templates, [
      { label: null, hosts: null, ...own },
      {
        label: 'spring',
        parameters: { ref: '{label}' },
        hosts: ['a.example'],
      },
    ])
    assert.deepEqual(Templates.parse((await call('get_utm_templates')).body), state)
    const wrong = await call('set_utm_templates', {
      templates: [
        { parameters: { 'utm source': 'x' } },
        { label: 'a,b', parameters: { utm_source: '{nobody}' }, hosts: ['https://a.example'] },
        { label: 'c', parameters: {} },
      ],
    })
    assert.deepEqual(Object.keys(wrong.errors).toSorted(), [
      'templates.0.parameters.utm source',
      'templates.1.hosts.0',
      'templates.1.label',
      'templates.1.parameters.utm_source',
      'templates.2.parameters',
    ])
    assert.deepEqual(
      Object.keys((await call('set_utm_templates', { templates: [own, own] })).errors),
      ['templates'],
    )
    const late = await call('set_utm_templates', {
      templates: [],
      updated_at: '2001-01-01T00:00:00Z',
    })
    assert.equal(late.code, 'utm_changed')
    assert.deepEqual(Templates.parse(late.body['utm']), state)
    const rehearsed = await call('set_utm_templates', { templates: [], dry_run: true })
    assert.deepEqual(Templates.parse(rehearsed.body).templates, [])
    assert.deepEqual(Templates.parse((await call('get_utm_templates')).body), state)
  })

  test(`each account gets its own, and the post stays as it was written, over ${surface}`, async () => {
    await set([own])
    const body = await post({ content: `Read https://a.example/b#c`, first_comment: null }, call)
    const id = idOf(body)
    assert.equal(goes(body).content, 'Read https://a.example/b#c')
    for (const [account, platform] of [
      [x, 'x'],
      [bluesky, 'bluesky'],
    ] as const)
      assert.equal(said(body, account), at(platform, id))
    assert.equal(said((await call('get_post', { id })).body, x), at('x', id))
    const tried = await post({ dry_run: true }, call)
    assert.match(said(tried, x) ?? '', /utm_source=x&utm_campaign=p\d+#c$/)
    const plain = await post({ content: 'No link at all' }, call)
    assert.equal(goes(plain).on(x)?.wording, undefined)
  })

  test(`changed, moved and copied it is put on once, over ${surface}`, async () => {
    await set([own])
    const id = idOf(await post({}))
    const moved = await call('update_post', { id, when: inAnHour(new Date()) })
    assert.equal(said(moved.body, x), at('x', id))
    const changed = await call('update_post', {
      id,
      platform_content: [{ account_id: x, content: 'Mine https://a.example/?utm_source=me' }],
    })
    assert.equal(said(changed.body, x), `Mine https://a.example/?utm_source=me&utm_campaign=p${id}`)
    assert.equal(said(changed.body, bluesky), at('bluesky', id))
    const copied = (await call('duplicate_post', { id })).body
    assert.equal(said(copied, bluesky), at('bluesky', idOf(copied)))
    const without = await call('update_post', { id, content: 'Nothing', platform_content: [] })
    assert.equal(goes(without.body).on(x)?.wording, undefined)
  })

  test(`the text is counted with them, and shortened so that it fits, over ${surface}`, async () => {
    await set([{ parameters: { utm_campaign: 'c'.repeat(100) } }])
    const content = `${'word '.repeat(50)}https://a.example/`
    const wanted = { content, social_account_ids: [bluesky], when: 'now', dry_run: true }
    const { errors, body } = await call('schedule_post', wanted)
    assert.match(errors['content']?.[0] ?? '', /at most 300 .*; this has 38\d\.$/)
    const { problems } = z
      .looseObject({
        problems: z.array(
          z.looseObject({
            fixes: z.array(z.looseObject({ action: z.string(), patch: z.unknown() })),
          }),
        ),
      })
      .parse(body)
    for (const { action, patch } of problems.flatMap(({ fixes }) => fixes)) {
      const mended = { ...wanted, ...z.record(z.string(), z.unknown()).parse(patch) }
      assert.deepEqual((await call('schedule_post', mended)).errors, {}, action)
    }
    await set([])
    assert.deepEqual((await call('schedule_post', wanted)).errors, {})
  })
}

test('a label has its own template, and relabelling changes nothing of what goes out', async () => {
  await set([own, { label: 'spring', parameters: { ref: '{label}' }, hosts: ['a.example'] }])
  const content = 'https://a.example https://b.example'
  const body = await post({ content, labels: ['other', 'spring'] })
  assert.equal(said(body, x), 'https://a.example?ref=spring https://b.example')
  const id = idOf(body)
  const relabelled = await rest('update_post', { id, labels: [] })
  assert.equal(said(relabelled.body, x), 'https://a.example?ref=spring https://b.example')
  const written = await rest('update_post', { id, content })
  assert.match(
    said(written.body, x) ?? '',
    /utm_source=x&utm_campaign=p\d+ https:\/\/b\.example\?utm_/,
  )
})

test('what was approved goes out, whatever the templates say by then', async () => {
  await set([own])
  const asking = await leashed(service, { needs_approval: true })
  const body = await post({ when: 'now', social_account_ids: [x] }, asking.rest)
  const id = idOf(body)
  assert.equal(said(body, x), at('x', id))
  await set([{ parameters: { utm_source: 'later' } }])
  const approved = await rest('approve_post', { id })
  assert.equal(said(approved.body, x), at('x', id))
  const sent = await rest('get_post', { id: String(id), wait: 30 })
  assert.equal(sent.body['outcome'], 'published')
  const texts = JSON.stringify(await service.received('x'))
  assert.ok(texts.includes(`utm_source=x&utm_campaign=p${id}#c`))
  assert.ok(!texts.includes('later'))
})

test('hosts are named as people write them, in any script', async () => {
  const ref = { ref: 'crier' }
  const { code } = await set([{ parameters: ref, hosts: ['Bücher.example', 'xn--r8jz45g.jp'] }])
  assert.equal(code, undefined)
  const content =
    'https://www.bücher.example/ https://xn--bcher-kva.example/ https://例え.jp/ https://bucher.example/'
  assert.equal(
    said(await post({ content, dry_run: true }), bluesky),
    'https://www.bücher.example/?ref=crier https://xn--bcher-kva.example/?ref=crier https://例え.jp/?ref=crier https://bucher.example/',
  )
  for (const host of [
    'bücher',
    'bücher.example/shop',
    'bücher.example:8080',
    'a b.example',
    'ä..example',
    'a_b.example',
  ]) {
    const { errors } = await set([{ parameters: ref, hosts: [host] }])
    assert.deepEqual(Object.keys(errors), ['templates.0.hosts.0'], host)
  }
})

test('the first comment and the parts of a thread have them too', async () => {
  await set([{ parameters: { utm_source: '{platform}' } }])
  const body = await post({
    content: 'One',
    first_comment: 'https://a.example/',
    thread: [{ content: 'Two https://b.example' }],
    when: 'now',
  })
  const one = goes(body).on(bluesky)
  assert.equal(one?.wording?.first_comment, 'https://a.example/?utm_source=bluesky')
  assert.deepEqual(
    one.parts?.map(({ content }) => content),
    ['One', 'Two https://b.example?utm_source=bluesky'],
  )
  const sent = await rest('get_post', { id: String(idOf(body)), wait: 30 })
  assert.equal(sent.body['outcome'], 'published')
  const texts = JSON.stringify(await service.received('bluesky'))
  assert.ok(texts.includes('Two https://b.example?utm_source=bluesky'))
  assert.ok(texts.includes('https://a.example/?utm_source=bluesky'))
})

test('of many at once each has its own', async () => {
  await set([own])
  const posts = ['One', 'Two https://a.example'].map((content) => ({
    content,
    social_account_ids: [x],
    when: 'draft',
  }))
  const { body } = await rest('schedule_posts', { posts })
  const results = z.array(z.looseObject({ post: Goes })).parse(body['results'])
  assert.deepEqual(
    results.map(({ post: { per_account } }) => per_account[0]?.wording?.content),
    [undefined, `Two https://a.example?utm_source=x&utm_campaign=p${results[1]?.post.id}`],
  )
})

test('a name of an account stands for it, as it was when the post was written', async () => {
  await set([{ parameters: { utm_content: '{account}' } }])
  const account = await newAccount(service, await demoWorkspace(service), 'x')
  await service.query(`update accounts set name = 'Ada & Co.' where id = ${account.id}`)
  const body = await post({ social_account_ids: [account.id] })
  await service.query(`update accounts set name = 'Else' where id = ${account.id}`)
  const kept = (await rest('get_post', { id: idOf(body) })).body
  assert.equal(said(kept, account.id), 'Read https://a.example/b?utm_content=Ada%20%26%20Co%2E#c')
})

test('who may not manage accounts sets none; another workspace has its own', async () => {
  await set([own])
  const bound = await leashed(service, { account_ids: [x] })
  assert.equal((await bound.rest('set_utm_templates', { templates: [] })).code, 'forbidden')
  assert.equal((await bound.rest('get_utm_templates')).code, undefined)
  const { token, account_id } = await newNeighbour(service)
  const there = callers(service, token).rest
  assert.deepEqual(Templates.parse((await there('get_utm_templates')).body), {
    templates: [],
    updated_at: null,
  })
  const body = await post({ social_account_ids: [account_id] }, there)
  assert.equal(goes(body).on(account_id)?.wording, undefined)
})
