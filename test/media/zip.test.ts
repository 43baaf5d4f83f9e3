/** Many files at once, as one zip, read by somebody else's program for zips. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Crier } from '@crier/sdk'
import { sql } from 'kysely'
import { z } from 'zod'
import { ensurePython, findPython } from './python.ts'
import { makePng } from '../png.ts'
import { type Body, openService, type TestService } from '../service.ts'
import { newKey, newNeighbour } from '../surfaces/kit.ts'
import { form, send } from './kit.ts'

let service: TestService
let folder: string
before(async () => {
  ensurePython()
  service = await openService()
  folder = await mkdtemp(join(tmpdir(), 'crier-zip-'))
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

let seed = 0
async function upload(name: string, fields: Record<string, string> = {}) {
  const bytes = makePng({ width: 8, height: 8, seed: ++seed })
  const { status, body } = await send(service, 'POST', '/api/media', form(bytes, fields, name))
  assert.equal(status, 201, JSON.stringify(body))
  return { id: Number(body['id']), bytes }
}

function ask(query: string, token = service.token) {
  return fetch(`${service.base_url}/api/media.zip?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
}

const Told = z.array(z.tuple([z.string(), z.int(), z.string()]))
/** Python tests the checksum of each, and tells how it is packed, and the digest of what comes out. */
const READ = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.compress_type, hashlib.sha256(z.read(i)).hexdigest()] for i in z.infolist()]))
`

async function read(answer: Response) {
  assert.equal(answer.status, 200)
  const file = join(folder, `${++seed}.zip`)
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()))
  const done = spawnSync(findPython() ?? '', ['-c', READ, file], { encoding: 'utf8' })
  assert.equal(done.status, 0, done.stderr)
  return Told.parse(JSON.parse(done.stdout)).map(([name, packed, digest]) => {
    assert.equal(packed, 0, 'pictures are stored as they are')
    return [name, digest] as const
  })
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function refusal(query: string, token?: string) {
  const answer = await ask(query, token)
  return { status: answer.status, body: (await answer.json()) as Body }
}

test('chosen files come as one zip, byte for byte, each under a name of its own', async () => {
  const one = await upload('apple.png', { folder: 'shop/apples' })
  const same = await upload('Apple.png', { folder: 'shop/apples' })
  const bare = await upload('pear.png')
  await upload('not asked for.png')
  const answer = await ask(`ids=${one.id},${same.id},${bare.id}`)
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  assert.match(answer.headers.get('content-disposition') ?? '', /filename="media\.zip"/)
  const files = new Map(await read(answer))
  assert.deepEqual(
    files,
    new Map([
      ['pear.png', digest(bare.bytes)],
      ['shop/apples/Apple.png', digest(same.bytes)],
      ['shop/apples/apple (2).png', digest(one.bytes)],
    ]),
  )
})

test('all that filters find come, and what is in the bin only when it is asked for', async () => {
  const kept = await upload('kept.png', { tags: 'trip' })
  const gone = await upload('gone.png', { tags: 'trip' })
  await service.rest('DELETE', `/api/media/${gone.id}`)
  assert.deepEqual(await read(await ask('tags=trip')), [['kept.png', digest(kept.bytes)]])
  assert.deepEqual(await read(await ask('tags[]=trip&deleted=true')), [
    ['gone.png', digest(gone.bytes)],
  ])
  assert.deepEqual(await read(await ask('folder=nowhere')), [])
  assert.equal((await read(await ask('type=image'))).length, 5)
})

test('a file is found by its bytes', async () => {
  const { id, bytes } = await upload('known.png')
  const { body } = await service.rest('GET', `/api/media?sha256=${digest(bytes)}`)
  assert.deepEqual(
    (body['data'] as Body[]).map((each) => each['id']),
    [id],
  )
  assert.equal((await service.rest('GET', `/api/media?sha256=${'0'.repeat(64)}`)).body['total'], 0)
  assert.equal((await service.rest('GET', '/api/media?sha256=short')).status, 422)
})

test('the client of the SDK has it as a blob', async () => {
  const { id, bytes } = await upload('blob.png')
  const crier = new Crier({ base_url: service.base_url, token: service.token })
  const blob = await crier.downloadMedia({ ids: [id] })
  assert.deepEqual(await read(new Response(blob)), [['blob.png', digest(bytes)]])
})

test('what is wrong is told before the first byte, all at once', async () => {
  const { status, body } = await refusal('ids=1,x&type=odd')
  assert.equal(status, 422)
  assert.deepEqual(Object.keys(body['errors'] as Body).toSorted(), ['ids', 'ids.1', 'type'])
  const both = await refusal('ids=1&folder=shop')
  assert.match(
    JSON.stringify(both.body['errors']),
    /Name the files, or say what they have in common/,
  )
  const unknown = await refusal('ids=999999')
  assert.equal(unknown.status, 404)
  assert.match(JSON.stringify(unknown.body), /media_not_found/)
  const many = await refusal(`ids=${Array.from({ length: 301 }, (_, at) => at + 1).join(',')}`)
  assert.match(JSON.stringify(many.body['errors']), /At most 300\./)
})

test('too many files, or too many bytes, are refused with both numbers', async () => {
  const plant = (folder: string, count: number, bytes: number) =>
    sql`insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, folder, created_at, updated_at)
      select 1, 'planted-' || n || '.png', 'image/png', ${bytes}, 'planted/' || n, ${folder}, now(), now()
      from generate_series(1, ${count}::int) n`.execute(service.db)
  await plant('many', 5_001, 1)
  const many = await refusal('folder=many')
  assert.equal(many.status, 422)
  assert.match(JSON.stringify(many.body['errors']), /At most 5000 files .* this finds 5001\./)
  await plant('heavy', 3, 8 * 1024 ** 3)
  const heavy = await refusal('folder=heavy')
  assert.match(
    JSON.stringify(heavy.body['errors']),
    /At most 21474836480 bytes .* 25769803776 bytes\./,
  )
})

test('what is gone from the store is named in the zip, and the rest is there', async () => {
  const here = await upload('here.png', { folder: 'mixed' })
  await sql`insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, folder, created_at, updated_at)
    values (1, 'lost.png', 'image/png', 1, 'never-was.png', 'mixed', now(), now())`.execute(
    service.db,
  )
  const answer = await ask('folder=mixed')
  const file = join(folder, 'mixed.zip')
  await writeFile(file, new Uint8Array(await answer.arrayBuffer()))
  const into = join(folder, 'mixed')
  const done = spawnSync(findPython() ?? '', ['-m', 'zipfile', '-e', file, into], {
    encoding: 'utf8',
  })
  assert.equal(done.status, 0, done.stderr)
  assert.deepEqual((await readdir(into)).toSorted(), ['missing.txt', 'mixed'])
  assert.deepEqual(await readdir(join(into, 'mixed')), ['here.png'])
  assert.ok(here.id)
})

test('nobody has files of another workspace, and no key without the right has any', async () => {
  const { id } = await upload('mine.png')
  const neighbour = await newNeighbour(service)
  assert.equal((await refusal(`ids=${id}`, neighbour.token)).status, 404)
  assert.deepEqual(await read(await ask('type=document', neighbour.token)), [])
  const blind = await newKey(service, ['posts:read'])
  assert.equal((await refusal(`ids=${id}`, blind.token)).status, 403)
})

test('a head is answered without reading the files', async () => {
  const answer = await fetch(`${service.base_url}/api/media.zip`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${service.token}` },
  })
  assert.equal(answer.status, 422, 'five thousand planted ones are among them')
  const few = await fetch(`${service.base_url}/api/media.zip?folder=mixed`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${service.token}` },
  })
  assert.equal(few.status, 200)
  assert.equal(few.headers.get('content-type'), 'application/zip')
})
