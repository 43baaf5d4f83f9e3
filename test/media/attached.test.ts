/** Media and posts: attaching, and what attached items are protected from. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers } from '../surfaces/callers.ts'
import { idOf, newKey, newPost } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { bulk, form, picture, send, uploadPicture } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)

test('posts keep the order of their media; audio is never attached', async () => {
  const items = [
    await uploadPicture(service),
    await uploadPicture(service),
    await uploadPicture(service),
  ]
  const media_ids = [items[2]!.id, items[0]!.id, items[1]!.id]
  const id = await newPost(service, { media_ids })
  const { body } = await rest('get_post', { id })
  const shown = z.array(z.looseObject({ id: z.number() })).parse(body['media'])
  assert.deepEqual(
    shown.map((item) => item.id),
    media_ids,
  )
  const sound = await send(
    service,
    'POST',
    '/api/media',
    form(bulk(2000), {}, 'a.wav', 'audio/wav'),
  )
  assert.equal(sound.status, 201, JSON.stringify(sound.body))
  const refused = await rest('schedule_post', {
    content: 'x',
    social_account_ids: Object.values(service.accounts),
    media_ids: [idOf(sound.body)],
  })
  assert.match(JSON.stringify(refused.errors), /media_ids\.0.*Audio/)
})

test('a deletion and an attachment at the same time never leave a post with a file that is gone', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await uploadPicture(service)
    const post = {
      content: 'x',
      social_account_ids: Object.values(service.accounts),
      media_ids: [id],
    }
    const [made, gone] = await Promise.all([
      rest('schedule_post', post),
      rest('delete_media', { id }),
    ])
    assert.ok(
      made.code === undefined
        ? gone.code === 'media_in_use'
        : made.code === 'invalid' && gone.code === undefined,
      `${made.code} ${gone.code}`,
    )
  }
})

test('a key needs the ability for what it does', async () => {
  const reader = { ...service, token: (await newKey(service, ['media:read'])).token }
  assert.equal((await send(reader, 'POST', '/api/media', form(picture()))).status, 403)
  assert.equal((await send(reader, 'GET', '/api/media')).status, 200)
  const none = { ...service, token: (await newKey(service, ['posts:read'])).token }
  assert.equal((await send(none, 'GET', '/api/media')).status, 403)
})
