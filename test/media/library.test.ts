/** The library on both surfaces: adding, finding, changing and deleting items. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, IncomingMessage, request } from 'node:http'
import { text as streamText } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { z } from 'zod'
import { limits } from '#rules/limits.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { newNeighbour, newPost } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { form, picture, send, sha256, uploadPicture } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both

const Page = z.looseObject({ data: z.array(z.looseObject({ id: z.number() })), total: z.number() })
const idsOf = (body: unknown) => Page.parse(body).data.map(({ id }) => id)
const errorsOf = (body: Record<string, unknown>) =>
  Object.keys(z.object({}).loose().parse(body['errors']))

test('a form with a file becomes an item with everything that was said of it', async () => {
  const file = picture()
  const fields = { folder: ' Spring ', 'tags[]': ['red', 'blue'], alt_text: 'A dot' }
  const { status, body } = await send(
    service,
    'POST',
    '/api/media',
    form(file, fields, 'Ünï code.PNG'),
  )
  assert.equal(status, 201, JSON.stringify(body))
  const { id, cdn_url, thumbnail_url: _, updated_at, ...rest } = body
  assert.ok(Math.abs(Date.now() - Date.parse(String(updated_at))) < 3_600_000)
  assert.deepEqual(rest, {
    original_name: 'Ünï code.PNG',
    mime_type: 'image/png',
    size_bytes: file.length,
    width: 16,
    height: 16,
    duration: null,
    sha256: sha256(file),
    folder: 'Spring',
    tags: ['red', 'blue'],
    alt_text: 'A dot',
  })
  const bytes = Buffer.from(await (await fetch(String(cdn_url))).arrayBuffer())
  assert.ok(bytes.equals(file))
  for (const surface of surfaces) {
    const { created_at, created_by: _, ...read } = (await both[surface]('get_media', { id })).body
    assert.deepEqual(read, body)
    assert.equal(created_at, updated_at, 'nothing was said of it since it came')
  }
})

test('everything that is wrong with a form is said at once, by field', async () => {
  const long = { alt_text: 'x'.repeat(501), tags: ['x'.repeat(51), ''], folder: 'x'.repeat(256) }
  const cases: [FormData, string[]][] = [
    [form(picture(), long), ['alt_text', 'folder', 'tags.0', 'tags.1']],
    [form(picture(), { color: 'red' }), ['color']],
    [form(picture(), {}, 'a.svg'), ['file']],
    [form(picture(), {}, 'a'), ['file']],
    [form(Buffer.alloc(0)), ['file']],
    [form(Buffer.from('<svg/>')), ['file']],
    [form(picture(), { tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }), ['tags']],
  ]
  const none = new FormData()
  none.append('folder', 'x')
  cases.push([none, ['file']])
  const two = form(picture())
  two.append('file', new Blob([picture()]), 'b.png')
  cases.push([two, ['file']])
  const other = new FormData()
  other.append('picture', new Blob([picture()]), 'b.png')
  cases.push([other, ['picture']])
  for (const [data, fields] of cases) {
    const { status, body } = await send(service, 'POST', '/api/media', data)
    assert.equal(status, 422, fields.join())
    assert.deepEqual(errorsOf(body).sort(), fields, JSON.stringify(body))
  }
})

test('a form that is cut off or is none is refused, and the service goes on', async () => {
  for (const [body, type] of [
    [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
    ],
    ['nonsense', 'multipart/form-data; boundary=x'],
    ['nonsense', 'multipart/form-data'],
    ['', 'multipart/form-data; boundary=x'],
  ] as const) {
    const answer = await send(service, 'POST', '/api/media', body, { 'content-type': type })
    assert.equal(answer.status, 422, JSON.stringify([body, answer.body]))
  }
  for (const path of ['/api/posts', '/api/media/uploads']) {
    assert.equal((await send(service, 'POST', path, form(picture()))).status, 415, path)
  }
})

test('more than 90 MB in one request is refused by its field, and the next request on the connection answered', async () => {
  const big = Buffer.alloc(limits.single_upload_bytes + 1024 * 1024)
  picture().copy(big)
  const sent = new Response(form(big))
  const type = { 'content-type': sent.headers.get('content-type') ?? '' }
  const bytes = Buffer.from(await sent.arrayBuffer())
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const { status, text } = await onAgent(agent, 'POST', '/api/media', type, bytes)
    assert.equal(status, 422)
    assert.deepEqual(errorsOf(JSON.parse(text)), ['file'])
    assert.match(text, /94371840 bytes \(90 MB\).*resumable/)
    assert.equal((await onAgent(agent, 'GET', '/api/stats')).status, 200)
  } finally {
    agent.destroy()
  }
})

async function onAgent(
  agent: Agent,
  method: string,
  path: string,
  more: Record<string, string> = {},
  body?: Buffer,
) {
  const headers = { authorization: `Bearer ${service.token}`, ...more }
  const asked = request(service.base_url + path, { agent, method, headers })
  asked.end(body)
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(asked, 'response'))
  return { status: answer.statusCode, text: await streamText(answer) }
}

test('an idempotency key makes one item of two equal requests, and refuses another file', async () => {
  const key = { 'idempotency-key': 'upload-1' }
  const file = picture()
  const one = await send(service, 'POST', '/api/media', form(file), key)
  const two = await send(service, 'POST', '/api/media', form(file), key)
  assert.deepEqual(two.body, one.body)
  assert.equal(two.headers.get('idempotent-replayed'), 'true')
  assert.equal((await send(service, 'POST', '/api/media', form(picture()), key)).status, 409)
})

test('the same bytes are stored once, and deleting one item leaves the other its bytes', async () => {
  const file = picture()
  const one = await uploadPicture(service, {}, file)
  const two = await uploadPicture(service, {}, file, 'b.png')
  assert.notEqual(one.id, two.id)
  assert.equal(one.cdn_url, two.cdn_url)
  assert.equal((await rest('delete_media', { id: one.id, for_good: true })).code, undefined)
  assert.equal((await fetch(two.cdn_url)).status, 200)
  assert.equal((await rest('delete_media', { id: two.id, for_good: true })).code, undefined)
  assert.equal((await fetch(two.cdn_url)).status, 404)
  const third = await uploadPicture(service, {}, file)
  assert.notEqual(third.cdn_url, one.cdn_url)
  const theirs = await newNeighbour(service)
  const next = { ...service, token: theirs.token }
  assert.notEqual((await uploadPicture(next, {}, file)).cdn_url, third.cdn_url)
})

for (const surface of surfaces) {
  const call = both[surface]

  test(`the library is searched by name, alt text and tags, over ${surface}`, async () => {
    const mark = `zq${surface}`
    const named = await uploadPicture(service, {}, picture(), `${mark} Sun%set_1.png`)
    const alt = await uploadPicture(service, { alt_text: `On ${mark.toUpperCase()} beach` })
    const tagged = await uploadPicture(service, { tags: [`${mark}tag`, 'x'], folder: mark })
    const found = async (args: Record<string, unknown>) =>
      idsOf((await call('list_media', args)).body)
    assert.deepEqual(await found({ search: mark }), [tagged.id, alt.id, named.id])
    assert.deepEqual(await found({ search: `${mark} sun%SET_` }), [named.id])
    assert.deepEqual(await found({ search: `${mark} sun_set` }), [])
    assert.deepEqual(await found({ search: `${mark}\\` }), [])
    assert.deepEqual(await found({ search: mark, type: 'image' }), [tagged.id, alt.id, named.id])
    assert.deepEqual(await found({ search: mark, type: 'video' }), [])
    // One and two letters find the beginnings of words, here of the name, the alt text and the tag.
    const folder = `Short ${mark}`
    const short = await uploadPicture(
      service,
      { folder, alt_text: 'The zq sea' },
      undefined,
      'a.png',
    )
    const other = await uploadPicture(service, { folder, tags: ['zq9'] }, undefined, 'zq-1.png')
    await uploadPicture(service, { folder, alt_text: 'Xzq' }, undefined, 'b.png')
    assert.deepEqual(await found({ search: 'ZQ', folder }), [other.id, short.id])
    assert.deepEqual(await found({ search: 'z', folder }), [other.id, short.id])
    assert.deepEqual(await found({ folder: mark }), [tagged.id])
    assert.deepEqual(await found({ tags: `${mark}tag` }), [tagged.id])
    const { body } = await call('list_media', { search: mark, per_page: 2, page: 2 })
    assert.deepEqual([idsOf(body), body['total'], body['last_page']], [[named.id], 3, 2])
  })

  test(`pages have limits, over ${surface}`, async () => {
    for (const [field, value] of [
      ['per_page', 201],
      ['per_page', 0],
      ['page', 0],
      ['type', 'x'],
      ['search', 'x'.repeat(201)],
    ] as const) {
      const { errors } = await call('list_media', { [field]: value })
      assert.deepEqual(Object.keys(errors), [field])
    }
    assert.equal((await call('list_media')).body['per_page'], 15)
  })

  test(`folder, tags and alt text can be changed and taken back, the file never, over ${surface}`, async () => {
    const { id } = await uploadPicture(service, { folder: 'Old', tags: ['a'], alt_text: 'Alt' })
    const one = await call('update_media', { id, alt_text: 'New' })
    assert.deepEqual(
      [one.body['folder'], one.body['tags'], one.body['alt_text']],
      ['Old', ['a'], 'New'],
    )
    const two = await call('update_media', { id, folder: null, tags: [], alt_text: null })
    assert.deepEqual([two.body['folder'], two.body['tags'], two.body['alt_text']], [null, [], null])
    const wrong = {
      original_name: 'b.png',
      tags: ['x'.repeat(51)],
      alt_text: 'x'.repeat(501),
      folder: 1,
    }
    const { errors } = await call('update_media', { id, ...wrong })
    assert.deepEqual(Object.keys(errors).sort(), ['alt_text', 'folder', 'original_name', 'tags.0'])
    assert.ok((await call('update_media', { id, alt_text: '🙂'.repeat(500) })).body['alt_text'])
  })

  test(`an item of another workspace is answered like one that never was, over ${surface}`, async () => {
    const theirs = await newNeighbour(service)
    for (const name of ['get_media', 'update_media', 'delete_media']) {
      for (const id of [theirs.media_id, 987_654_321]) {
        const { code } = await call(name, { id, ...(name === 'update_media' && { folder: 'x' }) })
        assert.equal(code, 'media_not_found', name)
      }
    }
    const post = {
      content: 'x',
      social_account_ids: Object.values(service.accounts),
      when: 'draft',
    }
    const { errors } = await call('schedule_post', { ...post, media_ids: [theirs.media_id] })
    assert.deepEqual(Object.keys(errors), ['media_ids.0'])
  })

  test(`what a draft or scheduled post has attached is not deleted, and the posts are named, over ${surface}`, async () => {
    const { id } = await uploadPicture(service)
    const draft = await newPost(service, { media_ids: [id] })
    const { code, body } = await call('delete_media', { id })
    assert.deepEqual([code, body['post_ids']], ['media_in_use', [draft]])
    await rest('delete_post', { id: draft })
    assert.equal((await call('delete_media', { id })).code, undefined)
    assert.equal((await call('delete_media', { id })).code, 'media_not_found')
    const { errors } = await call('schedule_post', {
      content: 'x',
      social_account_ids: Object.values(service.accounts),
      when: 'draft',
      media_ids: [id],
    })
    assert.deepEqual(Object.keys(errors), ['media_ids.0'])
  })
}
