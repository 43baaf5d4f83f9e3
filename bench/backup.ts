/**
 * A backup, a restore and a move of 100,000 posts (`BACKUP_POSTS`) and 5 GB of files (`BACKUP_GB`), on Debian's own PostgreSQL: rows beside its
 * pg_dump and pg_restore, files beside cp. Four fifths of the bytes are films of 100 MB, the others pictures of 1 MB with their thumbnails.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { backup } from '#backup/backup.ts'
import { move } from '#backup/move.ts'
import { checkBackup, restore } from '#backup/restore.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import manifest from '../package.json' with { type: 'json' }
import { debianPostgres } from '../test/start/debian-postgres.ts'
import { plant } from '../test/surfaces/many-posts.ts'
import { tell } from './goals.ts'
import { say } from './service.ts'

const MB = 1_000_000
const FILM_MB = 100
const THUMBNAIL = 20_000
const run = promisify(execFile)
const { version } = manifest

export async function backups() {
  const posts = Number(process.env['BACKUP_POSTS'] ?? 100_000)
  const megabytes_all = Number(process.env['BACKUP_GB'] ?? 5) * 1000
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const server = stack.use(await debianPostgres())
  const { config } = server
  await migrate(config, version)
  const connected = connect(config, { max: 1, name: 'crier-bench' })
  await plant(connected.db, posts)

  const rows = join(folder, 'rows.backup')
  const empty = diskBlobs(join(folder, 'none'))
  const dump = join(folder, 'rows.dump')
  const flags = ['-h', String(config.host), '-U', String(config.user)]
  const [theirs, ours] = await besides(
    () => run(join(server.programs, 'pg_dump'), [...flags, '-Fc', '-f', dump, 'crier']),
    () => backup(config, empty, rows, { version, now: new Date() }),
  )
  tell(
    { name: 'backup of rows, of pg_dump', value: theirs / ours, goal: 0.7 },
    `${posts} posts: ${ours.toFixed(1)} s and ${await megabytes(rows)} MB, pg_dump ${theirs.toFixed(1)} s and ${await megabytes(dump)} MB`,
  )

  let round = 0
  const [brought, back] = await besides(
    async () => run(join(server.programs, 'pg_restore'), [...flags, '-d', `dumped${round}`, dump]),
    async () => bring(databaseOf(config, `restored${round}`), empty, rows),
    async () => {
      round += 1
      await newDatabase(config, `dumped${round}`)
      await migrate(await newDatabase(config, `restored${round}`), version)
    },
  )
  tell(
    { name: 'restore of rows, of pg_restore', value: brought / back, goal: 0.7 },
    `${back.toFixed(1)} s; pg_restore ${brought.toFixed(1)} s`,
  )

  const target = await newDatabase(config, 'moved')
  const moving = await seconds(() =>
    move(config, target, {
      version,
      isOurs: async () => true,
      target_name: 'moved',
      patience_ms: 0,
      now: () => new Date(),
      say: () => {},
      signal: new AbortController().signal,
    }),
  )
  say(`moved to another database in ${moving.toFixed(1)} s, during which callers get 503`)
  await connected[Symbol.asyncDispose]()

  const media = join(folder, 'media')
  const blobs = diskBlobs(media)
  // Of its own: 100,000 posts would be most of what a few files cost.
  const few = await newDatabase(config, 'few')
  await migrate(few, version)
  await using there = connect(few, { max: 1, name: 'crier-bench' })
  const { workspace_id: owner } = await plant(there.db, 1000)
  const store = async (mime_type: string, size: number, thumbnail = false) => {
    const key = randomBytes(24).toString('hex')
    await blobs.put(key, noise(size))
    const thumbnail_key = thumbnail ? `${randomBytes(24).toString('hex')}.webp` : null
    if (thumbnail_key !== null) await blobs.put(thumbnail_key, noise(THUMBNAIL))
    const at = { created_at: new Date(), updated_at: new Date() }
    const row = { workspace_id: owner, original_name: key, blob_key: key, thumbnail_key, mime_type }
    await there.db
      .insertInto('media')
      .values({ ...row, size_bytes: size, ...at })
      .execute()
  }
  const films = Math.round((megabytes_all * 0.8) / FILM_MB)
  const pictures = megabytes_all - films * FILM_MB
  for (let count = 0; count < films; count++) await store('video/mp4', FILM_MB * MB)
  for (let count = 0; count < pictures; count++) await store('image/jpeg', MB, true)
  const rate = (time: number) => (megabytes_all / time).toFixed(0)

  const copy = join(folder, 'copied')
  /** A copy is there when the disk has it, as a backup is. */
  const copyAll = async () => {
    await run('cp', ['-r', media, copy])
    await run('sync', ['-f', copy])
  }
  const whole = join(folder, 'whole.backup')
  // In turn: the memory that a machine writes through is a guest's, and costs more when it is new.
  const [copied, taken] = await besides(
    copyAll,
    () => backup(few, blobs, whole, { version, now: new Date() }),
    () => rm(copy, { recursive: true, force: true }),
  )
  tell(
    { name: 'backup of files, of cp', value: copied / taken, goal: 0.7 },
    `${megabytes_all} MB in ${films} films and ${pictures} pictures: ${rate(taken)} MB/s in ${taken.toFixed(1)} s, cp with sync ${rate(copied)} MB/s`,
  )
  const [again, filled] = await besides(
    copyAll,
    async () => bring(databaseOf(config, `again${round}`), diskBlobs(join(folder, 'back')), whole),
    async () => {
      round += 1
      await migrate(await newDatabase(config, `again${round}`), version)
      for (const name of ['copied', 'back'])
        await rm(join(folder, name), { recursive: true, force: true })
    },
  )
  tell(
    { name: 'restore of files, of cp', value: again / filled, goal: 0.7 },
    `${rate(filled)} MB/s in ${filled.toFixed(1)} s, cp with sync ${rate(again)} MB/s`,
  )
}

async function bring(config: pg.PoolConfig, blobs: ReturnType<typeof diskBlobs>, path: string) {
  const about = await checkBackup(path, version)
  const client = new pg.Client(config)
  // Where something fails the server ends first.
  client.on('error', () => {})
  await client.connect()
  try {
    await restore(client, blobs, path, about, new Date())
  } finally {
    await client.end()
  }
}

/** Each three times in turn, behind what is prepared for both; the median of each. */
async function besides(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  prepare = async () => {},
) {
  const times: [number, number][] = []
  for (let round = 0; round < 3; round++) {
    await prepare()
    times.push([await seconds(first), await seconds(second)])
  }
  say(`     ${times.map((each) => each.map((time) => time.toFixed(2)).join(' and ')).join(', ')} s`)
  const median = (index: 0 | 1) =>
    times.map((each) => each[index]).toSorted((a, b) => a - b)[1] ?? 0
  return [median(0), median(1)] as const
}

async function seconds(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function newDatabase(config: pg.PoolConfig, name: string): Promise<pg.PoolConfig> {
  const client = new pg.Client({ ...config, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return databaseOf(config, name)
}

const databaseOf = (config: pg.PoolConfig, name: string): pg.PoolConfig => ({
  ...config,
  database: name,
})

/** As films and pictures are: nothing in them can be made smaller. */
async function* noise(size: number) {
  for (let sent = 0; sent < size; sent += MB) yield randomBytes(Math.min(MB, size - sent))
}

async function megabytes(path: string) {
  return ((await stat(path)).size / MB).toFixed(1)
}
