import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { commonFaults } from '../kit/emulator.ts'
import { errorOf, idOf, start, video } from './harness.ts'

const ada = '17841400000000111'
const cases: [fault: string, error: string][] = [
  ['refuse_500', '2'],
  ['rate_limited', '80002'],
  ['rate_limited_app', '4'],
  ['rate_limited_bare', '17'],
  ['token_expired', '190/463'],
  ['token_revoked', '190/458'],
  ['scope_missing', '200'],
  ['suspended', '25/2207050'],
  ['quota', '9/2207042'],
  ['spam', '4/2207051'],
  ['server', '-1/2207001'],
  ['not_found', '24/2207008'],
]

async function ready(instagram: Awaited<ReturnType<typeof start>>, caption = 'a') {
  const token = await instagram.signIn()
  const form = { image_url: instagram.file('a.jpg'), caption }
  return { token, creation_id: idOf(await instagram.post(token, `${ada}/media`, form)) }
}

for (const [fault, error] of cases)
  test(`${fault} answers ${error} and nothing is published`, async () => {
    await using instagram = await start()
    const { token, creation_id } = await ready(instagram)
    instagram.emulator.faults.set({ account: 'ada.prints', fault, ms: 90_000 })
    const answer = await instagram.post(token, `${ada}/media_publish`, { creation_id })
    assert.equal(errorOf(answer), error)
    assert.deepEqual(instagram.emulator.posts(), [])
    if (fault === 'rate_limited')
      assert.match(answer.headers.get('x-business-use-case-usage') ?? '', /regain_access":2/)
  })

test('every fault of its own is listed and none is a common one', async () => {
  await using instagram = await start()
  const { own_faults } = instagram.emulator
  for (const [fault] of cases) assert.ok(fault === 'refuse_500' || own_faults.includes(fault))
  assert.ok(!commonFaults.some((fault) => own_faults.includes(fault)))
})

test('what is called spam can nonetheless be live, as its container shows', async () => {
  await using instagram = await start()
  const { token, creation_id } = await ready(instagram)
  instagram.emulator.faults.set({ account: '*', fault: 'landed_spam' })
  const answer = await instagram.post(token, `${ada}/media_publish`, { creation_id })
  assert.equal(errorOf(answer), '4/2207051')
  const status = await instagram.get(token, `${creation_id}?fields=status_code`)
  assert.match(status.text, /PUBLISHED/)
  assert.equal(instagram.emulator.posts().length, 1)
})

test('a link to a post can be late', async () => {
  await using instagram = await start()
  const { token, creation_id } = await ready(instagram)
  const id = idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id }))
  instagram.emulator.faults.set({ account: '*', fault: 'permalink_late' })
  assert.equal(errorOf(await instagram.get(token, `${id}?fields=permalink`)), '100/33')
  assert.equal((await instagram.get(token, `${id}?fields=permalink`)).status, 200)
})

test('a reel can fail, and says why', async () => {
  await using instagram = await start()
  const token = await instagram.signIn()
  instagram.emulator.faults.set({ account: '*', fault: 'media_failed' })
  const form = { media_type: 'REELS', video_url: instagram.file('a.mp4') }
  const id = idOf(await instagram.post(token, `${ada}/media`, form))
  await instagram.get(token, `${id}?fields=status_code`)
  const status = await instagram.get(token, `${id}?fields=status_code,status`)
  assert.match(status.text, /"status_code":"ERROR","status":"Error: .* 2207026"/)
})

test('a resumable reel is continued where it was cut, with the Facebook login', async () => {
  await using instagram = await start()
  const { first } = await instagram.pages('ada.prints')
  const token = first.data[0]?.access_token ?? ''
  const form = { media_type: 'REELS', upload_type: 'resumable', caption: 'Parts' }
  const made = await instagram.post(token, `${ada}/media`, form, 'fb_graph')
  const { id, uri } = z.object({ id: z.string(), uri: z.string() }).parse(made.body)
  const put = async (offset: number, end: number) =>
    instagram.send(uri, {
      method: 'POST',
      headers: {
        authorization: `OAuth ${token}`,
        offset: `${offset}`,
        file_size: `${video.length}`,
      },
      body: new Uint8Array(video.subarray(offset, end)),
    })
  assert.match((await put(0, 5)).text, /"type":"PartialRequestError"/)
  const status = await instagram.get(token, `${id}?fields=video_status`, 'fb_graph')
  assert.match(status.text, /"bytes_transferred":5/)
  assert.match((await put(0, 5)).text, /"type":"OffsetInvalidError"/)
  assert.match((await put(5, video.length)).text, /"success":true/)
  await instagram.get(token, `${id}?fields=status_code`, 'fb_graph')
  idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id: id }, 'fb_graph'))
  const [post] = instagram.emulator.posts()
  assert.deepEqual(
    post?.media.map(({ bytes }) => bytes),
    [video.length],
  )
  const gone = await instagram.send(`/fb_graph/${post?.id}?access_token=${token}`, {
    method: 'DELETE',
  })
  assert.deepEqual(gone.body, { success: true })
})

test('the quota of the day is told and kept', async () => {
  await using instagram = await start()
  const { token, creation_id } = await ready(instagram)
  idOf(await instagram.post(token, `${ada}/media_publish`, { creation_id }))
  const limit = await instagram.get(
    token,
    `${ada}/content_publishing_limit?fields=config,quota_usage`,
  )
  assert.deepEqual(limit.body, {
    data: [{ quota_usage: 1, config: { quota_total: 100, quota_duration: 86_400 } }],
  })
})
