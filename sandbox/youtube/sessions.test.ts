import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { CHUNK, start, video } from './harness.ts'

const SIZE = 700_000

function part(from: number, to: number) {
  return [new Uint8Array(to - from + 1), `bytes ${from}-${to}/${SIZE}`] as const
}

test('a video arrives in chunks, each acknowledged by 308 and how far it got', async () => {
  await using at = await start()
  const { access_token: token } = await at.signIn('ada-lab')
  const { session, status, text } = await at.begin(token, SIZE)
  assert.deepEqual([status, text], [200, ''])
  assert.match(session, /upload_id=/)

  const nothing = await at.put(token, session, new Uint8Array(), `bytes */${SIZE}`)
  assert.deepEqual([nothing.status, nothing.headers.get('range')], [308, null])
  const first = await at.put(token, session, ...part(0, CHUNK - 1))
  assert.deepEqual([first.status, first.headers.get('range')], [308, `bytes=0-${CHUNK - 1}`])
  await at.put(token, session, ...part(CHUNK, 2 * CHUNK - 1))
  assert.deepEqual(at.emulator.posts(), [])
  const last = await at.put(token, session, ...part(2 * CHUNK, SIZE - 1))
  assert.equal(last.status, 201)
  const [post] = at.emulator.posts('ada-lab')
  assert.deepEqual([post?.media[0]?.bytes, post?.text], [SIZE, 'About it'])

  const probe = await at.put(token, session, new Uint8Array(), `bytes */${SIZE}`)
  assert.equal(probe.status, 200)
  assert.match(probe.text, new RegExp(`"id":"${post?.id}"`))
  assert.equal(at.emulator.posts().length, 1)
})

test('bytes from elsewhere are not kept, and odd chunks are refused', async () => {
  await using at = await start()
  const { access_token: token } = await at.signIn('ada-lab')
  const { session } = await at.begin(token, SIZE)
  const ahead = await at.put(token, session, ...part(CHUNK, 2 * CHUNK - 1))
  assert.deepEqual([ahead.status, ahead.headers.get('range')], [308, null])
  const odd = await at.put(token, session, ...part(0, 99_999))
  assert.equal(odd.status, 400)
  const wrong = await at.put(token, session, new Uint8Array(5), `bytes 0-${CHUNK - 1}/${SIZE}`)
  assert.equal(wrong.status, 400)
  const other = await at.put(token, session, new Uint8Array(CHUNK), `bytes 0-${CHUNK - 1}/900000`)
  assert.equal(other.status, 400)
})

test('what is kept of a chunk may be less than was sent', async () => {
  await using at = await start()
  const { access_token: token } = await at.signIn('ada-lab')
  const { session } = await at.begin(token, SIZE)
  at.emulator.faults.set({ account: 'ada-lab', fault: 'short_308' })
  const first = await at.put(token, session, ...part(0, CHUNK - 1))
  const kept = CHUNK / 2
  assert.deepEqual([first.status, first.headers.get('range')], [308, `bytes=0-${kept - 1}`])
  const next = await at.put(token, session, ...part(kept, kept + CHUNK - 1))
  assert.equal(next.headers.get('range'), `bytes=0-${kept + CHUNK - 1}`)
})

test('of two calls that bring the last byte at once one makes the video, and both are told of it', async () => {
  await using at = await start()
  const { access_token: token } = await at.signIn('ada-lab')
  const { session } = await at.begin(token, SIZE)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'video/mp4',
    'content-length': String(SIZE),
    'content-range': `bytes 0-${SIZE - 1}/${SIZE}`,
  }
  const calls = [0, 1].map(() => request(session, { method: 'PUT', headers, agent: false }))
  for (const call of calls) call.flushHeaders()
  // Both have begun before any byte comes.
  for (let turn = 0; turn < 5; turn++)
    await at.put(token, session, new Uint8Array(), `bytes */${SIZE}`)
  const answers = calls.map(async (call) => {
    call.end(new Uint8Array(SIZE))
    const [answer] = await once(call, 'response')
    return json(answer)
  })
  const told = await Promise.all(answers)
  const [post, ...others] = at.emulator.posts()
  assert.equal(others.length, 0)
  for (const answer of told) assert.partialDeepStrictEqual(answer, { id: post?.id })
})

test('a session belongs to one person, and is forgotten after a week', async () => {
  await using at = await start()
  const { access_token: token } = await at.signIn('ada-lab')
  const other = await at.signIn('bruno-bakes')
  const { session } = await at.begin(token, SIZE)
  assert.equal((await at.put(other.access_token, session, ...part(0, SIZE - 1))).status, 404)
  at.advance(8 * 86_400_000)
  const again = await at.signIn('ada-lab')
  assert.equal((await at.put(again.access_token, session, ...part(0, SIZE - 1))).status, 404)
})

const REFUSED: [what: string, resource: object, status: number, reason: string][] = [
  ['no title', video({ title: ' ' }), 400, 'invalidTitle'],
  ['a title with brackets', video({ title: 'a <b>' }), 400, 'invalidTitle'],
  ['a title of 101', video({ title: 'x'.repeat(101) }), 400, 'invalidTitle'],
  [
    'a description of 5001 bytes',
    video({ description: 'ü'.repeat(2501) }),
    400,
    'invalidDescription',
  ],
  ['a description with brackets', video({ description: '<3' }), 400, 'invalidDescription'],
  ['long tags', video({ tags: ['x'.repeat(250), 'y'.repeat(250)] }), 400, 'invalidTags'],
  ['an unknown category', video({ categoryId: '999' }), 400, 'invalidCategoryId'],
  [
    'a public video with a time',
    video({}, { publishAt: '2027-01-01T00:00:00Z' }),
    400,
    'invalidPublishAt',
  ],
  ['an unknown field', video({ subtitle: 'x' }), 400, 'badRequest'],
  ['an unknown privacy', video({}, { privacyStatus: 'friends' }), 400, 'badRequest'],
]

for (const [what, resource, status, reason] of REFUSED)
  test(`a session is refused for ${what}`, async () => {
    await using at = await start()
    const { access_token: token } = await at.signIn('ada-lab')
    const answer = await at.begin(token, SIZE, resource)
    assert.equal(answer.status, status, answer.text)
    assert.match(answer.text, new RegExp(`"reason":"${reason}"`))
  })

test('a person without a channel cannot upload, and one day has a hundred uploads', async () => {
  await using at = await start()
  const clara = await at.signIn('clara')
  assert.match((await at.begin(clara.access_token, SIZE)).text, /youtubeSignupRequired/)
  const { access_token: token } = await at.signIn('ada-lab')
  for (let number = 1; number < 100; number++) await at.begin(token, SIZE)
  assert.match((await at.begin(token, SIZE)).text, /quotaExceeded/)
  // Midnight in California is 08:00 UTC.
  at.advance(22.5 * 3_600_000)
  const later = await at.signIn('ada-lab')
  assert.equal((await at.begin(later.access_token, SIZE)).status, 200)
})

test('a connection that breaks in the middle leaves what had arrived', async () => {
  await using at = await start()
  const { access_token: token } = await at.signIn('ada-lab')
  const { session } = await at.begin(token, SIZE)
  const broken = fetch(session, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-range': `bytes 0-${SIZE - 1}/${SIZE}` },
    body: new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(1000))
        await new Promise((resolve) => setTimeout(resolve, 20))
        controller.error(new Error('cut'))
      },
    }),
    duplex: 'half',
  })
  await assert.rejects(broken)
  assert.deepEqual(at.emulator.posts(), [])
  const probe = await at.put(token, session, new Uint8Array(), `bytes */${SIZE}`)
  assert.equal(probe.status, 308)
})
