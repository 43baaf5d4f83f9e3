/**
 * Whose database this is, asked at every start and by every command: sealed under this SECRET_KEY, written by a version
 * that is not newer, and no copy of another instance's.
 */
import { join } from 'node:path'
import type pg from 'pg'
import { secretContext } from '#connecting/secrets.ts'
import { identityOf, renewEpoch, settleEpoch } from '#store/events.ts'
import {
  changeInstance,
  closedIfThere,
  heldSince,
  lockInstance,
  sealedSecret,
} from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { type Seal, seal } from '#store/seal.ts'
import type { Config } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { readMark, writeMark } from '#database/mark.ts'
import { migrate } from '#database/migrate.ts'
import { StartError } from '#database/start-error.ts'
import { requireOpen } from './closing.ts'
import { CRIER } from './command-line.ts'
import manifest from '../../package.json' with { type: 'json' }

export const HELD = `Publishing is held: this instance was started from a copy of another one’s data, or from a backup. Posts are taken and wait; tokens are not refreshed, mails are not sent. When the other one is stopped for good: ${CRIER} resume`

const WORD = 'crier'
const WORD_CONTEXT = 'instance'

/** `home`: the folder of an embedded cluster. Refuses with a StartError; answers whether publishing is held, and which instance it is. */
export async function settleInstance(
  database: pg.PoolConfig,
  config: Pick<Config, 'secret_key' | 'data_dir' | 'secret_key_generated'>,
  { home, now }: { home: string | undefined; now: Date },
): Promise<{ held: boolean; identity: string }> {
  await using connected = connect(database, { max: 1, name: 'crier-instance' })
  // One that was moved takes no migration either.
  requireOpen(await closedIfThere(connected.db))
  await migrate(database, manifest.version)
  return await connected.db.transaction().execute(async (tx) => {
    await settleEpoch(tx)
    const { sealed_word, home: known, version, held_at } = await lockInstance(tx)
    const sealed = seal(config.secret_key.reveal())
    if (!(await opens(tx, sealed, sealed_word))) throw new StartError(wrongKey(config))
    const change = {
      ...(sealed_word === null && { sealed_word: sealed.close(WORD, WORD_CONTEXT) }),
      ...(isNewer(manifest.version, version) && { version: manifest.version }),
    }
    if (Object.keys(change).length) await changeInstance(tx, change)
    const copied = home !== undefined && (await isCopy(tx, home, known))
    if (copied) {
      await changeInstance(tx, { held_at: held_at ?? now })
      await renewEpoch(tx)
    }
    return { held: copied || held_at !== null, identity: await identityOf(tx) }
  })
}

/** A new database takes the mark of its folder; one that has another than its folder was copied. */
async function isCopy(tx: Db, home: string, known: string | null) {
  const mark = await readMark(home)
  if (known !== null && mark?.own && mark.id === known) return false
  await changeInstance(tx, { home: await writeMark(home) })
  return known !== null
}

/** Whether the key is the one that the database was sealed with, as far as anything tells. */
export async function opens(tx: Db, sealed: Seal, word: Buffer | null) {
  const witness = word === null ? await sealedSecret(tx) : undefined
  try {
    if (word) return sealed.open(word, WORD_CONTEXT) === WORD
    if (witness) sealed.open(witness.secret, secretContext(witness.workspace_id))
    return true
  } catch {
    return false
  }
}

export function sealedWord(sealed: Seal) {
  return sealed.close(WORD, WORD_CONTEXT)
}

function wrongKey({
  data_dir,
  secret_key_generated,
}: Pick<Config, 'data_dir' | 'secret_key_generated'>) {
  const place = secret_key_generated ? `the file ${join(data_dir, 'secret-key')}` : 'SECRET_KEY'
  return (
    `The key in ${place} is not the one that this database was sealed with: no account could publish. ` +
    `Bring the right key back. If it is lost for good, \`${CRIER} secret-key reset\` forgets what was sealed with it; ` +
    'every account then has to be connected again.'
  )
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
