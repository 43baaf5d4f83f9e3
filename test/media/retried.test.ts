/** A post that is out on one account and failed on another: its file stays as long as the rest may still be sent. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { pruneFiles } from '#chores/prune-files.ts'
import { callers } from '../surfaces/callers.ts'
import { doingOf, openService } from '../service.ts'
import { picture, sha256, uploadPicture } from './kit.ts'

const service = await openService()
after(() => service[Symbol.asyncDispose]())
const { rest } = callers(service)
const { x = 0, bluesky = 0 } = service.accounts
const prune = async () => pruneFiles.run(await doingOf(service), new AbortController().signal)
const settled = async (id: unknown) => (await rest('get_post', { id, wait: 25 })).body

test('a retry long after the file was deleted from the library still sends it', async () => {
  const file = picture()
  const item = await uploadPicture(service, {}, file, 'sunset.png')
  await service.fault('x', { fault: 'scope_missing' })
  const made = await rest('schedule_post', {
    content: 'Half of it',
    social_account_ids: [x, bluesky],
    media_ids: [item.id],
    when: 'now',
  })
  const id = z.int().parse(made.body['id'])
  assert.equal((await settled(id))['outcome'], 'partial')

  assert.equal((await rest('delete_media', { id: item.id })).code, undefined)
  await service.query(
    `update media set deleted_at = now() - interval '60 days' where id = ${item.id}`,
  )
  await prune()
  const bytes = new Uint8Array(await (await fetch(item.cdn_url)).arrayBuffer())
  assert.equal(sha256(bytes), sha256(file))

  assert.equal((await rest('retry_post', { id })).code, undefined)
  const { outcome, per_account } = await settled(id)
  assert.equal(outcome, 'published', JSON.stringify(per_account))
  const received = (await service.received('x')).map((post) => JSON.stringify(post))
  assert.ok(received.some((post) => post.includes('Half of it') && post.includes('media')))

  await prune()
  await prune()
  assert.equal((await fetch(item.cdn_url)).status, 404, 'now everything is out')
})
