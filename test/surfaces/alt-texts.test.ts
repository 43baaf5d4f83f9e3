/** What goes out with a picture is what stood in the post when it was written, approved and leashed. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { uploadPicture } from '../media/kit.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, inAnHour, newKey } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const owner = callers(service).rest
const account = service.accounts['bluesky'] ?? 0
const client = await leashed(service, { needs_approval: true })
const librarian = callers(service, (await newKey(service, ['media:write', 'media:read'])).token)
let count = 0

const WithMedia = z.looseObject({
  media: z.array(z.looseObject({ alt_text: z.string().nullable() })),
})
const altOf = (body: Body) => WithMedia.parse(body).media.map(({ alt_text }) => alt_text)

async function sentAs(content: string) {
  const found = (await service.received('bluesky')).find((post) => post['text'] === content)
  assert.ok(found, `${content} has arrived`)
  return altOf(found)
}

async function newPicture(alt_text: string) {
  return (await uploadPicture(service, { alt_text })).id
}

for (const surface of surfaces) {
  test(`an alt text that is changed after the approval is not what goes out, over ${surface}`, async () => {
    const media_id = await newPicture('As approved')
    const content = `Approved ${count++}`
    const wish = { content, social_account_ids: [account], media_ids: [media_id], when: 'now' }
    const asked = await client[surface]('schedule_post', wish)
    const id = idOf(asked.body)
    assert.deepEqual(altOf(asked.body), ['As approved'])

    for (const caller of [client, librarian]) {
      const changed = await caller[surface]('update_media', { id: media_id, alt_text: 'Switched' })
      assert.equal(changed.code, undefined, 'the library is theirs to describe')
    }
    assert.deepEqual(altOf((await owner('get_post', { id })).body), ['As approved'])
    assert.equal((await owner('approve_post', { id })).code, undefined)
    await owner('get_post', { id, wait: 20 })
    assert.deepEqual(await sentAs(content), ['As approved'])
  })

  test(`a post that names the file again takes its present alt text, by way of the approval, over ${surface}`, async () => {
    const media_id = await newPicture('First')
    const wish = {
      content: `Again ${count++}`,
      social_account_ids: [account],
      media_ids: [media_id],
    }
    const { body } = await owner('schedule_post', { ...wish, when: inAnHour(new Date()) })
    const id = idOf(body)
    await client[surface]('update_media', { id: media_id, alt_text: 'Second' })
    const kept = await callers(service)[surface]('update_post', { id, content: `Other ${count++}` })
    assert.deepEqual(altOf(kept.body), ['First'])

    const again = await client[surface]('update_post', { id, media_ids: [media_id] })
    assert.deepEqual([altOf(again.body), again.body['status']], [['Second'], 'draft'])
    const { body: seen } = await owner('get_post', { id })
    assert.equal(z.looseObject({ state: z.string() }).parse(seen['approval']).state, 'awaiting')
  })

  test(`a copy of a post says of its pictures what the post says, over ${surface}`, async () => {
    const media_id = await newPicture('Of the post')
    const wish = { content: 'Copied', social_account_ids: [account], media_ids: [media_id] }
    const id = idOf((await owner('schedule_post', { ...wish, when: 'draft' })).body)
    await owner('update_media', { id: media_id, alt_text: 'Of the file' })
    const copy = await callers(service)[surface]('duplicate_post', { id })
    assert.deepEqual(altOf(copy.body), ['Of the post'])
    const fresh = await callers(service)[surface]('schedule_post', { ...wish, when: 'draft' })
    assert.deepEqual(altOf(fresh.body), ['Of the file'], "the next post takes the file's own")
  })
}

test('a change over REST says what the post says of the files that it names, by way of the approval, and leaves the library as it is', async () => {
  const [kept, other] = [await newPicture('At first'), await newPicture('Beside it')]
  const content = `Own words ${count++}`
  const wish = { content, social_account_ids: [account], media_ids: [kept], when: 'now' }
  const { body } = await client.rest('schedule_post', wish)
  const id = idOf(body)
  await librarian.rest('update_media', { id: kept, alt_text: 'By somebody else' })
  const changed = await client.rest('update_post', {
    id,
    media_ids: [kept, other],
    alt_texts: { [kept]: 'At first' },
  })
  assert.equal(changed.code, undefined, JSON.stringify(changed.body))
  assert.deepEqual(altOf(changed.body), ['At first', 'Beside it'])
  // As with every change, only who has seen it may approve it.
  assert.equal((await owner('approve_post', { id })).code, 'post_changed')
  const seen = { id, updated_at: changed.body['updated_at'] }
  assert.equal((await owner('approve_post', seen)).code, undefined)
  await owner('get_post', { id, wait: 20 })
  assert.deepEqual(await sentAs(content), ['At first', 'Beside it'])
  const { body: item } = await owner('get_media', { id: kept })
  assert.equal(item['alt_text'], 'By somebody else')
})

test('texts of files that the call does not name, of no file, and too long ones are refused together with the rest', async () => {
  const media_id = await newPicture('There')
  const wish = { content: `Wrong ${count++}`, social_account_ids: [account] }
  const { body } = await owner('schedule_post', { ...wish, when: inAnHour(new Date()) })
  const id = idOf(body)
  const wrong = { id, content: 7, alt_texts: { [media_id]: 'Named nowhere' } }
  const first = await owner('update_post', wrong)
  assert.equal(first.code, 'invalid')
  assert.deepEqual(Object.keys(first.body['errors'] as Body).toSorted(), ['alt_texts', 'content'])
  const second = await owner('update_post', {
    id,
    media_ids: [media_id],
    alt_texts: { pears: 'No id', [media_id]: 'x'.repeat(501) },
  })
  assert.equal(second.code, 'invalid')
  const fields = Object.keys(second.body['errors'] as Body).toSorted()
  assert.deepEqual(fields, [`alt_texts.${media_id}`, 'alt_texts.pears'])
})
