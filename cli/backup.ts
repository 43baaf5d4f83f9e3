/** A backup beside a running service, and bringing one back into an empty instance. */
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { CRIER } from '#app/command-line.ts'
import { opens } from '#app/instance.ts'
import { storageOf } from '#app/storage.ts'
import { BackupError } from '#backup/archive.ts'
import { backup } from '#backup/backup.ts'
import { type About, checkBackup, refusalOf, restore, secretIn } from '#backup/restore.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { migrate, remake } from '#database/migrate.ts'
import { seal } from '#store/seal.ts'
import manifest from '../package.json' with { type: 'json' }
import { type Command, type Given, UsageError } from './command.ts'
import { addressOf } from './instance.ts'
import { telling } from './telling.ts'

const { version } = manifest

const make: Command = {
  name: 'backup',
  takes: 'FILE [--with-secret-key --passphrase-file FILE] [--json]',
  summary:
    'Write the database and all files into FILE, beside a running service. Without --with-secret-key, keep SECRET_KEY elsewhere: a backup is of no use without it.',
  values: ['file'],
  flags: { 'with-secret-key': 'switch', 'passphrase-file': 'optional' },
  json: true,

  async run(given, config) {
    const passphrase = await passphraseIn(given)
    const wants = given['with-secret-key'] !== undefined
    if (wants !== (passphrase !== undefined))
      throw new UsageError('--with-secret-key and --passphrase-file belong together.')
    const path = resolve(given['file'] ?? '')
    return telling(async () => {
      await using stack = new AsyncDisposableStack()
      const { address } = await addressOf(config, stack)
      await migrate(address, version)
      const { blobs } = await storageOf(config, stack, () => new Date())
      const secret =
        passphrase === undefined ? {} : { secret: { key: config.secret_key.reveal(), passphrase } }
      const data = await backup(address, blobs, path, { version, now: new Date(), ...secret })
      const missing = data.missing.length
        ? `\n${data.missing.length} files that rows name are not in the store: ${data.missing.slice(0, 5).join(', ')}`
        : ''
      return {
        data,
        text: `${path}: ${data.rows} rows and ${data.files} files, ${megabytes(data.size_bytes)} MB.${missing}`,
      }
    })
  },
}

const bring: Command = {
  name: 'restore',
  takes: 'FILE [--passphrase-file FILE] [--json]',
  summary:
    'Fill an empty instance from a backup, while no service runs. Publishing is held until crier resume, which looks first for what went out since.',
  values: ['file'],
  flags: { 'passphrase-file': 'optional' },
  json: true,

  async run(given, config) {
    const passphrase = await passphraseIn(given)
    const path = resolve(given['file'] ?? '')
    return telling(async () => {
      const about = await checkBackup(path, version)
      const key = await keyFor(about, config, passphrase)
      await using stack = new AsyncDisposableStack()
      const { address } = await addressOf(config, stack)
      await migrate(address, version)
      const client = new pg.Client({ ...address, application_name: 'crier-restore' })
      await client.connect()
      stack.defer(() => client.end())
      const refusal = await refusalOf(client)
      if (refusal !== undefined) throw new BackupError(refusal)
      await requireKey(address, about, key)
      await remake(address, about.migration)
      const { blobs } = await storageOf(config, stack, () => new Date())
      const own = config.secret_key.reveal()
      // Before the rest: rows that nothing opens are worse than a key without rows.
      if (key !== own) await keepKey(config, key)
      const report = await restore(client, blobs, path, about, new Date()).catch(
        async (error: unknown) => {
          if (key !== own) await keepKey(config, own)
          throw error
        },
      )
      await migrate(address, version)
      return {
        data: { taken_at: about.taken_at, ...report },
        text: [
          `${report.rows} rows and ${report.files} files, as they were at ${about.taken_at}.`,
          `Publishing is held. Stop the original for good, then: ${CRIER} resume`,
        ].join('\n'),
      }
    })
  },
}

async function passphraseIn(given: Given) {
  const path = given['passphrase-file']
  if (path === undefined) return undefined
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      `--passphrase-file: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length < 8)
    throw new UsageError('--passphrase-file: A passphrase has eight characters or more.')
  return passphrase
}

/** The backup's own where it is asked for; else the one that is configured here. */
async function keyFor(about: About, config: Config, passphrase: string | undefined) {
  if (passphrase === undefined) return config.secret_key.reveal()
  const key = await secretIn(about, passphrase)
  if (!config.secret_key_generated && key !== config.secret_key.reveal())
    throw new BackupError(
      'SECRET_KEY is set, and is not the one in the backup. Unset it, or leave --passphrase-file out.',
    )
  return key
}

async function keepKey({ data_dir }: Config, key: string) {
  await writeFile(join(data_dir, 'secret-key'), `${key}\n`, { mode: 0o600 })
}

async function requireKey(address: pg.PoolConfig, { sealed_word }: About, key: string) {
  await using connected = connect(address, { max: 1, name: 'crier-restore' })
  const word = sealed_word === null ? null : Buffer.from(sealed_word, 'base64')
  if (await opens(connected.db, seal(key), word)) return
  throw new BackupError(
    'SECRET_KEY is not the one that the backup was sealed with: no account could publish. Set the original’s, or name --passphrase-file for a backup that holds it.',
  )
}

function megabytes(bytes: number) {
  return (bytes / 1e6).toFixed(1)
}

export const backupCommands = [make, bring]
