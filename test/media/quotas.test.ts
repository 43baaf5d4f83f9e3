/** A workspace keeps no more than its plan has room for, and opens no more uploads than it may. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { pruneFiles } from '#chores/prune-files.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { newNeighbour } from '../surfaces/kit.ts'
import { doingOf, openService } from '../service.ts'
import { bulk, form, picture, send, sendAll, sha256, uploadPicture } from './kit.ts'

const MB = 1024 * 1024
/** Of which only one fits. */
const PART = 600_000
let clock = new Date()
const service = await openService(
  { ROLE: 'api', STORAGE_MB_PER_WORKSPACE: '1', OPEN_UPLOADS_PER_WORKSPACE: '3' },
  { now: () => clock },
)
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both

const Limits = z.object({
  storage_bytes: z.object({ limit: z.number(), used: z.number(), remaining: z.number() }),
  open_uploads: z.object({ limit: z.number(), used: z.number(), remaining: z.number() }),
})
const limitsNow = async () => Limits.parse((await rest('get_capabilities')).body['limits'])
const announced = (size_bytes: number) => ({
  filename: 'a.wav',
  mime_type: 'audio/wav',
  size_bytes,
})
const open = (size_bytes: number, surface: (typeof surfaces)[number] = 'rest') =>
  surface === 'rest'
    ? rest('open_upload', announced(size_bytes))
    : both[surface]('upload_media', { source: 'local', ...announced(size_bytes) })
const sound = (size: number, on = service) =>
  send(on, 'POST', '/api/media', form(bulk(size), {}, 'a.wav', 'audio/wav'))

async function cancelAll() {
  const { rows } = await service.query('select id from uploads where media_id is null')
  for (const { id } of rows) await service.rest('DELETE', `/api/media/uploads/${String(id)}`)
  await pruneFiles.run(
    { ...(await doingOf(service)), now: () => clock },
    new AbortController().signal,
  )
}

for (const surface of surfaces) {
  test(`uploads beyond those that may be open are refused, until one is done with, over ${surface}`, async () => {
    await cancelAll()
    const ids = []
    for (let index = 0; index < 3; index++) ids.push((await open(1000, surface)).body)
    const { code, body } = await open(1000, surface)
    assert.equal(code, 'too_many_uploads')
    assert.match(JSON.stringify(body), /Complete or cancel an upload first: 3 of 3/)
    assert.deepEqual((await limitsNow()).open_uploads, { limit: 3, used: 3, remaining: 0 })
    await service.rest('DELETE', `/api/media/uploads/${String(ids[0]?.['upload_id'])}`)
    assert.equal((await open(1000, surface)).code, undefined)
  })
}

test('many uploads opened at once never pass the limit together', async () => {
  await cancelAll()
  const answers = await Promise.all(Array.from({ length: 12 }, () => open(10)))
  assert.equal(answers.filter(({ code }) => code === undefined).length, 3)
  await cancelAll()
  const large = await Promise.all(Array.from({ length: 3 }, () => open(PART)))
  const refused = large.flatMap(({ code }) => code ?? [])
  assert.deepEqual(refused, ['plan_limit_reached', 'plan_limit_reached'])
})

test('what a workspace keeps has a limit, which open uploads count against and deleting makes room in', async () => {
  await cancelAll()
  const before = await limitsNow()
  assert.equal(before.storage_bytes.limit, MB)
  const first = await sound(PART)
  assert.equal(first.status, 201)
  const { status, body } = await sound(PART)
  assert.equal(status, 402)
  const { error } = z.object({ error: z.looseObject({ message: z.string() }) }).parse(body)
  const { used } = (await limitsNow()).storage_bytes
  assert.equal(used, before.storage_bytes.used + PART)
  assert.deepEqual(error, {
    code: 'plan_limit_reached',
    message: `Delete media that no post needs for good (for_good), or upgrade at upgrade_url: this file has ${PART} bytes, and ${used} bytes of the ${MB} bytes (1 MB) of this workspace are taken (limits.storage_bytes).`,
    of: 'storage_bytes',
    limit: MB,
    used,
    upgrade_url: error['upgrade_url'],
  })
  const refused = await open(PART)
  assert.equal(refused.code, 'plan_limit_reached')
  const other = await newNeighbour(service)
  assert.equal(
    (await sound(PART, { ...service, token: other.token })).status,
    201,
    'another has its own',
  )

  const { id } = z.object({ id: z.number() }).loose().parse(first.body)
  assert.equal((await rest('delete_media', { id })).code, undefined)
  assert.equal((await open(PART)).code, 'plan_limit_reached', 'what may come back takes its room')
  assert.equal((await rest('delete_media', { id, for_good: true })).code, undefined)
  assert.equal((await open(PART)).code, undefined)
  assert.equal((await sound(PART)).status, 402, 'what was announced is spoken for')
  await cancelAll()
})

test('equal files count once, and are taken also where nothing else fits', async () => {
  await cancelAll()
  const file = bulk(700_000)
  const again = () => send(service, 'POST', '/api/media', form(file, {}, 'a.wav', 'audio/wav'))
  const ids = [await again(), await again()].map(({ body }) => body['id'])
  const { used } = (await limitsNow()).storage_bytes
  assert.ok(used < MB, String(used))
  for (const id of ids)
    assert.equal((await rest('delete_media', { id, for_good: true })).code, undefined)
})

test('what was sent of an upload that came to nothing counts until it is cleared away', async () => {
  await cancelAll()
  const { used: before } = (await limitsNow()).storage_bytes
  const file = bulk(500_000)
  const refused = await sendAll(service, file, { sha256: sha256(picture()) })
  assert.equal((await service.rest('POST', `/api/media/uploads/${refused}/complete`)).status, 422)
  assert.equal((await limitsNow()).storage_bytes.used, before + file.length)
  await cancelAll()
  assert.equal((await limitsNow()).storage_bytes.used, before)
  clock = new Date(clock.getTime() + 1000)
  await uploadPicture(service)
})
