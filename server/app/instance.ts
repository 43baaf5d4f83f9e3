/**
 * Whose database this is, asked at every start and by every command: sealed under this SECRET_KEY, written by a version
 * that is not newer, and no copy of another instance's.
 */
import type pg from 'pg'
import { identityOf, renewEpoch, settleEpoch } from '#store/events.ts'
import {
  changeInstance,
  closedIfThere,
  heldSince,
  lockInstance,
  markCopied,
} from '#store/instance.ts'
import { settleMark } from '#store/database-mark.ts'
import type { Db } from '#store/schema.ts'
import { forgetOldKeyFile } from '#config/secret-keys.ts'
import { connect } from '#database/connect.ts'
import { readMark, writeMark } from '#database/mark.ts'
import { migrate } from '#database/migrate.ts'
import { StartError } from '#database/start-error.ts'
import { requireOpen } from './closing.ts'
import { CRIER } from './command-line.ts'
import { type InstanceKeys, type KeyConfig, keysOf, wordFor, wrongKey } from './secret-keys.ts'
import manifest from '../../package.json' with { type: 'json' }

export const HELD = `Publishing is held: this instance was started from a copy of another one’s data, or from a backup. Posts are taken and wait; tokens are not refreshed, mails are not sent. When the other one is stopped for good: ${CRIER} resume`

export interface Settled {
  /** Publishing is. */
  held: boolean
  /** Which instance it is. */
  identity: string
  keys: InstanceKeys
}

/** `home`: the folder of an embedded cluster. Refuses with a StartError. */
export async function settleInstance(
  database: pg.PoolConfig,
  config: KeyConfig,
  { home, now }: { home: string | undefined; now: Date },
): Promise<Settled> {
  await using connected = connect(database, { max: 1, name: 'crier-instance' })
  // One that was moved takes no migration either.
  requireOpen(await closedIfThere(connected.db))
  await migrate(database, manifest.version)
  return await connected.db.transaction().execute(async (tx) => {
    await settleEpoch(tx)
    const { home: known, version, held_at, restored_from, ...words } = await lockInstance(tx)
    const sealed_word = words.sealed_word ?? (await wordFor(tx, config))
    const keys = keysOf(config)
    const trouble = sealed_word ? keys.take({ ...words, sealed_word }) : wrongKey(config)
    if (trouble !== undefined) throw new StartError(trouble)
    if (dropsOldKey(keys, config, now)) keys.take(keys.words)
    const change = {
      ...(words.sealed_word === null && sealed_word && { sealed_word }),
      ...(isNewer(manifest.version, version) && { version: manifest.version }),
    }
    if (Object.keys(change).length) await changeInstance(tx, change)
    // Both are asked: each leaves its mark.
    const dumped = await settleMark(tx)
    const copied = (home !== undefined && (await isCopy(tx, home, known))) || dumped
    if (copied) {
      // What is held already sends nothing: its own original may have, since before it was.
      const from = await markCopied(tx, held_at === null ? now : new Date(held_at))
      await changeInstance(tx, { held_at: held_at ?? now, restored_from: restored_from ?? from })
      await renewEpoch(tx)
    }
    return { held: copied || held_at !== null, identity: await identityOf(tx), keys }
  })
}

/**
 * Asked once others see this process at work: a backup may have been brought back in the moment before, and all that was read was
 * of what stood there until then. Refuses with a StartError.
 */
export async function requireSame(db: Db, { identity }: Pick<Settled, 'identity'>) {
  if ((await identityOf(db)) === identity) return
  throw new StartError('A backup was brought back into this database just now. Start once more.')
}

/** A new database takes the mark of its folder; one that has another than its folder was copied. */
async function isCopy(tx: Db, home: string, known: string | null) {
  const mark = await readMark(home)
  if (known !== null && mark?.own && mark.id === known) return false
  await changeInstance(tx, { home: await writeMark(home) })
  return known !== null
}

/** A key that was changed long ago is forgotten where it lies in a file. */
function dropsOldKey({ words: { dropped_key }, ring }: InstanceKeys, config: KeyConfig, now: Date) {
  if (!config.secret_key_generated || config.other_secret_key_given) return false
  if (dropped_key === null || !ring.all.slice(1).some(({ id }) => id === dropped_key)) return false
  return forgetOldKeyFile(config.data_dir, now)
}

/** Versions are numbers with dots. */
function isNewer(version: string, than: string | null) {
  return than === null || version.localeCompare(than, 'en', { numeric: true }) > 0
}

/** Calls back once somebody has released it; the answer ends the waiting. */
export function awaitRelease(db: Db, released: () => void, every = 1_000): Disposable {
  const timer = setInterval(() => {
    void heldSince(db).then(
      (since) => {
        if (since !== undefined || over) return
        end()
        released()
      },
      // The database is away; asked again.
      () => {},
    )
  }, every)
  let over = false
  function end() {
    over = true
    clearInterval(timer)
  }
  return { [Symbol.dispose]: end }
}
