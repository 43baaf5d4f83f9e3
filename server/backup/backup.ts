/** Writes a backup beside a running service: the database as it is at one moment, then its files. */
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Blobs } from '#blobs/blobs.ts'
import { NoSuchFile } from '#blobs/blobs.ts'
import { holdFiles } from '#store/files-held.ts'
import { type Add, PIECE, writeArchive } from './archive.ts'
import { BackupError } from './contents.ts'
import { inLanes, underWay } from './lanes.ts'
import { MANIFEST, type Manifest } from './manifest.ts'
import { gathered, type Memory, memory, partsOf } from './memory.ts'
import { lock } from './secret.ts'
import { copied, type Tables, tablesOf } from './tables.ts'
import type { z } from 'zod'

const compress = promisify(zstdCompress)

const COMPRESSED_AT_ONCE = 2
/** While one is read another is proved and a third is written; of small ones each costs a few calls of the system alone. */
const FILES_AT_ONCE = 4

export interface BackupOptions {
  /** Of the program that writes it. */
  version: string
  now: Date
  /** Puts the keys that open what is in it there too, under the passphrase. */
  secret?: { keyOf: (word: Buffer | null) => string | undefined; passphrase: string }
}

export interface BackupReport {
  taken_at: string
  size_bytes: number
  rows: number
  files: number
  /** Keys of files that rows name and the store has not. */
  missing: string[]
}

/**
 * `path` is replaced when the backup is whole. Nothing of the service waits for it; only files that nobody needs any more are
 * kept until it is over.
 */
export async function backup(
  database: pg.PoolConfig,
  blobs: Pick<Blobs, 'open' | 'direct'>,
  path: string,
  { version, now, secret }: BackupOptions,
): Promise<BackupReport> {
  const client = new pg.Client({ ...database, application_name: 'crier-backup' })
  // While files are copied nothing is asked of it: who hears nothing of its end would fall over it.
  client.on('error', () => {})
  await client.connect()
  try {
    // Before the moment that is kept: what is taken away later is not named by it.
    await holdFiles(client)
    await client.query('begin isolation level repeatable read read only')
    const tables = await tablesOf(client)
    const { files, bytes } = await filesOf(client)
    const about = await aboutOf(client)
    const manifest: z.input<typeof Manifest> = {
      format: 2,
      version,
      ...about,
      taken_at: now.toISOString(),
      secret_key: await lockedKey(about.sealed_word, secret),
      old_secret_key:
        about.old_sealed_word === null ? null : await lockedKey(about.old_sealed_word, secret),
      tables,
      files: { count: files.length, bytes },
    }
    const report = { rows: 0, missing: [] as string[] }
    const size_bytes = await writeArchive(path, now, async (add) => {
      await add(MANIFEST, Buffer.from(JSON.stringify(manifest)))
      await addTables(client, tables, add, report)
      await client.query('commit')
      await inLanes(files, FILES_AT_ONCE, () => {
        const place = memory(2, PIECE)
        return async (key, signal) => {
          for await (const [name, bytes] of fileIn(blobs, key, place, report.missing)) {
            signal.throwIfAborted()
            await add(name, bytes)
          }
        }
      })
      // Gone with the connection would be the lock, and files with it that rows name.
      await stillHeld(client)
    })
    return { taken_at: manifest.taken_at, size_bytes, files: files.length, ...report }
  } catch (error) {
    throw isFull(error)
      ? new BackupError(`There is no room for ${path}; nothing of it was kept.`, { cause: error })
      : error
  } finally {
    await client.end()
  }
}

async function stillHeld(client: pg.Client) {
  try {
    await client.query('select 1')
  } catch (error) {
    const words =
      'The connection to PostgreSQL ended while files were copied; nothing was kept. Try again.'
    throw new BackupError(words, { cause: error })
  }
}

/** While some rows are compressed and written, more of them come. */
async function addTables(client: pg.Client, tables: Tables, add: Add, report: { rows: number }) {
  const place = memory(COMPRESSED_AT_ONCE + 1, PIECE)
  await using adding = underWay(COMPRESSED_AT_ONCE)
  for (const [table, columns] of Object.entries(tables)) {
    const rows = client.query(copyTo(`copy ${copied(table, columns)} to stdout`))
    let number = 0
    for await (const plain of gathered(rows, place)) {
      const name = pieceOf(`database/${table}`, number++)
      await adding.begin(async () => add(name, await compress(plain)))
    }
    report.rows += rows.rowCount
  }
  await adding.ended()
}

async function* fileIn(
  blobs: Pick<Blobs, 'open' | 'direct'>,
  key: string,
  place: Memory,
  missing: string[],
): AsyncGenerator<[name: string, bytes: Buffer]> {
  let number = 0
  try {
    for await (const bytes of bytesOf(blobs, key, place))
      yield [pieceOf(`files/${key}`, number++), bytes]
  } catch (error) {
    // The service does without it as well; whoever keeps the backup is told.
    if (!(error instanceof NoSuchFile)) throw error
    missing.push(key)
  }
}

async function* bytesOf(blobs: Pick<Blobs, 'open' | 'direct'>, key: string, place: Memory) {
  if (!blobs.direct) return yield* gathered(blobs.open(key), place)
  await using file = await blobs.direct(key)
  yield* partsOf(file, place)
}

const pieceOf = (thing: string, number: number) => `${thing}/${String(number).padStart(6, '0')}`

interface AboutInstance {
  migration: string
  held_at: string | null
  sealed_word: string | null
  old_sealed_word: string | null
  client_keys: string | null
}

async function aboutOf(client: pg.Client): Promise<AboutInstance> {
  const base64 = (column: string) =>
    `translate(encode(${column}, 'base64'), E'\\n', '') as ${column}`
  // Of one that was restored each delivery knows since when.
  const { rows } = await client.query<AboutInstance>(`
    select (select max(name) from kysely_migration) as migration,
      case when restored_from is null then to_char(held_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as held_at,
      ${['sealed_word', 'old_sealed_word', 'client_keys'].map(base64).join(', ')}
    from instance`)
  const [row] = rows
  if (!row) throw new BackupError('This database belongs to no instance of Crier.')
  return row
}

async function lockedKey(word: string | null, secret: BackupOptions['secret']) {
  if (!secret) return null
  const key = secret.keyOf(word === null ? null : Buffer.from(word, 'base64'))
  // Changed twice since the key was read.
  if (key === undefined)
    throw new BackupError('SECRET_KEY was changed just now; nothing was kept. Try again.')
  return lock(key, secret.passphrase)
}

/** Of what is there: what is deleted for good has left its row behind only. */
async function filesOf(client: pg.Client) {
  const { rows } = await client.query<{ key: string; bytes: string }>(`
    select blob_key as key, max(size_bytes)::text as bytes from media where purged_at is null group by 1
    union all
    select distinct thumbnail_key, '0' from media where purged_at is null and thumbnail_key is not null`)
  const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0)
  return { files: rows.map(({ key }) => key), bytes }
}

/** A store tells callers of the service; what the disk said stands behind that. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || isFull(error.cause)
}
