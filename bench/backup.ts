/**
 * A backup, a restore and a move of 100,000 posts and 5 GB of files (`BACKUP_GB`), on Debian's own PostgreSQL: rows beside its
 * pg_dump and pg_restore, files beside cp.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, open, rm, stat } from 'node:fs/promises'
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

const POSTS = 100_000
const MB = 1_000_000
const FILE_MB = 100
const run = promisify(execFile)
const { version } = manifest

export async function backups() {
  const files = (Number(process.env['BACKUP_GB'] ?? 5) * 1000) / FILE_MB
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const server = stack.use(await debianPostgres())
  const { config } = server
  await migrate(config, version)
  const connected = connect(config, { max: 1, name: 'crier-bench' })
  await plant(connected.db, POSTS)

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
    `${POSTS} posts: ${ours.toFixed(1)} s and ${await megabytes(rows)} MB, pg_dump ${theirs.toFixed(1)} s and ${await megabytes(dump)} MB`,
  )

  const restored = await newDatabase(config, 'restored')
  await migrate(restored, version)
  await newDatabase(config, 'dumped')
  const back = await seconds(() => bring(restored, empty, rows))
  const words = [...flags, '-d', 'dumped', dump]
  const brought = await seconds(() => run(join(server.programs, 'pg_restore'), words))
  tell(
    { name: 'restore of rows, of pg_restore', value: brought / back, goal: 0.7 },
    `${back.toFixed(1)} s, which reads all of it once before; pg_restore ${brought.toFixed(1)} s`,
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
  for (let count = 0; count < files; count++) {
    const key = randomBytes(16).toString('hex')
    await blobs.put(key, film())
    const at = { created_at: new Date(), updated_at: new Date() }
    const size = { mime_type: 'video/mp4', size_bytes: FILE_MB * MB, ...at }
    const row = { workspace_id: owner, original_name: `${key}.mp4`, blob_key: key, ...size }
    await there.db.insertInto('media').values(row).execute()
  }
  const whole = join(folder, 'whole.backup')
  // In turn: the memory that a machine writes through is a guest's, and costs more when it is new.
  const [copied, taken] = await besides(
    async () => {
      await rm(join(folder, 'copied'), { recursive: true, force: true })
      await cp(media, join(folder, 'copied'), { recursive: true })
      await flush(join(folder, 'copied'))
    },
    () => backup(few, blobs, whole, { version, now: new Date() }),
  )
  await rm(join(folder, 'copied'), { recursive: true })
  tell(
    { name: 'backup of files, of cp', value: copied / taken, goal: 0.7 },
    `${files * FILE_MB} MB: ${rate(files, taken)} MB/s in ${taken.toFixed(1)} s, cp with sync ${rate(files, copied)} MB/s`,
  )
  const again = await newDatabase(config, 'again')
  await migrate(again, version)
  const filled = await seconds(() => bring(again, diskBlobs(join(folder, 'back')), whole))
  tell(
    { name: 'restore of files, of cp', value: copied / filled, goal: 0.7 },
    `${rate(files, filled)} MB/s in ${filled.toFixed(1)} s, which reads all of it twice`,
  )
}

async function bring(config: pg.PoolConfig, blobs: ReturnType<typeof diskBlobs>, path: string) {
  const about = await checkBackup(path, version)
  const client = new pg.Client(config)
  await client.connect()
  await restore(client, blobs, path, about, new Date())
  await client.end()
}

/** Each three times in turn; the median of each. */
async function besides(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const times: [number, number][] = []
  for (let round = 0; round < 3; round++) times.push([await seconds(first), await seconds(second)])
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
  return { ...config, database: name }
}

/** As films are: nothing in them can be made smaller. */
async function* film() {
  for (let sent = 0; sent < FILE_MB; sent++) yield randomBytes(MB)
}

async function megabytes(path: string) {
  return ((await stat(path)).size / MB).toFixed(1)
}

/** A backup is on the disk when it is told to be made. */
async function flush(folder: string) {
  await using handle = await open(folder)
  await handle.sync()
  await run('sync', ['-f', folder])
}

const rate = (files: number, time: number) => ((files * FILE_MB) / time).toFixed(0)
