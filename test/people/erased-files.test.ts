/** What is left of the files of an ended workspace, in a folder and in a bucket (asked of Ceph's S3 gateway, past our own code): nothing. */
import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { z } from 'zod'
import { s3Blobs } from '#blobs/s3.ts'
import { eraseWorkspaces } from '#chores/erase-workspaces.ts'
import type { Dependencies } from '#chores/chore.ts'
import { deleteByCommand } from '#people/workspace-deletion.ts'
import { limits } from '#rules/limits.ts'
import { bulk, chunk, form, picture, send, sha256 } from '../media/kit.ts'
import { reasonWithoutS3, testBucket } from '../s3/server.ts'
import { doingOf, openService, type TestService } from '../service.ts'
import { newKey } from '../surfaces/kit.ts'

interface Stage extends AsyncDisposable {
  service: TestService
  /** What whoever keeps the files says is there: whole ones, and those of which a part arrived. */
  list: () => Promise<string[]>
  put: (key: string) => Promise<void>
  deps: () => Promise<Dependencies>
}

async function inFolder(): Promise<Stage> {
  const service = await openService({ ROLE: 'api' })
  const blobs = join(service.data_dir, 'blobs')
  return {
    service,
    async list() {
      const all = await readdir(service.data_dir, { recursive: true, withFileTypes: true })
      const files = all.filter((each) => each.isFile())
      const paths = files.map(({ parentPath, name }) =>
        join(parentPath, name).slice(service.data_dir.length + 1),
      )
      return paths.filter((path) => /^(blobs|incoming)\//.test(path)).toSorted()
    },
    async put(key) {
      const folder = join(blobs, key.slice(0, 2))
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, key), 'what was made of it')
    },
    deps: () => doingOf(service),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

async function inBucket(): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const { options } = stack.use(await testBucket())
  const { bucket: Bucket, endpoint, region } = options
  const login = options.credentials ?? assert.fail('the bucket has no key')
  const how = { endpoint, region, credentials: login, forcePathStyle: true }
  const client = stack.adopt(new S3Client(how), (each) => each.destroy())
  const service = stack.use(
    await openService({
      ROLE: 'api',
      S3_BUCKET: Bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: login.accessKeyId,
      S3_SECRET_ACCESS_KEY: login.secretAccessKey,
    }),
  )
  const blobs = stack.use(s3Blobs({ ...options, spool: join(service.data_dir, 'incoming') }))
  const owned = stack.move()
  return {
    service,
    async list() {
      const whole = await client.send(new ListObjectsV2Command({ Bucket }))
      const begun = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      assert.ok(!whole.IsTruncated && !begun.IsTruncated)
      const keys = (whole.Contents ?? []).flatMap(({ Key }) => Key ?? [])
      const parts = (begun.Uploads ?? []).map(({ Key, UploadId }) => `begun ${Key} ${UploadId}`)
      return [...keys, ...parts].toSorted()
    },
    async put(Key) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: 'what was made of it' }))
    },
    deps: async () => ({ ...(await doingOf(service)), blobs }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const Item = z.looseObject({ id: z.int() })

/** A workspace with a picture and what was made of it, one in the bin, a long file, and one of which half arrived. */
async function full({ service, list, put }: Stage, name: string) {
  const { id } = await service.db
    .insertInto('workspaces')
    .values({ name, plan: 'unlimited', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = await list()
  const own = { ...service, token: (await newKey(service, ['*'], id)).token }
  const one = Item.parse((await send(own, 'POST', '/api/media', form(picture()))).body)
  const binned = Item.parse((await send(own, 'POST', '/api/media', form(picture()))).body)
  assert.equal((await send(own, 'DELETE', `/api/media/${binned.id}`)).status, 204)
  const made = `${id}-made-of-it.jpg`
  await put(made)
  await service.query(`
    insert into renditions
      (workspace_id, blob_key, max_bytes, max_short_side, rendition_key, mime_type, size_bytes, width, height)
    select workspace_id, blob_key, 100000, 0, '${made}', 'image/jpeg', 19, 1, 1 from media where id = ${one.id}`)
  const whole = await begin(own, 2)
  assert.equal((await send(own, 'POST', `/api/media/uploads/${whole}/complete`)).status, 201)
  await begin(own, 1)
  const files = (await list()).filter((file) => !before.includes(file))
  // Two pictures with their thumbnails, what was made, the long one, and the one that is not whole.
  assert.ok(files.length >= 7, files.join())
  assert.ok(files.some((file) => file.endsWith(made)))
  return { id, files }
}

/** Of two pieces so many arrive. */
async function begin(own: TestService, pieces: number) {
  const { chunk_size: size } = limits
  const file = bulk(2 * size)
  const about = { filename: 'long.wav', mime_type: 'audio/wav', size_bytes: file.length }
  const text = JSON.stringify({ ...about, sha256: sha256(file) })
  const type = { 'content-type': 'application/json' }
  const { body } = await send(own, 'POST', '/api/media/uploads', text, type)
  const id = z.string().parse(body['upload_id'])
  for (let at = 0; at < pieces * size; at += size)
    assert.equal((await chunk(own, id, at, file.subarray(at, at + size))).status, 200)
  return id
}

async function erased(stage: Stage) {
  const { service } = stage
  const going = await full(stage, 'Going')
  const staying = await full(stage, 'Staying')
  await deleteByCommand(service.db, going.id, new Date())
  const later = new Date(Date.now() + 7 * 86_400_000 + 60_000)
  const deps = { ...(await stage.deps()), now: () => later }
  await eraseWorkspaces.run(deps, AbortSignal.timeout(60_000))
  const { rows } = await service.query(`select id from workspaces where id = ${going.id}`)
  assert.deepEqual(rows, [])
  const left = await stage.list()
  assert.deepEqual(
    going.files.filter((file) => left.includes(file)),
    [],
  )
  assert.deepEqual(left, staying.files)
}

test('of an erased workspace no file stays in the folder, neither a whole nor a begun one', async () => {
  await using stage = await inFolder()
  await erased(stage)
})

const reason = reasonWithoutS3()
test(
  'of an erased workspace no object stays in the bucket, nor a part of a begun one',
  { skip: reason ?? false },
  async () => {
    await using stage = await inBucket()
    await erased(stage)
  },
)
