import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { BOARD, Id, PNG, SCOPES, pin, start } from './harness.ts'

test('a refresh replaces the refresh token, and the old one is dead', async () => {
  await using at = await start()
  const { refresh_token } = await at.signIn('ada_makes')
  const renew = { grant_type: 'refresh_token', refresh_token }
  assert.equal((await at.token(renew)).status, 200)
  assert.match((await at.token(renew)).text, /"code":2/)
})

test('boards come by pages of 250 at the most, secret ones by their own scope', async () => {
  await using at = await start()
  const clara = await at.signIn('clara_collects')
  const first = await at.call(clara.access_token, 'GET', '/boards?page_size=250')
  assert.match(first.text, /"bookmark":"b250"/)
  assert.match(
    (await at.call(clara.access_token, 'GET', '/boards?page_size=250&bookmark=b250')).text,
    /Shelf 260/,
  )
  assert.equal((await at.call(clara.access_token, 'GET', '/boards?page_size=251')).status, 400)
  const ada = await at.signIn('ada_makes')
  assert.doesNotMatch((await at.call(ada.access_token, 'GET', '/boards')).text, /Ideas/)
  const all = await at.signIn('ada_makes', `${SCOPES},boards:read_secret`)
  assert.match((await at.call(all.access_token, 'GET', '/boards')).text, /Ideas/)
})

test('a pin is made, shown, listed newest first, and deleted once', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada_makes')
  const made = await at.call(access_token, 'POST', '/pins', pin())
  assert.equal(made.status, 201)
  const { id } = Id.parse(JSON.parse(made.text))
  assert.ok(BigInt(id) > 2n ** 53n)
  await at.call(access_token, 'POST', '/pins', pin())
  assert.equal(at.emulator.posts('ada_makes').length, 2)
  assert.equal((await at.send(`/web/pin/${id}/`)).status, 200)
  const list = await at.call(access_token, 'GET', `/boards/${BOARD}/pins?page_size=1`)
  assert.doesNotMatch(list.text, new RegExp(id))
  assert.equal((await at.call(access_token, 'DELETE', `/pins/${id}`)).status, 204)
  assert.match((await at.call(access_token, 'DELETE', `/pins/${id}`)).text, /"code":50/)
})

const REFUSED: [what: string, body: object, words: RegExp][] = [
  ['a title of 101', pin({ title: 'x'.repeat(101) }), /longer than 100/],
  ['a description of 801', pin({ description: 'x'.repeat(801) }), /longer than 800/],
  ['an empty link', pin({ link: '' }), /valid link/],
  ['an unknown field', pin({ colour: 'red' }), /colour/],
  ['a board that is not there', pin({ board_id: '1' }), /"code":40/],
  ['a board by name', pin({ board_id: 'Workshop' }), /does not match/],
  ['no media', pin({ media_source: undefined }), /media_source/],
  [
    'a picture that is none',
    pin({ media_source: { source_type: 'image_base64', content_type: 'image/jpeg', data: PNG } }),
    /no image\/jpeg/,
  ],
  [
    'a video without a cover',
    pin({ media_source: { source_type: 'video_id', media_id: '1' } }),
    /cover_image/,
  ],
  [
    'a carousel of one',
    pin({
      media_source: {
        source_type: 'multiple_image_base64',
        items: [{ content_type: 'image/png', data: PNG }],
      },
    }),
    /minItems=2/,
  ],
]

for (const [what, body, words] of REFUSED)
  test(`a pin is refused for ${what}`, async () => {
    await using at = await start()
    const { access_token } = await at.signIn('ada_makes')
    const answer = await at.call(access_token, 'POST', '/pins', body)
    assert.ok(answer.status === 400 || answer.status === 404)
    assert.match(answer.text, words)
    assert.deepEqual(at.emulator.posts(), [])
  })

test('a video goes to the bucket with every parameter, the file last and no token', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada_makes')
  const answer = await at.call(access_token, 'POST', '/media', { media_type: 'video' })
  const Begun = z.object({
    media_id: z.string(),
    upload_url: z.string(),
    upload_parameters: z.record(z.string(), z.string()),
  })
  const { media_id, upload_url, upload_parameters } = Begun.parse(JSON.parse(answer.text))
  const form = (without?: string) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(upload_parameters))
      if (name !== without) body.append(name, value)
    body.append(
      'file',
      new Blob([Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'), new Uint8Array(5000)]),
    )
    return body
  }
  const send = async (body: FormData, headers = {}) =>
    at.send(upload_url, { method: 'POST', body, headers })
  assert.equal((await send(form('policy'))).status, 403)
  assert.equal((await send(form(), { authorization: 'Bearer x' })).status, 400)
  const status = async () => (await at.call(access_token, 'GET', `/media/${media_id}`)).text
  assert.match(await status(), /registered/)
  at.emulator.faults.set({ account: '*', fault: 'media_slow', ms: 5000 })
  assert.equal((await send(form())).status, 204)
  assert.match(await status(), /processing/)
  at.advance(5000)
  assert.match(await status(), /succeeded/)
  const media_source = { source_type: 'video_id', media_id, cover_image_key_frame_time: 1 }
  assert.equal((await at.call(access_token, 'POST', '/pins', pin({ media_source }))).status, 201)
  assert.equal(at.emulator.posts()[0]?.media[0]?.bytes, 5012)
})

const FAULTS: [fault: string, status: number, words: RegExp][] = [
  ['rate_limited', 429, /"code":8/],
  ['token_expired', 401, /"code":2/],
  ['token_revoked', 401, /"code":2/],
  ['scope_missing', 403, /"code":3/],
  ['suspended', 403, /"code":3/],
  ['spam', 403, /"code":9/],
  ['trial_pending', 403, /consumer type/],
  ['board_gone', 404, /"code":40/],
]

for (const [fault, status, words] of FAULTS)
  test(`${fault} answers ${status}, and there is no pin`, async () => {
    await using at = await start()
    const { access_token } = await at.signIn('ada_makes')
    at.emulator.faults.set({ account: 'ada_makes', fault, ms: 30_000 })
    const answer = await at.call(access_token, 'POST', '/pins', pin())
    assert.equal(answer.status, status)
    assert.match(answer.text, words)
    assert.deepEqual(at.emulator.posts(), [])
    assert.ok(at.emulator.own_faults.includes(fault))
  })

test('a minute has a hundred writes, and what an app on trial made is for its owner', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada_makes')
  at.emulator.faults.set({ account: '*', fault: 'trial' })
  for (let number = 0; number < 100; number++) await at.call(access_token, 'POST', '/pins', pin())
  const [first] = at.emulator.posts()
  assert.equal((await at.send(`/web/pin/${first?.id}/`)).status, 404)
  const over = await at.call(access_token, 'POST', '/pins', pin())
  assert.deepEqual([over.status, over.headers.get('x-ratelimit-remaining')], [429, '0'])
  at.advance(60_000)
  assert.equal((await at.call(access_token, 'POST', '/pins', pin())).status, 201)
})
