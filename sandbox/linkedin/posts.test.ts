import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DAY,
  enc,
  image,
  ines,
  pageScopes,
  post,
  postOf,
  publish,
  start,
  tools,
  type Harness,
} from './harness.ts'
import { shown } from './little.ts'

const asPage = (text: string, more = {}) => postOf(text, { author: tools, ...more })

test('a post is answered with nothing but headers, and can be looked at', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const answer = await post(it, access_token, postOf('Good morning'))
  const urn = answer.headers.get('x-restli-id') ?? ''
  assert.deepEqual([answer.status, answer.text], [201, ''])
  assert.match(urn, /^urn:li:share:\d{19}$/)
  const [received] = it.emulator.posts('ines-almeida')
  assert.deepEqual([received?.id, received?.text], [urn, 'Good morning'])
  assert.match((await it.send(received?.url ?? '')).text, /Good morning/)
})

test('an unescaped sign ends the text without a word', () => {
  assert.deepEqual(shown('Half (price) today'), { text: 'Half ', truncated: true })
  assert.deepEqual(shown('Half \\(price\\) \\<3 \\\\ \\_x\\_'), {
    text: 'Half (price) <3 \\ _x_',
    truncated: false,
  })
  assert.equal(shown('#tag and {hashtag|\\#|other}').text, '#tag and #other')
  assert.equal(shown('by @[Ann Lee](urn:li:person:abc-1)!').text, 'by Ann Lee!')
  assert.equal(shown('50 # off').text, '50 ')
})

test('the same text a second time is refused with the URN of the first, for two days', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const urn = await publish(it, access_token, postOf('Again'))
  const twice = await post(it, access_token, postOf('Again'))
  assert.equal(twice.status, 422)
  assert.match(twice.text, new RegExp(`duplicate of ${urn}.*DUPLICATE_POST`))
  const other = await it.signIn('jonas-brandt')
  await publish(it, other.access_token, postOf('Again', { author: 'urn:li:person:jonas-brandt' }))
  it.advance(2 * DAY + 1)
  await publish(it, access_token, postOf('Again'))
})

test('a deleted post is gone at once, deleting again changes nothing, and its ghost refuses the text', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const urn = await publish(it, access_token, postOf('Oops'))
  const path = `/rest/posts/${enc(urn)}`
  for (let time = 0; time < 2; time += 1)
    assert.equal((await it.call(access_token, path, { method: 'DELETE' })).status, 204)
  assert.deepEqual(it.emulator.posts(), [])
  assert.equal((await post(it, access_token, postOf('Oops'))).status, 422)
})

test('what a post may not be is refused, field by field', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const refused = async (json: unknown, status: number, words: RegExp) => {
    const answer = await post(it, access_token, json)
    assert.equal(answer.status, status, answer.text)
    assert.match(answer.text, words)
  }
  await refused(postOf('a', { colour: 'red' }), 422, /unrecognized field found/)
  await refused(postOf('a', { author: undefined }), 422, /MISSING_FIELD/)
  await refused(postOf('a', { visibility: 'FRIENDS' }), 422, /INVALID_VALUE_FOR_FIELD/)
  await refused(postOf(''), 422, /MISSING_FIELD/)
  await refused(postOf('x'.repeat(3001)), 400, /FIELD_ARRAY_SIZE_TOO_HIGH.*"maxLength":3000/)
  await refused(postOf('a', { author: 'urn:li:person:other' }), 403, /ACCESS_DENIED/)
  await refused(asPage('a'), 400, /Organization permissions must be used/)
  await publish(it, access_token, postOf('\\('.repeat(3000)))
})

test('members cannot read what they wrote, and their addresses must be encoded', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const urn = await publish(it, access_token, postOf('Mine'))
  assert.equal((await it.call(access_token, `/rest/posts/${enc(urn)}`)).status, 403)
  assert.match((await it.call(access_token, `/rest/posts/${urn}`)).text, /Syntax exception/)
  const list = await find(it, access_token, ines)
  assert.equal(list.status, 403)
})

test('a Page is posted to and read by those with a role, and never for connections alone', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  const urns = [
    await publish(it, access_token, asPage('One')),
    await publish(it, access_token, asPage('Two')),
  ]
  const listed = await find(it, access_token, tools)
  assert.equal(listed.status, 200)
  assert.deepEqual(listed.text.match(/urn:li:share:\d+/g), urns.toReversed())
  assert.equal(it.emulator.posts('lindenhof-tools').length, 2)
  const closed = await post(it, access_token, asPage('x', { visibility: 'CONNECTIONS' }))
  assert.equal(closed.status, 422)
  const analyst = await post(
    it,
    access_token,
    asPage('x', { author: 'urn:li:organization:81210044' }),
  )
  assert.equal(analyst.status, 403)
})

test('a text can be changed, by a partial update and nothing else', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const urn = await publish(it, access_token, postOf('Befoer'))
  const json = { patch: { $set: { commentary: 'Before' } } }
  const sent = { method: 'POST', json, headers: { 'x-restli-method': 'PARTIAL_UPDATE' } }
  assert.equal((await it.call(access_token, `/rest/posts/${enc(urn)}`, sent)).status, 204)
  assert.equal(it.emulator.posts()[0]?.text, 'Before')
})

test('comments stand under their post, in plain text, and only Pages can read them', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  const urn = await publish(it, access_token, asPage('Post'))
  const path = `/rest/socialActions/${enc(urn)}/comments`
  const json = { actor: tools, object: urn, message: { text: 'More (here)' } }
  const created = await it.call(access_token, path, { method: 'POST', json })
  assert.equal(created.status, 201)
  assert.match((await it.call(access_token, path)).text, /More \(here\)/)
  const [, comment] = it.emulator.posts()
  assert.deepEqual([comment?.text, comment?.reply_to], ['More (here)', urn])
  const long = { ...json, message: { text: 'x'.repeat(1251) } }
  assert.equal((await it.call(access_token, path, { method: 'POST', json: long })).status, 400)

  const member = await it.signIn('ines-almeida')
  const own = await publish(it, member.access_token, postOf('Post'))
  const refused = await it.call(member.access_token, `/rest/socialActions/${enc(own)}/comments`)
  assert.equal(refused.status, 403)
})

test('numbers grow with age: of Pages in one list, of members one by one', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('paula-pages', `${pageScopes} r_member_postAnalytics`)
  const urn = await publish(it, access_token, asPage('Count me'))
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${enc(tools)}&shares=List(${enc(urn)})`
  assert.match((await it.call(access_token, path)).text, /"elements":\[\]/)
  it.advance(DAY)
  assert.match((await it.call(access_token, path)).text, /"impressionCount":[1-9]/)

  const me = 'urn:li:person:paula-pages'
  const own = await publish(it, access_token, postOf('Me too', { author: me }))
  it.advance(DAY)
  const entity = `(share:${enc(own)})`
  const numbers = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=IMPRESSION&aggregation=TOTAL`
  assert.match(
    (await it.call(access_token, numbers)).text,
    /"count":[1-9]\d*,"metricType":"IMPRESSION"/,
  )
  const older = { headers: { 'linkedin-version': '202604' } }
  assert.match((await it.call(access_token, numbers, older)).text, /MetricTypeV1":"IMPRESSION"/)
  const member = await it.signIn('ines-almeida')
  assert.equal((await it.call(member.access_token, numbers)).status, 403)
})

test('numbers of a Page are for its administrators, with the permission to administer', async () => {
  await using it = await start()
  const path = (id: string) =>
    `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${enc(`urn:li:organization:${id}`)}`
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  assert.equal((await it.call(access_token, path('2414183'))).status, 200)
  assert.equal((await it.call(access_token, path('5509810'))).status, 403)
  const poor = await it.signIn('paula-pages', pageScopes.replace('rw_organization_admin', ''))
  assert.equal((await it.call(poor.access_token, path('2414183'))).status, 403)
})

test('several posts are read by their names, each with an error of its own', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  const urn = await publish(it, access_token, asPage('Read me'))
  const path = `/rest/posts?ids=List(${enc(urn)},${enc('urn:li:share:1')})`
  const { status, text } = await it.call(access_token, path, {
    headers: { 'x-restli-method': 'BATCH_GET' },
  })
  assert.equal(status, 200)
  assert.match(text, /"results":\{"urn:li:share:\d+":\{"id"/)
  assert.match(text, /"errors":\{"urn:li:share:1":\{"status":404/)
})

test('pictures are attached in their order, with alternative texts', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const ids = [await image(it, access_token), await image(it, access_token)]
  const images = ids.map((id, index) => ({ id, altText: `Nr ${index}` }))
  const urn = await publish(
    it,
    access_token,
    postOf('Two', { content: { multiImage: { images } } }),
  )
  assert.match(urn, /^urn:li:ugcPost:/)
  const [received] = it.emulator.posts()
  assert.deepEqual(
    received?.media.map(({ alt_text }) => alt_text),
    ['Nr 0', 'Nr 1'],
  )
  assert.equal(
    (await it.send(received?.media[1]?.url ?? '')).headers.get('content-type'),
    'image/png',
  )
})

async function find(it: Harness, token: string, author: string) {
  return it.call(token, `/rest/posts?q=author&author=${enc(author)}&count=10&sortBy=CREATED`, {
    headers: { 'x-restli-method': 'FINDER' },
  })
}
