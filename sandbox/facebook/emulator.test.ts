import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { errorOf, idOf, pagesOf, redirect_uri, start } from './harness.ts'

test('a code is good once, at the address it was asked for', async () => {
  await using facebook = await start()
  const code =
    (await facebook.decide({ person: 'bruno.bakes', decision: 'allow' })).get('code') ?? ''
  const elsewhere = await facebook.exchange({ redirect_uri: 'http://127.0.0.1:9/other', code })
  assert.equal(errorOf(elsewhere), '100/36008')
  assert.equal((await facebook.exchange({ redirect_uri, code })).status, 200)
  assert.equal(errorOf(await facebook.exchange({ redirect_uri, code })), '100')
})

test('who says no is sent back with the words of Facebook', async () => {
  await using facebook = await start()
  const query = await facebook.decide({ person: 'bruno.bakes', decision: 'deny' })
  assert.equal(query.get('error'), 'access_denied')
  assert.equal(query.get('error_reason'), 'user_denied')
  assert.equal(query.get('state'), 'st4te')
})

test('a short token ends after two hours and cannot be made longer then', async () => {
  await using facebook = await start()
  const { short, user } = await facebook.signIn('bruno.bakes')
  facebook.advance(2 * 3_600_000 + 1)
  assert.equal(errorOf(await facebook.get(short, 'me')), '190/463')
  const late = { grant_type: 'fb_exchange_token', fb_exchange_token: short }
  assert.equal(errorOf(await facebook.exchange(late)), '190/463')
  assert.equal((await facebook.get(user, 'me')).status, 200)
  facebook.advance(60 * 86_400_000)
  assert.equal(errorOf(await facebook.get(user, 'me')), '190/463')
})

test('a Page token got with a long token does not end, and dies with the permission', async () => {
  await using facebook = await start()
  const page = await facebook.page('bruno.bakes')
  facebook.advance(300 * 86_400_000)
  assert.equal((await facebook.get(page.token, page.id)).status, 200)
  const again = await facebook.page('bruno.bakes')
  const revoked = await facebook.send(`/graph/v26.0/me/permissions?access_token=${again.user}`, {
    method: 'DELETE',
  })
  assert.deepEqual(revoked.body, { success: true })
  assert.equal(errorOf(await facebook.get(again.token, again.id)), '190')
  assert.equal((await facebook.get(page.token, page.id)).status, 200)
})

test('27 Pages come in two pages, the last without the task of posting', async () => {
  await using facebook = await start()
  const { user } = await facebook.signIn('clara.chain')
  const first = pagesOf(await facebook.get(user, 'me/accounts?fields=id,name,access_token,tasks'))
  assert.equal(first.data.length, 25)
  const second = pagesOf(await facebook.send(first.paging?.next ?? ''))
  assert.equal(second.data.length, 2)
  assert.equal(second.paging?.next, undefined)
  const last = second.data.at(-1)
  assert.ok(last)
  assert.equal(
    errorOf(await facebook.post(last.access_token, `${last.id}/feed`, { message: 'a' })),
    '10',
  )
})

test('a text is posted, listed, read and deleted', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const post = idOf(await facebook.post(token, `${id}/feed`, { message: 'Grüße 🌅' }))
  assert.match(post, new RegExp(`^${id}_\\d{18}$`))
  const fields = 'id,message,created_time,permalink_url,application,attachments{target{id}}'
  const listed = await facebook.get(token, `${id}/published_posts?fields=${fields}&limit=5`)
  assert.match(listed.text, /"message":"Grüße 🌅".*"application":\{"id":"1234567890"/)
  const gone = await facebook.send(`/graph/v26.0/${post}?access_token=${token}`, {
    method: 'DELETE',
  })
  assert.deepEqual(gone.body, { success: true })
  assert.equal(errorOf(await facebook.get(token, post)), '100/33')
  assert.deepEqual(facebook.emulator.posts(), [])
})

const refused: [form: Record<string, string>, error: string][] = [
  [{}, '100'],
  [{ message: 'x'.repeat(63_207) }, '100'],
  [{ link: 'https://www.facebook.com/x' }, '100/1609008'],
  [{ link: 'no address' }, '100/2061006'],
  [{ link: 'https://nowhere.invalid/' }, '100/1609005'],
  [{ message: 'a', scheduled_publish_time: '1' }, '100/1363046'],
  [{ message: 'a', attached_media: '[{"media_fbid":"12"}]' }, '100/33'],
]

for (const [form, error] of refused)
  test(`${JSON.stringify(form).slice(0, 60)} is refused with ${error}`, async () => {
    await using facebook = await start()
    const { id, token } = await facebook.page('ada.letterpress')
    assert.equal(errorOf(await facebook.post(token, `${id}/feed`, form)), error)
    assert.deepEqual(facebook.emulator.posts(), [])
  })

test('the same text twice in a row is a duplicate', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  idOf(await facebook.post(token, `${id}/feed`, { message: 'Again' }))
  assert.equal(errorOf(await facebook.post(token, `${id}/feed`, { message: 'Again' })), '506')
  idOf(await facebook.post(token, `${id}/feed`, { message: 'Other' }))
  idOf(await facebook.post(token, `${id}/feed`, { message: 'Again' }))
})

test('several pictures are uploaded unseen and posted together, each once', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const form: Record<string, string> = { message: 'Two' }
  for (const index of [0, 1]) {
    const more = { published: 'false', alt_text_custom: `Picture ${index}` }
    const photo = idOf(await facebook.picture(token, id, more))
    form[`attached_media[${index}]`] = JSON.stringify({ media_fbid: photo })
  }
  assert.deepEqual(facebook.emulator.posts(), [])
  const post = idOf(await facebook.post(token, `${id}/feed`, form))
  const [shown] = facebook.emulator.posts('ada.letterpress')
  assert.deepEqual(
    shown?.media.map(({ alt_text }) => alt_text),
    ['Picture 0', 'Picture 1'],
  )
  assert.equal(shown?.id, post)
  assert.equal(errorOf(await facebook.post(token, `${id}/feed`, form)), '100/1366051')
})

test('what is no picture is refused', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const body = new FormData()
  body.set('source', new Blob([Buffer.from('RIFF0000WEBP')]), 'a.webp')
  const path = `/graph/v26.0/${id}/photos?access_token=${token}`
  assert.equal(errorOf(await facebook.send(path, { method: 'POST', body })), '100/1366046')
  assert.equal(errorOf(await facebook.post(token, `${id}/photos`)), '324')
  assert.equal(
    errorOf(await facebook.post(token, `${id}/photos`, { url: `${facebook.url}/none` })),
    '389',
  )
})

test('a comment stands below its post', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const post = idOf(await facebook.post(token, `${id}/feed`, { message: 'Post' }))
  const comment = idOf(await facebook.post(token, `${post}/comments`, { message: 'First' }))
  assert.deepEqual(
    facebook.emulator.posts().map((each) => [each.id, each.reply_to]),
    [
      [post, null],
      [comment, post],
    ],
  )
  const listed = await facebook.get(token, `${post}/comments?fields=id,message,from`)
  assert.match(listed.text, /"message":"First","from":\{"id":"\d+"/)
  assert.equal(errorOf(await facebook.post(token, '1_2/comments', { message: 'x' })), '100/33')
})

test('a person’s token is no Page’s, and a scope is a scope', async () => {
  await using facebook = await start()
  const { id, user } = await facebook.page('ada.letterpress')
  assert.equal(errorOf(await facebook.post(user, `${id}/feed`, { message: 'a' })), '210')
  const poor = await facebook.page('ada.letterpress', 'pages_show_list')
  assert.equal(errorOf(await facebook.post(poor.token, `${id}/feed`, { message: 'a' })), '200')
  assert.equal(errorOf(await facebook.get('made-up', 'me')), '190')
  assert.equal(errorOf(await facebook.send('/graph/v26.0/me')), '104')
})

test('numbers grow, and one unknown metric refuses all', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  const post = idOf(await facebook.post(token, `${id}/feed`, { message: 'Post' }))
  const valuesOf = async () => {
    const answer = await facebook.get(
      token,
      `${post}/insights?metric=post_media_view,post_total_media_view_unique`,
    )
    const values = z.object({
      data: z.array(z.object({ values: z.tuple([z.object({ value: z.number() })]) })),
    })
    return values.parse(answer.body).data.map(({ values: [{ value }] }) => value)
  }
  assert.deepEqual(await valuesOf(), [0, 0])
  facebook.advance(86_400_000)
  const [views = 0, reach = 0] = await valuesOf()
  assert.ok(views > reach && reach > 0)
  for (const metric of ['post_impressions', 'post_media_view,post_impressions_unique', ''])
    assert.equal(errorOf(await facebook.get(token, `${post}/insights?metric=${metric}`)), '100')
})

test('an unknown field is refused, an unknown version too', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('ada.letterpress')
  assert.equal(errorOf(await facebook.get(token, `${id}?fields=id,impressions`)), '100')
  assert.equal(errorOf(await facebook.send(`/graph/v99.0/me?access_token=${token}`)), '2500')
  assert.equal((await facebook.send(`/graph/v12.0/me?access_token=${token}`)).status, 200)
})

test('posts and tokens outlive a restart, a reset ends them', async () => {
  await using first = await start()
  const { id, token } = await first.page('ada.letterpress')
  idOf(await first.post(token, `${id}/feed`, { message: 'Before' }))
  await using second = await start(first.saved())
  assert.deepEqual(
    second.emulator.posts().map(({ text }) => text),
    ['Before'],
  )
  idOf(await second.post(token, `${id}/feed`, { message: 'After' }))
  second.emulator.reset()
  assert.deepEqual(second.emulator.posts(), [])
  assert.equal(errorOf(await second.post(token, `${id}/feed`, { message: 'x' })), '190')
})
