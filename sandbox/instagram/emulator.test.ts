import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { client, errorOf, idOf, start } from './harness.ts'

const day = 86_400_000
const ada = '17841400000000111'

test('the Instagram login gives a token for an hour, longer ones, and the id that posts go to', async () => {
  await using instagram = await start()
  const page = await instagram.decide('/web/oauth/authorize', 'instagram_business_basic', {
    person: 'ada.prints',
    decision: 'allow',
  })
  assert.equal(page.hash, '#_')
  const code = page.searchParams.get('code') ?? ''
  const elsewhere = await instagram.exchange({ code, redirect_uri: 'http://127.0.0.1:9/other' })
  assert.match(elsewhere.text, /"error_type":"OAuthException"/)
  const short = z
    .object({ access_token: z.string(), user_id: z.string() })
    .parse((await instagram.exchange({ code })).body)
  assert.equal(short.user_id, ada)
  assert.equal((await instagram.exchange({ code })).status, 400)
  const me = await instagram.get(short.access_token, 'me?fields=user_id,id,username')
  assert.match(me.text, /"user_id":"17841400000000111","id":"26\d+","username":"ada.prints"/)
  instagram.advance(3_600_001)
  assert.equal(errorOf(await instagram.get(short.access_token, 'me')), '190/463')
})

test('a long token is renewed when it is a day old and before it has ended', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const renew = async () =>
    instagram.send(`/graph/refresh_access_token?grant_type=ig_refresh_token&access_token=${token}`)
  assert.equal(errorOf(await renew()), '10')
  instagram.advance(day)
  assert.match((await renew()).text, /"expires_in":5184000/)
  instagram.advance(60 * day)
  assert.equal(errorOf(await renew()), '190/463')
})

test('who says no is sent back so', async () => {
  await using instagram = await start()
  const form = { decision: 'deny' }
  const back = await instagram.decide('/web/oauth/authorize', 'instagram_business_basic', form)
  assert.equal(back.searchParams.get('error'), 'access_denied')
})

test('the Facebook login offers 27 accounts in two pages, with Page tokens', async () => {
  await using instagram = await start()
  const { first } = await instagram.pages('clara.chain')
  assert.equal(first.data.length, 25)
  const rest = await instagram.more(first.paging?.next ?? '')
  assert.equal(rest.data.length, 2)
  const [page] = first.data
  const own = await instagram.get(
    page?.access_token ?? '',
    `${page?.id}?fields=instagram_business_account{id,username}`,
    'fb_graph',
  )
  assert.match(own.text, /"username":"clara.chain"/)
  assert.equal(errorOf(await instagram.get(page?.access_token ?? '', 'me')), '190')
})

test('a picture is fetched into a container and published once', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const form = { image_url: instagram.file('a.jpg'), caption: 'Blue #ink', alt_text: 'Ink' }
  const container = idOf(await instagram.post(token, `${ada}/media`, form))
  assert.deepEqual(instagram.emulator.posts(), [])
  const status = async () => (await instagram.get(token, `${container}?fields=status_code`)).text
  assert.match(await status(), /FINISHED/)
  const publish = async () =>
    instagram.post(token, `${ada}/media_publish`, { creation_id: container })
  const id = idOf(await publish())
  assert.match(await status(), /PUBLISHED/)
  assert.equal(errorOf(await publish()), '9007/2207027')
  const [post] = instagram.emulator.posts('ada.prints')
  assert.deepEqual([post?.id, post?.text, post?.media[0]?.alt_text], [id, 'Blue #ink', 'Ink'])
  const read = await instagram.get(token, `${id}?fields=permalink,shortcode,timestamp,caption`)
  const { permalink } = z.object({ permalink: z.string() }).parse(read.body)
  assert.match((await instagram.send(permalink)).text, /Blue #ink/)
  assert.match((await instagram.get(token, `${ada}/media?fields=id,caption`)).text, /Blue #ink/)
})

const refused: [name: string, form: Record<string, string>, error: string][] = [
  ['a.png', {}, '36001/2207005'],
  ['tall.jpg', {}, '36003/2207009'],
  ['large.jpg', {}, '36000/2207004'],
  ['none.jpg', {}, '9004/2207052'],
  ['moved.jpg', {}, '9004/2207052'],
  ['a.jpg', { caption: 'x'.repeat(2201) }, '36004/2207010'],
  ['a.jpg', { caption: '#a '.repeat(31) }, '100/2207040'],
  ['a.jpg', { caption: '@ab '.repeat(21) }, '100/2207040'],
  ['a.jpg', { media_type: 'VIDEO' }, '100/2207023'],
  ['a.jpg', { alt_text: 'x'.repeat(1001) }, '100'],
  ['a.jpg', { collaborators: '["a","b","c","d"]' }, '100'],
  ['a.jpg', { media_type: 'REELS' }, '100'],
  ['a.jpg', { upload_type: 'resumable' }, '100'],
]

for (const [name, form, error] of refused)
  test(`${name} with ${JSON.stringify(form).slice(0, 40)} is refused with ${error}`, async () => {
    await using instagram = await start()
    const token = await instagram.signIn()
    const whole = { image_url: instagram.file(name), ...form }
    assert.equal(errorOf(await instagram.post(token, `${ada}/media`, whole)), error)
  })

test('a reel is in progress at first and cannot be published then', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const form = { media_type: 'REELS', video_url: instagram.file('a.mp4'), caption: 'Moving' }
  const creation_id = idOf(await instagram.post(token, `${ada}/media`, form))
  const publish = async () => instagram.post(token, `${ada}/media_publish`, { creation_id })
  assert.equal(errorOf(await publish()), '9007/2207027')
  const status = async () => (await instagram.get(token, `${creation_id}?fields=status_code`)).text
  assert.match(await status(), /IN_PROGRESS/)
  assert.match(await status(), /FINISHED/)
  idOf(await publish())
  assert.deepEqual(
    instagram.emulator.posts().map(({ extra }) => extra['kind']),
    ['REELS'],
  )
})

test('a video is told by its beginning, however many pieces it comes in', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const form = { media_type: 'REELS', video_url: instagram.file('long.mp4') }
  idOf(await instagram.post(token, `${ada}/media`, form))
})

test('a carousel has two to ten children of its own account', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const child = async (name: string) =>
    idOf(
      await instagram.post(token, `${ada}/media`, {
        is_carousel_item: 'true',
        image_url: instagram.file(name),
        alt_text: name,
      }),
    )
  const children = [await child('a.jpg'), await child('b.jpg')]
  const make = async (ids: string[]) =>
    instagram.post(token, `${ada}/media`, {
      media_type: 'CAROUSEL',
      children: ids.join(','),
      caption: 'Both',
    })
  assert.equal(errorOf(await make(children.slice(1))), '100/2207028')
  assert.equal(errorOf(await make(['1', '2'])), '24/2207008')
  const creation_id = idOf(await make(children))
  idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id }))
  const [post] = instagram.emulator.posts()
  assert.deepEqual(
    post?.media.map(({ alt_text }) => alt_text),
    ['a.jpg', 'b.jpg'],
  )
})

test('400 containers a day are made for an account, published or not', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const make = async (form: Record<string, string>) => instagram.post(token, `${ada}/media`, form)
  const picture = { image_url: instagram.file('a.jpg') }
  const child = async () => idOf(await make({ ...picture, is_carousel_item: 'true' }))
  const carousel = { media_type: 'CAROUSEL', children: `${await child()},${await child()}` }
  for (let made = 2; made < 400; made++) idOf(await make(carousel))
  assert.equal(errorOf(await make(picture)), '9/2207042')
  instagram.advance(day)
  idOf(await make(picture))
})

test('a container ends after a day', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const creation_id = idOf(
    await instagram.post(token, `${ada}/media`, { image_url: instagram.file('a.jpg') }),
  )
  instagram.advance(day)
  assert.match((await instagram.get(token, `${creation_id}?fields=status_code`)).text, /EXPIRED/)
  assert.equal(
    errorOf(await instagram.post(token, `${ada}/media_publish`, { creation_id })),
    '-2/2207020',
  )
})

test('a comment stands below its post, and is short', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const creation_id = idOf(
    await instagram.post(token, `${ada}/media`, { image_url: instagram.file('a.jpg') }),
  )
  const post = idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id }))
  const comment = idOf(await instagram.post(token, `${post}/comments`, { message: 'First' }))
  assert.deepEqual(
    instagram.emulator.posts().map(({ id, reply_to }) => [id, reply_to]),
    [
      [post, null],
      [comment, post],
    ],
  )
  assert.match(
    (await instagram.get(token, `${post}/comments?fields=id,text,from`)).text,
    /"text":"First"/,
  )
  const long = { message: 'x'.repeat(301) }
  assert.equal(errorOf(await instagram.post(token, `${post}/comments`, long)), '100')
  const gone = { method: 'DELETE' }
  assert.equal(errorOf(await instagram.send(`/graph/${post}?access_token=${token}`, gone)), '2500')
})

test('numbers grow, a dead metric refuses all', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  const creation_id = idOf(
    await instagram.post(token, `${ada}/media`, { image_url: instagram.file('a.jpg') }),
  )
  const post = idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id }))
  instagram.advance(day)
  const names = 'views,reach,likes,comments,shares,saved,total_interactions'
  const answer = await instagram.get(token, `${post}/insights?metric=${names}`)
  assert.match(answer.text, /"name":"views","period":"lifetime","values":\[\{"value":[1-9]/)
  for (const metric of ['impressions', 'views,plays', 'ig_reels_avg_watch_time'])
    assert.equal(errorOf(await instagram.get(token, `${post}/insights?metric=${metric}`)), '100')
})

test('posts and tokens outlive a restart', async () => {
  await using first = await start()
  const token = await first.signIn()
  const creation_id = idOf(
    await first.post(token, `${ada}/media`, { image_url: first.file('a.jpg') }),
  )
  await using second = await start(first.saved())
  idOf(await second.post(token, `${ada}/media_publish`, { creation_id }))
  assert.equal(second.emulator.posts().length, 1)
  second.emulator.reset()
  assert.equal(errorOf(await second.get(token, 'me')), '190')
})

test('a place is a Page with a location, which the Facebook login searches for', async () => {
  await using instagram = await start()
  const { user } = await instagram.pages('ada.prints')
  const proof = createHmac('sha256', client.client_secret).update(user).digest('hex')
  const path = `pages/search?q=markthalle&fields=id,name,location&appsecret_proof=${proof}`
  const found = await instagram.get(user, path, 'fb_graph')
  assert.match(found.text, /"id":"105000000000001","name":"Markthalle Neun","location":/)
  assert.equal(errorOf(await instagram.get(user, 'pages/search?q=m', 'fb_graph')), '10')
  const token = await instagram.signIn()
  assert.notEqual((await instagram.get(token, path)).status, 200, 'not at its own host')
  const at = async (location_id: string) =>
    instagram.post(token, 'me/media', { image_url: instagram.file('a.jpg'), location_id })
  assert.equal((await at('105000000000001')).status, 200)
  for (const id of ['105000000000002', '1'])
    assert.match((await at(id)).text, /INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID/)
})
