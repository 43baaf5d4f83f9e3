/** A backup and what is made of it, row by row; and every way in which one is refused. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { extract } from 'tar-stream'
import { openArchive, PIECE, writeArchive } from '#backup/archive.ts'
import { backup } from '#backup/backup.ts'
import { MANIFEST } from '#backup/manifest.ts'
import { memory } from '#backup/memory.ts'
import { checkBackup, refusalOf, restore, secretsIn } from '#backup/restore.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { roomOf } from '#blobs/room.ts'
import { connect } from '#database/connect.ts'
import { remake } from '#database/migrate.ts'
import { noteCalendarId } from '#store/calendars.ts'
import { mayTakeFiles } from '#store/files-held.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { testDatabase } from '../database.ts'

const NOW = new Date('2026-11-23T08:00:00Z')
const version = '0.1.0'
const folder = await mkdtemp(join(tmpdir(), 'crier-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'crier.backup')
const blobs = diskBlobs(join(folder, 'blobs'))
const key = randomBytes(16).toString('hex')
const film = randomBytes(2 * PIECE + 17)

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())
const source = stack.use(await testDatabase())
const target = stack.use(await testDatabase())
const unfilled = stack.use(await testDatabase())
const { db } = stack.use(connect(source.config, { max: 2, name: 'test' }))
const { id: workspace_id } = await insertWorkspace(
  db,
  { name: 'Ünï "cøde"\n\\N', plan: 'free' },
  NOW,
)
const media = { mime_type: 'video/mp4', size_bytes: film.length, created_at: NOW, updated_at: NOW }
await db
  .insertInto('media')
  .values([
    { workspace_id, original_name: 'a.mp4', blob_key: key, ...media },
    { workspace_id, original_name: 'lost.mp4', blob_key: `${key}lost`, ...media },
    { workspace_id, original_name: 'old.mp4', blob_key: `${key}old`, ...media, purged_at: NOW },
  ])
  .execute()
await blobs.put(key, once(film))
await noteCalendarId(db, undefined)
const own = 'the key of this instance, which is long'
const secret = { keyOf: () => own, passphrase: 'correct horse' }
const report = await backup(source.config, blobs, file, { version, now: NOW, secret })

test('a backup tells what it holds, and which files rows name in vain', async () => {
  const { size } = await stat(file)
  const rows = report.rows
  assert.ok(rows > 4)
  assert.deepEqual(report, {
    taken_at: NOW.toISOString(),
    size_bytes: size,
    rows,
    files: 2,
    missing: [`${key}lost`],
  })
})

test('another tool reads it, and no secret stands in it', async () => {
  const names: string[] = []
  const tar = extract()
  tar.end(await readFile(file))
  for await (const entry of tar) {
    names.push(entry.header.name)
    entry.resume()
  }
  assert.equal(names[0], MANIFEST)
  assert.equal(names.at(-1), 'end.json')
  assert.ok(names.includes('database/workspaces/000000'))
  assert.ok(names.includes(`files/${key}/000002`))
  assert.ok(!names.some((name) => name.startsWith('database/sessions')))
  assert.ok(!(await readFile(file)).includes(own))
})

test('what is restored is what was there, held, with other numbers to come', async () => {
  await using client = await clientOf(target.config)
  const about = await checkBackup(file, version)
  assert.equal(await refusalOf(client.pg), undefined)
  const there = diskBlobs(join(folder, 'restored'))
  const done = await restore(client.pg, there, file, about, NOW)
  assert.deepEqual(done, { rows: report.rows, files: 1 })
  await using original = await clientOf(source.config)
  for (const table of ['workspaces', 'media', 'event_counter', 'totals', 'calendar_id']) {
    const rows = async ({ pg: on }: { pg: pg.Client }) =>
      (
        await on.query(
          `select to_jsonb(t) - '{epoch,seq,origin}'::text[] as row from ${table} t order by 1`,
        )
      ).rows
    assert.deepEqual(await rows(client), await rows(original), table)
  }
  assert.deepEqual(await all(there.open(key)), film)
  const held = await client.pg.query('select held_at, restored_from from instance')
  assert.deepEqual(held.rows, [{ held_at: NOW, restored_from: NOW }])
  const next = await client.pg.query(
    `insert into workspaces (name, plan, created_at) values ('new', 'free', now()) returning id::int`,
  )
  assert.ok(next.rows[0].id > workspace_id + 99_000)
  // References, indexes and triggers were away meanwhile.
  const shape = async ({ pg: on }: { pg: pg.Client }) =>
    (
      await on.query(`
        select conname as name, pg_get_constraintdef(oid) as made from pg_constraint where connamespace = 'public'::regnamespace
        union all select indexname, indexdef from pg_indexes where schemaname = 'public'
        union all select tgname, tgrelid::regclass || tgenabled::text from pg_trigger where not tgisinternal
        order by 1, 2`)
    ).rows
  assert.deepEqual(await shape(client), await shape(original))
  assert.match((await refusalOf(client.pg)) ?? '', /not empty: it has media/)
})

test('one for which there is no room leaves nothing behind', async () => {
  await using empty = await testDatabase()
  await using client = await clientOf(empty.config)
  const about = await checkBackup(file, version)
  const removed: string[] = []
  const full = {
    put: async () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    remove: async (name: string) => void removed.push(name),
  }
  await assert.rejects(restore(client.pg, full, file, about, NOW), {
    name: 'BackupError',
    message: /no room .* nothing of it was kept/,
  })
  assert.deepEqual(removed, [key])
  const left = await client.pg.query('select count(*)::int as count from workspaces')
  assert.deepEqual(left.rows, [{ count: 0 }])
  assert.equal(await refusalOf(client.pg), undefined)
})

test('one whose connection ends while files are copied is refused, and ends nothing else', async () => {
  const before = await readFile(file)
  const cutting = {
    open: (name: string) => {
      const bytes = blobs.open(name)
      return (async function* () {
        await using other = await clientOf(source.config)
        await other.pg.query(
          // Tests beside this one have backups of their own on the same server.
          `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'crier-backup' and datname = current_database()`,
        )
        yield* bytes
      })()
    },
  }
  await assert.rejects(backup(source.config, cutting, file, { version, now: NOW }), {
    name: 'BackupError',
    message: /connection to PostgreSQL ended .* nothing was kept/,
  })
  assert.deepEqual(await readFile(file), before)
})

test('one for which the disk of the files has no room is refused in words, and leaves nothing there', async (t) => {
  const disk = join(folder, 'small')
  await mkdir(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return t.skip('a small file system can be made by root only')
  }
  try {
    await using client = await clientOf(unfilled.config)
    const about = await checkBackup(file, version)
    await assert.rejects(restore(client.pg, diskBlobs(disk), file, about, NOW), {
      name: 'BackupError',
      message: /no room .* nothing of it was kept/,
    })
    await isUntouched(client.pg, disk)
  } finally {
    execFileSync('umount', [disk])
  }
})

test('what is kept of a disk for the database is not filled with files either', async () => {
  await using client = await clientOf(unfilled.config)
  const about = await checkBackup(file, version)
  const place = join(folder, 'reserved')
  await mkdir(place)
  const blobs = diskBlobs(place, roomOf(place, Number.MAX_SAFE_INTEGER))
  await assert.rejects(restore(client.pg, blobs, file, about, NOW), {
    name: 'BackupError',
    message: /no room .* nothing of it was kept/,
  })
  await isUntouched(client.pg, place)
})

test('a backup that fails leaves the one before it where it is', async () => {
  const before = await readFile(file)
  const broken = {
    open: () => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    },
  }
  await assert.rejects(backup(source.config, broken, file, { version, now: NOW }), {
    name: 'BackupError',
    message: /no room/,
  })
  assert.deepEqual(await readFile(file), before)
  await assert.rejects(stat(`${file}.part`), { code: 'ENOENT' })
})

test('while one is made, files that nobody needs any more stay', async () => {
  let during: boolean | undefined
  const asked = {
    open: (name: string) => {
      const look = async function* () {
        during = await mayTakeFiles(db)
        yield* blobs.open(name)
      }
      return look()
    },
  }
  await backup(source.config, asked, join(folder, 'other.backup'), { version, now: NOW })
  assert.equal(during, false)
  assert.equal(await mayTakeFiles(db), true)
})

const whole = await readFile(file)
/** Kept from when it was written: whoever reads backups of then has to read this one. */
const first = zstdDecompressSync(
  await readFile(new URL('kept/format-1.backup.zst', import.meta.url)),
)
const FIRST_KEY = 'eb4d67fa94a1035e41117b2890d6281a1ad461ac0c9cfa6d'

/** Each of these is noticed before anything of the instance is touched. */
const DAMAGED: Record<string, [bytes: () => Buffer | Promise<Buffer>, words: RegExp]> = {
  'cut in the middle': [() => whole.subarray(0, whole.length / 2), /cut short/],
  'cut before its end': [
    () => Buffer.concat([whole.subarray(0, -3072), Buffer.alloc(1024)]),
    /cut short/,
  ],
  'altered in what tells where its pieces are': [
    () => altered(whole, whole.indexOf(`["files/${key}/000001"`) + 3),
    /altered/,
  ],
  'altered in what it says of itself': [
    () => altered(whole, whole.indexOf('"taken_at"') + 15),
    /altered/,
  ],
  'of another program': [() => Buffer.from('PK\x03\x04 a zip, or whatever it is'), /no backup/],
  empty: [() => Buffer.alloc(0), /no backup|cut short/],
  'of a newer version': [
    () => remade({ migration: '9999-future', version: '99.0.0' }),
    /newer Crier, version 99\.0\.0/,
  ],
  'of another format': [() => remade({ format: 3, version: '99.0.0' }), /version 99\.0\.0/],
  'of the first format and altered': [
    () => altered(first, first.indexOf('files/') + 600),
    /altered/,
  ],
  'of the first format and cut': [() => first.subarray(0, 20_000), /cut short/],
}

for (const [name, [bytes, words]] of Object.entries(DAMAGED)) {
  test(`a backup that is ${name} is refused, and told why`, async () => {
    const path = join(folder, 'damaged')
    await writeFile(path, await bytes())
    await assert.rejects(checkBackup(path, version), { name: 'BackupError', message: words })
  })
}

/** Each of these is noticed before the piece is used, and what came before it is taken back. */
const ALTERED: Record<string, () => Buffer> = {
  'in a file': () => altered(whole, whole.indexOf(film.subarray(0, 64)) + 7),
  'at the end of a file': () => altered(whole, whole.indexOf(film.subarray(-17)) + 16),
  'in a table': () => altered(whole, whole.indexOf('database/workspaces/000000') + 512 + 20),
  'by exchanging two pieces': () => {
    const bytes = Buffer.from(whole)
    const [a, b] = [film.subarray(0, PIECE), film.subarray(PIECE, 2 * PIECE)]
    const [atA, atB] = [whole.indexOf(a.subarray(0, 64)), whole.indexOf(b.subarray(0, 64))]
    bytes.set(b, atA)
    bytes.set(a, atB)
    return bytes
  },
}

for (const [name, bytes] of Object.entries(ALTERED)) {
  test(`a backup that was altered ${name} is refused, and leaves nothing behind`, async () => {
    const path = join(folder, 'damaged')
    await writeFile(path, bytes())
    const about = await checkBackup(path, version)
    const there = join(folder, 'of-damaged')
    await using client = await clientOf(unfilled.config)
    await assert.rejects(restore(client.pg, diskBlobs(there), path, about, NOW), {
      name: 'BackupError',
      message: /altered or damaged/,
    })
    await isUntouched(client.pg, there)
  })
}

test('one that was written in the first format is brought back as it was', async () => {
  const path = join(folder, 'first.backup')
  await writeFile(path, first)
  await using empty = await testDatabase()
  await using client = await clientOf(empty.config)
  const about = await checkBackup(path, version)
  assert.deepEqual(await secretsIn(about, secret.passphrase), [own])
  await remake(empty.config, about.migration)
  const there = diskBlobs(join(folder, 'from-first'))
  assert.deepEqual(await restore(client.pg, there, path, about, NOW), { rows: 5, files: 1 })
  const { rows } = await client.pg.query('select blob_key, original_name from media')
  assert.deepEqual(rows, [{ blob_key: FIRST_KEY, original_name: 'a.mp4' }])
  const bytes = await all(there.open(FIRST_KEY))
  assert.deepEqual(bytes, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * at) % 251)))
})

test('the instance’s key comes out under its passphrase only', async () => {
  const about = await checkBackup(file, version)
  assert.deepEqual(await secretsIn(about, secret.passphrase), [own])
  await assert.rejects(secretsIn(about, 'wrong horse'), {
    name: 'BackupError',
    message: /passphrase is not the one/,
  })
  await assert.rejects(
    secretsIn({ ...about, secret_key: null }, secret.passphrase),
    /does not hold/,
  )
})

async function clientOf(config: pg.PoolConfig) {
  const client = new pg.Client({ ...config, application_name: 'crier-restore' })
  await client.connect()
  return { pg: client, [Symbol.asyncDispose]: () => client.end() }
}

async function remade(change: object): Promise<Buffer> {
  await using archive = await openArchive(file)
  const path = join(folder, 'remade')
  await writeArchive(path, NOW, async (add) => {
    const told = { ...JSON.parse(archive.manifest.bytes.toString('utf8')), ...change }
    await add(MANIFEST, Buffer.from(JSON.stringify(told)))
    for await (const { name, bytes } of archive.things()) {
      let number = 0
      for await (const part of bytes(memory(3, PIECE)))
        await add(`${name}/${String(number++).padStart(6, '0')}`, part)
    }
  })
  return await readFile(path)
}

/** As it was: nothing was begun that is still held, no row and no file. */
async function isUntouched(client: pg.Client, place: string) {
  const left = await client.query('select count(*)::int as count from workspaces')
  assert.deepEqual(left.rows, [{ count: 0 }])
  assert.equal(await refusalOf(client), undefined)
  const files = await readdir(place, { recursive: true, withFileTypes: true })
  assert.deepEqual(
    files.filter((entry) => entry.isFile()).map(({ name }) => name),
    [],
  )
}

function altered(bytes: Buffer, at: number) {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function all(bytes: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
