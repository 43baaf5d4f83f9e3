/** Who brought a file in is told with it, as far as whoever asks may know. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { callers, surfaces } from '../surfaces/callers.ts'
import { idOf, newKey, newMedia } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { form, picture, send } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const owner = callers(service)
const writer = await newKey(service, ['media:write', 'media:read'])
const key = callers(service, writer.token)
const authorization = { authorization: `Bearer ${writer.token}` }

async function newFile() {
  return idOf((await send(service, 'POST', '/api/media', form(picture()), authorization)).body)
}

const List = z.object({ data: z.array(z.looseObject({ id: z.number(), created_by: z.unknown() })) })

test('a file tells who brought it in, and by name only to those who run the workspace', async () => {
  const id = await newFile()
  const author = { kind: 'key', id: String(writer.id), name: 'Test' }
  for (const surface of surfaces) {
    for (const [call, told] of [
      [owner[surface], author],
      [key[surface], { kind: 'key', id: null, name: null }],
    ] as const) {
      assert.deepEqual((await call('get_media', { id })).body['created_by'], told)
      const { data } = List.parse((await call('list_media')).body)
      assert.deepEqual(data.find((item) => item.id === id)?.created_by, told)
    }
  }
})

test('what is made of a file is of whoever made it', async () => {
  const id = await newFile()
  const { body } = await owner.rest('derive_media', { id, rotate: 90 })
  const made = (await owner.rest('get_media', { id: idOf(body) })).body
  const { created_by } = z.object({ created_by: z.looseObject({ id: z.string() }) }).parse(made)
  assert.equal(created_by.id, service.token.split('|')[0])
})

test('a file from before that was kept says null', async () => {
  const id = await newMedia(service)
  for (const surface of surfaces) {
    assert.equal((await owner[surface]('get_media', { id })).body['created_by'], null)
    const { data } = List.parse((await owner[surface]('list_media')).body)
    assert.equal(data.find((item) => item.id === id)?.created_by, null)
  }
})
