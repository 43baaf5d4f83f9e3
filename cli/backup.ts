/** A backup beside a running service, and bringing one back into an empty instance. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'
import { CRIER } from '#app/command-line.ts'
import { isSealedWith, keyFor, textsOf } from '#app/secret-keys.ts'
import { storageOf } from '#app/storage.ts'
import { BackupError } from '#backup/contents.ts'
import { backup } from '#backup/backup.ts'
import { type About, checkBackup, refusalOf, restore, secretsIn } from '#backup/restore.ts'
import type { Config } from '#config/config.ts'
import { keyFiles, presentKeys } from '#config/secret-keys.ts'
import { connect } from '#database/connect.ts'
import { migrate, remake } from '#database/migrate.ts'
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
        passphrase === undefined ? {} : { secret: { keyOf: keyOf(config), passphrase } }
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
      const keys = await keysFor(about, config, passphrase)
      await using stack = new AsyncDisposableStack()
      const { address } = await addressOf(config, stack)
      await migrate(address, version)
      const client = new pg.Client({ ...address, application_name: 'crier-restore' })
      // While files are written nothing may be asked of it: who hears nothing of its end would fall over it.
      client.on('error', () => {})
      await client.connect()
      stack.defer(() => client.end())
      const refusal = await refusalOf(client)
      if (refusal !== undefined) throw new BackupError(refusal)
      await requireKey(address, about, keys, config)
      await remake(address, about.migration)
      const { blobs } = await storageOf(config, stack, () => new Date())
      const own = textsOf(config)
      // Before the rest: rows that nothing opens are worse than a key without rows.
      if (keys !== 'own') await keepKeys(config, keys)
      const report = await restore(client, blobs, path, about, new Date()).catch(
        async (error: unknown) => {
          if (keys !== 'own') await keepKeys(config, own)
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

/** Of the keys at hand; they may have been changed since the command began. */
function keyOf(config: Config) {
  return (word: Buffer | null) => {
    const texts = textsOf(presentKeys(config))
    // From before there was a word: there was one key.
    return word === null ? texts[0] : keyFor(texts, word)
  }
}

/** The one that seals first. */
type Keys = readonly string[]

/** The backup's own where they are asked for, if they are not the ones that are configured here. */
async function keysFor(
  about: About,
  config: Config,
  passphrase: string | undefined,
): Promise<Keys | 'own'> {
  if (passphrase === undefined) return 'own'
  const keys = await secretsIn(about, passphrase)
  const own = textsOf(config)
  if (keys.every((key) => own.includes(key))) return 'own'
  if (!config.secret_key_generated)
    throw new BackupError(
      'SECRET_KEY is set, and is not the one in the backup. Unset it, or leave --passphrase-file out.',
    )
  return keys
}

async function keepKeys({ data_dir }: Config, [key = '', old]: Keys) {
  const files = keyFiles(data_dir)
  await writeFile(files.key, `${key}\n`, { mode: 0o600 })
  if (old === undefined) await rm(files.other, { force: true })
  else await writeFile(files.other, `${old}\n`, { mode: 0o600 })
}

async function requireKey(
  address: pg.PoolConfig,
  { sealed_word, old_sealed_word }: About,
  keys: Keys | 'own',
  config: Config,
) {
  await using connected = connect(address, { max: 1, name: 'crier-restore' })
  const texts = keys === 'own' ? textsOf(config) : keys
  const wordIn = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64'))
  const opensOld =
    old_sealed_word === null || (await isSealedWith(connected.db, texts, wordIn(old_sealed_word)))
  if (opensOld && (await isSealedWith(connected.db, texts, wordIn(sealed_word)))) return
  throw new BackupError(
    old_sealed_word === null
      ? 'SECRET_KEY is not the one that the backup was sealed with: no account could publish. Set the original’s, or name --passphrase-file for a backup that holds it.'
      : 'The backup was made while SECRET_KEY was changed, and needs both keys: set SECRET_KEY and SECRET_KEY_OTHER as the original had them, or name --passphrase-file for a backup that holds them.',
  )
}

function megabytes(bytes: number) {
  return (bytes / 1e6).toFixed(1)
}

export const backupCommands = [make, bring]
