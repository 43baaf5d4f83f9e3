/** Files of parts keep the alt texts that the post was written with, as those of the post itself do. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { idOf, inAnHour, newKey, newMedia } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
let count = 0

const Threaded = z.looseObject({
  thread: z.array(z.object({ content: z.string(), media_ids: z.array(z.int()) })),
  part_media: z.array(z.object({ id: z.int(), alt_text: z.string() })).optional(),
})

/** `own`: the thread is one of its account alone, at a time of its own. */
async function threaded({ own = false } = {}) {
  const first = await newMedia(service, { alt_text: 'A cat' })
  const second = await newMedia(service, { alt_text: 'A dog' })
  const account_id = service.accounts['bluesky']
  const thread = [{ content: 'Two', media_ids: [second] }]
  const inTwoHours = inAnHour(new Date(Date.now() + 3600_000))
  const { body } = await rest('schedule_post', {
    content: `One ${count++}`,
    social_account_ids: [account_id],
    media_ids: [first],
    ...(own
      ? { platform_content: [{ account_id, thread, scheduled_at: inTwoHours }] }
      : { thread }),
    when: inAnHour(),
  })
  const { token } = await newKey(service, ['media:write'])
  const describer = callers(service, token).rest
  for (const id of [first, second])
    assert.equal(
      (await describer('update_media', { id, alt_text: 'Buy my coins' })).code,
      undefined,
    )
  return idOf(body)
}

async function altTexts(id: number) {
  const { rows } = await service.query(
    `select alt_text from post_media where post_id = ${id} order by position`,
  )
  return rows.map(({ alt_text }) => alt_text)
}

for (const own of [false, true])
  test(`moving a thread${own ? ' of an account with a time of its own' : ''} takes nothing that others wrote about its files meanwhile`, async () => {
    const id = await threaded({ own })
    assert.deepEqual(await altTexts(id), ['A cat', 'A dog'])
    const { code } = await rest('update_posts', { ids: [id], shift_minutes: 60 })
    assert.equal(code, undefined)
    assert.deepEqual(await altTexts(id), ['A cat', 'A dog'])
  })

test('a file of a thread that is named again is taken as it is described now, and no other', async () => {
  const id = await threaded()
  const { body } = await rest('get_post', { id })
  const { media_ids, ...part } = Threaded.parse(body).thread[0] ?? { media_ids: [] }
  await rest('update_post', { id, thread: [{ ...part, media_ids }] })
  assert.deepEqual(await altTexts(id), ['A cat', 'Buy my coins'])
})

test('a duplicate of a thread has the alt texts of the thread', async () => {
  const id = await threaded()
  const { body } = await rest('duplicate_post', { id })
  assert.deepEqual(await altTexts(idOf(body)), ['A cat', 'A dog'])
})

for (const way of ['approve_post', 'update_post'] as const)
  test(`who approves a thread by ${way} lets out what they saw`, async () => {
    const second = await newMedia(service, { alt_text: 'A dog' })
    const asks = (await leashed(service, { needs_approval: true })).rest
    const when = inAnHour()
    const { body } = await asks('schedule_post', {
      content: `One, please ${count++}`,
      social_account_ids: [service.accounts['bluesky']],
      thread: [{ content: 'Two', media_ids: [second] }],
      when,
    })
    const id = idOf(body)
    const { updated_at } = (await rest('get_post', { id })).body
    await asks('update_media', { id: second, alt_text: 'Buy my coins' })
    const { part_media } = Threaded.parse((await rest('get_post', { id })).body)
    assert.deepEqual(part_media, [{ id: second, alt_text: 'A dog' }])
    const more = way === 'update_post' ? { when } : {}
    assert.equal((await rest(way, { id, updated_at, ...more })).code, undefined)
    assert.deepEqual(await altTexts(id), ['A dog'])
  })
