/**
 * Changes the key while the service runs: every process learns the new one, all begin to seal with it, what was sealed before
 * is sealed anew, and then the old one seals nothing any more. Killed anywhere, it goes on where it was.
 */
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { exchangeKeyFiles, keyFiles, makeKeyFile, presentKeys } from '#config/secret-keys.ts'
import { connect } from '#database/connect.ts'
import { keyring, type SecretKey } from '#rules/keyring.ts'
import { changeInstance, closedAs, lockInstance, tellOfKeys } from '#store/instance.ts'
import {
  clockOf,
  hasOlderWriter,
  listWorking,
  TAKE_ROTATION,
  type Working,
} from '#store/processes.ts'
import type { Db } from '#store/schema.ts'
import { markOf, type Seal, seal } from '#store/seal.ts'
import {
  contexts,
  countSealedOtherwise,
  listSealedOtherwise,
  pagesOf,
  putSealed,
  type SealedColumn,
  sealedColumns,
} from '#store/sealed.ts'
import { requireOpen } from './closing.ts'
import { CRIER } from './command-line.ts'
import { type InstanceKeys, type KeyConfig, namesOf, sealedWord } from './secret-keys.ts'

/** Something stands in the way that a person can mend. */
export class RotationError extends Error {
  override readonly name = 'RotationError'
}

export interface Rotating {
  config: KeyConfig
  keys: InstanceKeys
  /** Those that know this instance by a key of its own, which stays. */
  client_platforms: readonly string[]
  /** For how long processes are waited for. */
  patience_ms: number
  /** What was sealed with the old key may be on its way into the database for so long. */
  settle_ms: number
  /** Forgets the old key at once, and with it addresses that were signed with it. */
  at_once: boolean
  say: (line: string) => void
  signal: AbortSignal
}

export interface Rotated {
  /** False: it had been changed already. */
  changed: boolean
  /** Name of the key that seals now. */
  key: string
  resealed: number
  /** What opened under no key before either. */
  unreadable: number
}

/** Pages of a table that are read and written at once. */
const PAGES = 32
const LOOK_MS = 300

export async function rotate(database: pg.PoolConfig, rotating: Rotating): Promise<Rotated> {
  const { config, keys, at_once, say } = rotating
  await using stack = new AsyncDisposableStack()
  stack.use(await takeRotation(database))
  const { db } = stack.use(connect(database, { max: 2, name: 'crier-secret' }))
  await refreshed(db, keys)
  const goes_on = keys.words.old_sealed_word !== null
  const target = goes_on ? keys.ring.first : await nextKey(db, rotating)
  if (goes_on) say('A change that was broken off goes on.')
  if (target) {
    if (!goes_on) {
      say('Every process learns the new key.')
      await untilAll(db, rotating, {
        is: ({ ring }) => ring?.knows.includes(target.id) ?? false,
        lack: 'have not the new key',
        also: async (tx) => begin(tx, rotating, target),
      })
    }
    await refreshed(db, keys)
    await untilAll(db, rotating, {
      is: ({ ring }) => ring?.writes === target.id,
      lack: 'still seal with the old key',
    })
    say('All seal with the new key; what was sealed before is sealed anew.')
    const report = await resealAll(db, rotating)
    const [, old] = keys.ring.all
    await untilAll(db, rotating, {
      is: ({ ring }) => ring?.writes === target.id,
      lack: 'still seal with the old key',
      async also(tx) {
        await changeInstance(tx, { old_sealed_word: null, dropped_key: old?.id ?? null })
        await tellOfKeys(tx)
      },
    })
    await exchange()
    return { changed: true, key: target.id, ...report }
  }
  await exchange()
  return { changed: false, key: keys.ring.first.id, resealed: 0, unreadable: 0 }

  async function exchange() {
    if (!liesInFiles(config)) return
    const { data_dir } = config
    exchangeKeyFiles(data_dir, { present: keys.ring.first.text, drop: at_once })
    await tellOfKeys(db)
  }
}

export interface KeyStatus {
  state: 'one_key' | 'prepared' | 'changing' | 'changed'
  /** Names of keys: the one that seals, the other one that this command has, the one that was changed last. */
  key: string
  other: string | null
  dropped: string | null
  /** What is sealed with the old key, while it is changed. */
  left: { table: string; column: string; count: number }[]
  processes: { kind: Working['kind']; writes: string | null; knows: string[] }[]
}

export async function keyStatus(db: Db, { ring, words }: InstanceKeys): Promise<KeyStatus> {
  const [, other] = ring.all
  const changing = words.old_sealed_word !== null
  const left: KeyStatus['left'] = []
  for (const sealed of changing ? sealedColumns : []) {
    const { table, column } = sealed
    const count = await countSealedOtherwise(db, sealed, markOf(ring.first))
    if (count) left.push({ table, column, count })
  }
  const working = await listWorking(db)
  return {
    state: changing ? 'changing' : stateOf(other?.id, words.dropped_key),
    key: ring.first.id,
    other: other?.id ?? null,
    dropped: words.dropped_key,
    left,
    processes: working.map(({ kind, ring: shown }) => ({
      kind,
      writes: shown?.writes ?? null,
      knows: shown?.knows ?? [],
    })),
  }
}

function stateOf(other: string | undefined, dropped: string | null) {
  if (other === undefined) return 'one_key'
  return other === dropped ? 'changed' : 'prepared'
}

async function takeRotation(database: pg.PoolConfig) {
  const client = new pg.Client({ ...database, application_name: 'crier-secret' })
  // Whoever takes over finds all as it is.
  client.on('error', () => {})
  await client.connect()
  const end = { [Symbol.asyncDispose]: () => client.end() }
  const { rows } = await client.query<{ taken: boolean }>(TAKE_ROTATION)
  if (rows[0]?.taken) return end
  await client.end()
  throw new RotationError(`The key is being changed by another command: ${CRIER} secret status`)
}

async function refreshed(db: Db, keys: InstanceKeys) {
  const trouble = await keys.refresh(db)
  if (trouble !== undefined) throw new RotationError(trouble)
}

/** Undefined: it was changed already. */
async function nextKey(db: Db, { config, keys }: Rotating): Promise<SecretKey | undefined> {
  const { ring, words } = keys
  const [, other] = ring.all
  const is_done = other !== undefined && other.id === words.dropped_key
  if (!liesInFiles(config)) {
    const { key, other: name } = namesOf(config)
    if (other) return is_done ? undefined : other
    throw new RotationError(
      `Put a new key (openssl rand -base64 32) into ${name} beside ${key}, in the environment of every process and of this command, restart them one after the other, then try again.`,
    )
  }
  // Killed before the files had changed places.
  if (is_done && presentKeys(config).secret_key.reveal() !== ring.first.text) return undefined
  if (other && !is_done) return other
  const file = keyFiles(config.data_dir).other
  await rm(file, { force: true })
  makeKeyFile(file)
  await refreshed(db, keys)
  return ring.all[1]
}

function liesInFiles({ secret_key_generated, other_secret_key_given }: KeyConfig) {
  return secret_key_generated && !other_secret_key_given
}

interface Condition {
  is: (working: Working) => boolean
  /** Of those that are not so, to a person. */
  lack: string
  /** In the same moment: whoever starts just now waits for it and finds it done. */
  also?: (tx: Db) => Promise<void>
}

async function untilAll(db: Db, { patience_ms, signal }: Rotating, { is, lack, also }: Condition) {
  const until = performance.now() + patience_ms
  for (;;) {
    signal.throwIfAborted()
    const lacking = await db.transaction().execute(async (tx) => {
      await lockInstance(tx)
      requireOpen(await closedAs(tx))
      const others = (await listWorking(tx)).filter((working) => !is(working))
      if (!others.length) await also?.(tx)
      return others
    })
    if (!lacking.length) return
    if (performance.now() >= until) throw new RotationError(sentenceOf(lacking, lack))
    await tellOfKeys(db)
    await pause(LOOK_MS, undefined, { signal })
  }
}

function sentenceOf(lacking: readonly Working[], lack: string) {
  const older = lacking.filter(({ ring }) => !ring).length
  const words = `${lacking.length} of the processes at work ${lack}${older ? `, ${older} of them of an older version` : ''}. `
  return `${words}Restart them with both keys, or end them, then give the command again: it goes on where it was. Who it is: ${CRIER} secret status`
}

async function begin(tx: Db, { keys, client_platforms }: Rotating, target: SecretKey) {
  const sealed = seal(keyring([target.text]))
  const client = Object.fromEntries(client_platforms.map((id) => [id, keys.clientKey(id)]))
  const { sealed_word } = await lockInstance(tx)
  await changeInstance(tx, {
    old_sealed_word: sealed_word,
    sealed_word: sealedWord(sealed),
    client_keys: sealed.close(client, contexts.client_keys),
  })
  await tellOfKeys(tx)
}

/** Until once nothing is found, by a look that began when nobody could bring more. */
async function resealAll(db: Db, { keys, settle_ms, signal }: Rotating) {
  const sealed = seal(keys.ring)
  const mark = markOf(keys.ring.first)
  const since = await clockOf(db)
  const alone = !(await listWorking(db)).length
  const settled_at = performance.now() + (alone ? 0 : settle_ms)
  let resealed = 0
  for (;;) {
    const quiet = performance.now() >= settled_at && !(await hasOlderWriter(db, since))
    const pass = { found: 0, put: 0, unreadable: 0 }
    for (const column of sealedColumns) {
      const pages = await pagesOf(db, column)
      for (let from = 0; from < pages; from += PAGES) {
        signal.throwIfAborted()
        const part = await resealPart(db, column, { sealed, mark, from, to: from + PAGES })
        pass.found += part.found
        pass.put += part.put
        pass.unreadable += part.unreadable
      }
    }
    resealed += pass.put
    if (quiet && !pass.found) return { resealed, unreadable: pass.unreadable }
    if (!pass.put) await pause(LOOK_MS, undefined, { signal })
  }
}

async function resealPart(
  db: Db,
  column: SealedColumn,
  { sealed, mark, from, to }: { sealed: Seal; mark: Buffer; from: number; to: number },
) {
  const values = await listSealedOtherwise(db, column, { mark, from, to })
  const fresh = values.flatMap((each) => {
    const context = column.context(each.of)
    const value = openedOr(sealed, each.value, context)
    return value === UNREADABLE ? [] : [{ ...each, fresh: sealed.close(value, context) }]
  })
  const put = await putSealed(db, column, fresh)
  return { found: fresh.length, put, unreadable: values.length - fresh.length }
}

const UNREADABLE = Symbol('unreadable')

function openedOr(sealed: Seal, value: Buffer, context: string): unknown {
  try {
    return sealed.open(value, context)
  } catch {
    // Sealed under a key that was lost before: it is no worse off.
    return UNREADABLE
  }
}
