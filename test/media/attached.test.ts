/** Media and posts: attaching, and what attached items are protected from. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers } from '../surfaces/callers.ts'
import { idOf, newKey, newPost } from '../surfaces/kit.ts'
import { openWorld } from '../world.ts'
import { bulk, form, picture, send, uploadPicture } from './kit.ts'

const world = await openWorld({ ROLE: 'api' })
after(() => world[Symbol.asyncDispose]())
const { rest } = callers(world)

test('posts keep the order of their media; audio is never attached', async () => {
  const items = [await uploadPicture(world), await uploadPicture(world), await uploadPicture(world)]
  const media_ids = [items[2]!.id, items[0]!.id, items[1]!.id]
  const id = await newPost(world, { media_ids })
  const { body } = await rest('get_post', { id })
  const shown = z.array(z.looseObject({ id: z.number() })).parse(body['media'])
  assert.deepEqual(
    shown.map((item) => item.id),
    media_ids,
  )
  const sound = await send(world, 'POST', '/api/media', form(bulk(2000), {}, 'a.wav', 'audio/wav'))
  assert.equal(sound.status, 201, JSON.stringify(sound.body))
  const refused = await rest('schedule_post', {
    content: 'x',
    social_account_ids: Object.values(world.accounts),
    media_ids: [idOf(sound.body)],
  })
  assert.match(JSON.stringify(refused.errors), /media_ids\.0.*Audio/)
})

test('a deletion and an attachment at the same time never leave a post with a file that is gone', async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await uploadPicture(world)
    const post = {
      content: 'x',
      social_account_ids: Object.values(world.accounts),
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
  const reader = { ...world, token: (await newKey(world, ['media:read'])).token }
  assert.equal((await send(reader, 'POST', '/api/media', form(picture()))).status, 403)
  assert.equal((await send(reader, 'GET', '/api/media')).status, 200)
  const none = { ...world, token: (await newKey(world, ['posts:read'])).token }
  assert.equal((await send(none, 'GET', '/api/media')).status, 403)
})
