/** Keys of the environment, or of files in DATA_DIR: one, and another beside it while it is changed. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { ConfigError, Secret } from './words.ts'

interface Given {
  SECRET_KEY?: string | undefined
  SECRET_KEY_OTHER?: string | undefined
}

export interface SecretKeys {
  secret_key: Secret
  /** While the key is changed: the other of both, whichever is the newer. */
  other_secret_key: Secret | undefined
  /** The key was made on this start and lives in DATA_DIR. */
  secret_key_generated: boolean
  /** The environment names the other one; else it may lie in DATA_DIR as well. */
  other_secret_key_given: boolean
}

export function secretKeys({ SECRET_KEY, SECRET_KEY_OTHER }: Given, data_dir: string): SecretKeys {
  const other = SECRET_KEY_OTHER === undefined ? undefined : new Secret(SECRET_KEY_OTHER)
  const other_secret_key_given = other !== undefined
  if (SECRET_KEY !== undefined) {
    return {
      secret_key: new Secret(SECRET_KEY),
      other_secret_key: other,
      secret_key_generated: false,
      other_secret_key_given,
    }
  }
  const { key } = keyFiles(data_dir)
  if (!existsSync(key)) makeKeyFile(key)
  // Before the key: while both change places, the new one is in either the one that is read here or the one behind it.
  const beside = other ?? otherIn(data_dir)
  return {
    secret_key: new Secret(keyIn(key)),
    other_secret_key: beside,
    secret_key_generated: true,
    other_secret_key_given,
  }
}

/** As they are by now: keys of files change while the service runs, those of the environment do not. */
export function presentKeys(before: SecretKeys & { data_dir: string }): SecretKeys {
  if (!before.secret_key_generated) return before
  const { other_secret_key, other_secret_key_given } = before
  const SECRET_KEY_OTHER = other_secret_key_given ? other_secret_key?.reveal() : undefined
  return secretKeys({ SECRET_KEY_OTHER }, before.data_dir)
}

/** Where keys lie that the environment does not name. */
export function keyFiles(data_dir: string) {
  return {
    key: join(data_dir, 'secret-key'),
    other: join(data_dir, 'secret-key.other'),
    /** The old one, for the moment in which both change places. */
    between: join(data_dir, 'secret-key.old'),
  }
}

function otherIn(data_dir: string) {
  const { other } = keyFiles(data_dir)
  try {
    return new Secret(keyIn(other))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function keyIn(file: string) {
  const key = readFileSync(file, 'utf8').trim()
  if (key.length < 32) {
    throw new ConfigError(`${file} is empty or cut off: bring it back from a backup.`)
  }
  return key
}

/**
 * Whole or not at all: another process may start with us, and one of both keys is the instance's. On the disk before it seals
 * anything: without it, what the database kept over a power cut could not be read any more.
 */
export function makeKeyFile(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    // The other was faster: its key is ours.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
}

/** The key in `other` is the one from now on; `drop`: the one before is gone at once. Done twice it is done once. */
export function exchangeKeyFiles(
  data_dir: string,
  { present, drop }: { present: string; drop: boolean },
) {
  const { key, other, between } = keyFiles(data_dir)
  if (keyIn(key) !== present) {
    rmSync(between, { force: true })
    linkSync(key, between)
    renameSync(other, key)
  }
  if (existsSync(between)) {
    // It is kept by the age of this change, not by its own.
    utimesSync(between, new Date(), new Date())
    renameSync(between, other)
  }
  if (drop) rmSync(other, { force: true })
  syncFolder(data_dir)
}

/** Addresses that were signed with it run out in a day, but for some in mails. */
const KEPT_MS = 24 * 3600_000

/** The key before, when it has lain there for long enough. */
export function forgetOldKeyFile(data_dir: string, now: Date): boolean {
  const { other } = keyFiles(data_dir)
  const since = statSync(other, { throwIfNoEntry: false })?.mtimeMs
  if (since === undefined || now.getTime() - since < KEPT_MS) return false
  rmSync(other, { force: true })
  return true
}

/** A new name lasts once its folder is synced. */
function syncFolder(folder: string) {
  // Windows has no such thing and refuses to open a folder.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
