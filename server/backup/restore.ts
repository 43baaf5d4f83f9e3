/** Fills an empty instance from a backup. Publishing is held from then on: whatever went out behind the backup is looked for first. */
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Blobs } from '#blobs/blobs.ts'
import { RENEW_EPOCH } from '#store/events.ts'
import { MARK_RESTORED } from '#store/instance.ts'
import { migrations } from '#store/migrations/index.ts'
import { openArchive, PIECE } from './archive.ts'
import { isFull } from './backup.ts'
import { BackupError, type Contents, type Piece, type Thing } from './contents.ts'
import { inLanes, together, type Work } from './lanes.ts'
import { MANIFEST, Manifest } from './manifest.ts'
import { memory } from './memory.ts'
import { unlock } from './secret.ts'
import { copied, passNumbers, unbound } from './tables.ts'
import type { z } from 'zod'

const decompress = promisify(zstdDecompress)

export type About = z.output<typeof Manifest>

/** That it is whole, and of a version that is known here. What was altered in it is refused by `restore`, piece by piece. */
export async function checkBackup(path: string, version: string): Promise<About> {
  await using archive = await openArchive(path)
  return aboutIn(archive.manifest, path, version)
}

function aboutIn({ name, bytes }: Piece, path: string, version: string): About {
  const told = name === MANIFEST ? jsonIn(bytes) : undefined
  const { success, data } = Manifest.safeParse(told)
  if (!success) {
    const writer = writerOf(told)
    throw new BackupError(
      writer === undefined
        ? `${path} is no backup of Crier.`
        : `${path} was written by version ${writer}, in a way that ${version} does not know. Restore it with that version or a later one.`,
    )
  }
  if (!(data.migration in migrations))
    throw new BackupError(
      `${path} was written by a newer Crier, version ${data.version}; this is ${version}. Restore it with that version or a later one.`,
    )
  return data
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

function writerOf(told: unknown) {
  const isNamed = typeof told === 'object' && told !== null && 'version' in told
  return isNamed && typeof told.version === 'string' ? told.version : undefined
}

/** The key of the instance that it is of, where it holds one, and the one before while it was changed. */
export async function secretsIn(
  { secret_key, old_secret_key }: About,
  passphrase: string,
): Promise<string[]> {
  if (!secret_key) throw new BackupError('The backup does not hold the instance’s key.')
  const keys = [await unlock(secret_key, passphrase)]
  return old_secret_key ? [...keys, await unlock(old_secret_key, passphrase)] : keys
}

/** Connections of a service at work, whichever its role. */
const OF_SERVICES = [
  'crier-api',
  'crier-worker',
  'crier-claims',
  'crier-together',
  'crier-events',
  'crier-chores',
  'crier-metrics',
  'crier-listen%',
]

/** While one starts, also while it migrates: that connection is called as the one of a restore. */
const OF_STARTING = 'crier-instance'

const SERVED =
  'A service works with this database. Stop it first: a backup is restored into an empty instance.'

async function isServed(client: pg.Client, names: readonly string[]) {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_stat_activity
    where datname = current_database() and application_name like any ($1)`,
    [names],
  )
  return Number(rows[0]?.count) > 0
}

/** Why nothing may be restored here; undefined: it is empty, and nobody works with it. */
export async function refusalOf(client: pg.Client): Promise<string | undefined> {
  if (await isServed(client, [...OF_SERVICES, OF_STARTING])) return SERVED
  const { rows: filled } = await client.query<{ name: string }>(`
    select name from (
      select 'posts' as name where exists (select from posts) union all
      select 'accounts' where exists (select from accounts) union all
      select 'media' where exists (select from media) union all
      select 'people' where exists (select from persons)) filled`)
  if (!filled.length) return undefined
  return `This instance is not empty: it has ${filled.map(({ name }) => name).join(', ')}. A backup is restored into an empty one: name another DATA_DIR or DATABASE_URL.`
}

export interface RestoreReport {
  rows: number
  files: number
}

/** Of files: one is read and proved while the other is written. With four the system took half as long again. */
const FILES_AT_ONCE = 2

/**
 * All of the database or nothing, by one transaction; files of one that failed are taken away again. Of a piece that was altered
 * nothing is used, and what was brought before it is taken back. The schema is already the backup's.
 */
export async function restore(
  client: pg.Client,
  blobs: Pick<Blobs, 'put' | 'remove' | 'bulk'>,
  path: string,
  about: About,
  now: Date,
): Promise<RestoreReport> {
  const written: string[] = []
  const report = { rows: 0, files: 0 }
  const store = blobs.bulk?.() ?? { put: blobs.put.bind(blobs), done: async () => {} }
  const bring: () => Work<Thing> = () => {
    const place = memory(STRETCHES, PIECE)
    return async ({ name: thing, bytes }, signal) => {
      const [kind, name = ''] = thing.split('/')
      const parts = until(signal, bytes(place))
      if (kind === 'database') report.rows += await fill(client, name, about, parts)
      if (kind !== 'files') return
      written.push(name)
      await store.put(name, parts)
      report.files += 1
    }
  }
  let from = about.taken_at
  await client.query('begin')
  try {
    await using archive = await openArchive(path)
    await unbound(client, about.tables, async () => {
      await bringAll(archive, bring, () => store.done())
      from = await knownUntil(client, about)
      await mark(client, from)
    })
    await passNumbers(client, about.tables)
    await hold(client, about, { from, now })
    // Who came up since the first look has seen nothing held. Who comes later waits for what is locked here, and sees it.
    if (await isServed(client, OF_SERVICES)) throw new BackupError(SERVED)
    await client.query('commit')
    return report
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const key of written) await blobs.remove(key).catch(() => undefined)
    throw isFull(error)
      ? new BackupError('There is no room for what the backup holds; nothing of it was kept.', {
          cause: error,
        })
      : error
  }
}

/** The last two that were handed out, and the next, which is read. */
const STRETCHES = 3

/** Tables one after the other, on their connection; files beside them. */
async function bringAll(
  archive: Contents,
  bring: () => Work<Thing>,
  filesAreThere: () => Promise<void>,
) {
  const failed = new AbortController()
  const queue = async (things: Iterable<Thing> | AsyncIterable<Thing>, width: number) =>
    inLanes(things, width, bring, failed.signal)
  if (archive.inOrder) {
    await queue(archive.things(), 1)
    return filesAreThere()
  }
  const [tables, files]: [Thing[], Thing[]] = [[], []]
  for await (const thing of archive.things())
    (thing.name.startsWith('database/') ? tables : files).push(thing)
  await together([queue(tables, 1), queue(files, FILES_AT_ONCE).then(filesAreThere)], failed)
}

async function* until(signal: AbortSignal, parts: AsyncIterable<Buffer>) {
  for await (const part of parts) {
    signal.throwIfAborted()
    yield part
  }
}

async function fill(
  client: pg.Client,
  table: string,
  { tables }: About,
  bytes: AsyncIterable<Buffer>,
) {
  const columns = tables[table]
  if (!columns) throw new BackupError(`The backup has a table that it does not name: ${table}.`)
  const target = client.query(copyFrom(`copy ${copied(table, columns)} from stdin`))
  let refused = false
  const done = new Promise<void>((resolve, reject) => {
    target.once('finish', resolve)
    target.once('error', (error) => {
      refused = true
      reject(error)
    })
  })
  // Awaited below, or told by the write that failed.
  done.catch(() => undefined)
  try {
    // The next part is made larger while PostgreSQL takes one.
    for await (const plain of ahead(decompressed(bytes)))
      if (!target.write(plain)) await Promise.race([drained(target), done])
    target.end()
    await done
  } catch (error) {
    // The connection waits for rows until it is told that none will come.
    if (!refused) {
      target.destroy(error instanceof Error ? error : new Error(String(error)))
      await done.catch(() => undefined)
    }
    throw error
  }
  return target.rowCount
}

async function* decompressed(bytes: AsyncIterable<Buffer>) {
  for await (const compressed of bytes) yield await decompress(compressed)
}

/** Asks for the next while one is in use. */
async function* ahead<Part>(parts: AsyncIterable<Part>) {
  const iterator = parts[Symbol.asyncIterator]()
  let coming = iterator.next()
  try {
    for (;;) {
      const part = await coming
      if (part.done === true) return
      coming = iterator.next()
      coming.catch(() => undefined)
      yield part.value
    }
  } finally {
    await coming.catch(() => undefined)
    await iterator.return?.()
  }
}

async function drained(target: NodeJS.WritableStream) {
  return new Promise<void>((resolve) => {
    target.once('drain', resolve)
  })
}

/**
 * Nothing that the original did since then is in the backup. Where it is of a copy that was held: of when that was made tells only
 * the last that had happened before it was started.
 */
async function knownUntil(client: pg.Client, { taken_at, held_at }: About): Promise<string> {
  if (held_at === null) return taken_at
  const { rows } = await client.query<{ at: Date | null }>(
    'select max(at) as at from events where at < $1',
    [held_at],
  )
  return rows[0]?.at?.toISOString() ?? held_at
}

/** What is looked for first. While there are no indexes: of each row a second one is written. */
async function mark(client: pg.Client, from: string) {
  await client.query(MARK_RESTORED, [from])
}

/** Sign-ins by other services end too: their tokens are not in the backup. Events go on under numbers of their own. */
async function hold(client: pg.Client, about: About, { from, now }: { from: string; now: Date }) {
  const { version } = about
  const bytes = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64'))
  await client.query(
    'update instance set sealed_word = $1, version = $2, held_at = $3, restored_from = $4',
    [bytes(about.sealed_word), version, now, from],
  )
  // A backup from before keys could be changed is filled into tables of its time.
  const { rows } = await client.query<{ there: boolean }>(
    `select to_jsonb(i) ? 'client_keys' as there from instance i`,
  )
  if (rows[0]?.there)
    await client.query(
      'update instance set old_sealed_word = $1, client_keys = $2, dropped_key = null',
      [bytes(about.old_sealed_word), bytes(about.client_keys)],
    )
  await client.query('update grants set revoked_at = $1 where revoked_at is null', [now])
  // The first start here is not another place once more.
  await client.query(`${RENEW_EPOCH}, origin = ''`)
}
