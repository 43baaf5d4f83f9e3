import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servePhotos, start } from './harness.ts'

const standard = { topicType: 'STANDARD', summary: 'Fresh bread' }
const minute = 60_000

test('a post is live at once, has its page in the search, and can be read back', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const post = await at.create(access_token, posts, { summary: 'Fresh & warm bread' })
  assert.equal(post.state, 'LIVE')
  assert.match((await at.send(post.searchUrl)).text, /Fresh &#38; warm bread/)
  const read = await at.call(access_token, 'GET', `/posts/v4/${post.name}`)
  assert.deepEqual(read.body, post)
  const [received] = at.emulator.posts(at.emulator.people[0]?.id)
  assert.deepEqual([received?.id, received?.text], [post.name, 'Fresh & warm bread'])
})

test('a post that is sent back as it came is taken, names that no document knows are not', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const post = await at.create(access_token, posts, { summary: 'Fresh bread' })
  const patched = await at.call(
    access_token,
    'PATCH',
    `/posts/v4/${post.name}?updateMask=summary&alt=json`,
    { ...post, summary: 'Fresher bread' },
  )
  assert.equal(patched.status, 200, patched.text)
  assert.deepEqual(
    [Object(patched.body).name, Object(patched.body).summary],
    [post.name, 'Fresher bread'],
  )
  for (const path of [
    `${posts}?page_size=5`,
    '/accounts/v1/accounts?size=5',
    '/info/v1/accounts/-/locations?readMask=name&page=1',
  ]) {
    const answer = await at.call(access_token, 'GET', path)
    assert.equal(answer.status, 400, path)
    assert.match(answer.text, /Cannot bind query parameter/)
  }
})

test('an event that comes again is shown as such, by one pattern', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const date = { year: 2026, month: 12, day: 4 }
  const body = (recurrenceInfo: object) => ({
    topicType: 'EVENT',
    summary: 'Come and taste',
    event: { title: 'Tasting', schedule: { startDate: date, endDate: date }, recurrenceInfo },
  })
  const weekly = {
    weeklyPattern: { daysOfWeek: ['FRIDAY'] },
    seriesEndTime: '2027-06-30T20:00:00Z',
  }
  const post = await at.create(access_token, posts, body(weekly))
  assert.equal(post.state, 'RECURRING')
  const { body: read } = await at.call(access_token, 'GET', `/posts/v4/${post.name}`)
  assert.deepEqual(Object(read).event.recurrenceInfo, weekly)
  for (const wrong of [
    {},
    { seriesEndTime: '2027-06-30T20:00:00Z' },
    { dailyPattern: {}, weeklyPattern: {} },
    { dailyPattern: { interval: 2 } },
    { weeklyPattern: { daysOfWeek: ['FRI'] } },
    { monthlyPattern: {} },
    { monthlyPattern: { dayOfMonth: 32 } },
    { monthlyPattern: { dayOfMonth: 4, dayOfWeekOccurrence: 'FIRST' } },
    { monthlyPattern: { dayOfWeekOccurrence: 'FIFTH' } },
    { dailyPattern: {}, seriesEndTime: 'next summer' },
  ]) {
    // Ten changes are taken in a minute.
    at.advance(minute)
    const answer = await at.call(access_token, 'POST', posts, body(wrong))
    assert.equal(answer.status, 400, JSON.stringify(wrong))
  }
})

test('what the reference does not allow is refused with the field that is wrong', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const event = {
    title: 'Sale',
    schedule: {
      startDate: { year: 2026, month: 12, day: 1 },
      endDate: { year: 2026, month: 12, day: 2 },
    },
  }
  const rows: [object, RegExp][] = [
    [{ summary: 'x' }, /topic_type/],
    [{ ...standard, topicType: 'ALERT' }, /topic_type/],
    [{ ...standard, summary: 'x'.repeat(1501) }, /"summary"/],
    [{ topicType: 'STANDARD' }, /"summary"/],
    [{ ...standard, titel: 'x' }, /Unknown name \\"titel\\"/],
    [{ ...standard, topicType: 'EVENT' }, /"event"/],
    [{ ...standard, topicType: 'OFFER' }, /"event"/],
    [{ ...standard, event }, /"event"/],
    [
      { ...standard, topicType: 'EVENT', event: { ...event, title: 'x'.repeat(59) } },
      /event.title/,
    ],
    [
      { ...standard, callToAction: { actionType: 'CALL', url: 'https://a.example' } },
      /call_to_action.url/,
    ],
    [{ ...standard, callToAction: { actionType: 'BOOK' } }, /call_to_action.url/],
    [{ ...standard, media: [{ mediaFormat: 'VIDEO', sourceUrl: 'https://a.example' }] }, /VIDEO/],
    [{ ...standard, scheduledTime: '2020-01-01T00:00:00Z' }, /scheduled_time/],
  ]
  for (const [body, words] of rows) {
    const answer = await at.call(access_token, 'POST', posts, body)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.text, /INVALID_ARGUMENT/)
    assert.match(answer.text, words)
    at.advance(10_000)
  }
  const offer = { ...standard, topicType: 'OFFER', event, offer: { couponCode: 'BREAD' } }
  assert.equal((await at.call(access_token, 'POST', posts, offer)).status, 200)
})

test('photos are fetched, must be large enough, and keep the post in processing for a moment', async () => {
  await using at = await start()
  await using photos = await servePhotos()
  const { access_token, posts } = await at.signIn()
  const withPhoto = (path: string) => ({
    ...standard,
    media: [{ mediaFormat: 'PHOTO', sourceUrl: `${photos.url}${path}` }],
  })
  for (const [path, words] of [
    ['/400/249', /dimensions/],
    ['/400/300?bytes=10239', /small in bytes/],
    ['/400/300?bytes=5242881', /too large/],
    ['/0', /Fetching image failed/],
  ] as const) {
    const answer = await at.call(access_token, 'POST', posts, withPhoto(path))
    assert.equal(answer.status, 400)
    assert.match(answer.text, words)
  }
  const post = await at.create(access_token, posts, withPhoto('/400/300'))
  assert.equal(post.state, 'PROCESSING')
  at.advance(1000)
  const read = await at.call(access_token, 'GET', `/posts/v4/${post.name}`)
  assert.match(read.text, /"state":"LIVE"/)
  const [received] = at.emulator.posts()
  assert.deepEqual(
    received?.media.map(({ mime_type, bytes }) => [mime_type, bytes]),
    [['image/png', 20_000]],
  )
  assert.equal((await at.send(received?.media[0]?.url ?? '')).status, 200)
})

test('a rejected post is answered with 200, stays in the list, and nobody sees it', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const phone = await at.create(access_token, posts, { summary: 'Call +46 70 123 45 67' })
  assert.equal(phone.state, 'REJECTED')
  at.emulator.faults.set({ account: '*', fault: 'rejected' })
  assert.equal((await at.create(access_token, posts, standard)).state, 'REJECTED')
  at.emulator.faults.set({ account: '*', fault: 'rejected_later' })
  const later = await at.create(access_token, posts, standard)
  assert.equal(later.state, 'PROCESSING')
  at.advance(1000)
  const read = await at.call(access_token, 'GET', `/posts/v4/${later.name}`)
  assert.match(read.text, /"state":"REJECTED"/)
  assert.deepEqual(at.emulator.posts(), [])
  const list = await at.call(access_token, 'GET', posts)
  // And the first one of the location, from years ago.
  assert.equal(Object(list.body).localPosts.length, 4)
})

test('the list has the newest first, in pages', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  for (const summary of ['one', 'two', 'three']) await at.create(access_token, posts, { summary })
  const first = Object((await at.call(access_token, 'GET', `${posts}?pageSize=2`)).body)
  assert.deepEqual(
    first.localPosts.map(({ summary }: { summary: string }) => summary),
    ['three', 'two'],
  )
  const next = `${posts}?pageSize=2&pageToken=${first.nextPageToken}`
  const rest = Object((await at.call(access_token, 'GET', next)).body)
  assert.equal(rest.localPosts[0].summary, 'one')
  assert.equal(rest.nextPageToken, undefined)
  at.emulator.faults.set({ account: '*', fault: 'hidden_read', on: 'read' })
  const hidden = Object((await at.call(access_token, 'GET', posts)).body)
  assert.equal(hidden.localPosts.length, 3)
})

test('posts are changed by mask and deleted; ten edits a minute', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const { name } = await at.create(access_token, posts, standard)
  const path = `/posts/v4/${name}`
  const changed = await at.call(access_token, 'PATCH', `${path}?updateMask=summary`, {
    summary: 'New',
  })
  assert.match(changed.text, /"summary":"New"/)
  assert.equal((await at.call(access_token, 'PATCH', path, { summary: 'New' })).status, 400)
  assert.deepEqual((await at.call(access_token, 'DELETE', path)).body, {})
  const gone = await at.call(access_token, 'DELETE', path)
  assert.deepEqual([gone.status, Object(gone.body).error.status], [404, 'NOT_FOUND'])

  at.advance(minute)
  for (let count = 1; count <= 10; count++) await at.create(access_token, posts, standard)
  const more = await at.call(access_token, 'POST', posts, standard)
  assert.deepEqual([more.status, Object(more.body).error.status], [429, 'RESOURCE_EXHAUSTED'])
})

test('faults strike as on the platform, refusals of uploads at the creation', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const { faults } = at.emulator
  const status = async () => (await at.call(access_token, 'POST', posts, standard)).status
  faults.set({ account: '922337203685471', fault: 'landed_500' })
  assert.equal(await status(), 503)
  assert.equal(at.emulator.posts().length, 1)
  faults.set({ account: '*', fault: 'scope_missing', on: 'upload' })
  assert.equal(await status(), 403)
  faults.set({ account: '*', fault: 'api_disabled' })
  assert.match((await at.call(access_token, 'POST', posts, standard)).text, /SERVICE_DISABLED/)
  faults.set({ account: '*', fault: 'token_expired' })
  assert.equal(await status(), 401)
  assert.equal(await status(), 401, 'it stays dead')
  assert.equal(at.emulator.posts().length, 1)
})
