/** The key of a service in this process, changed as the command does it; and what is sealed with which. */
import type pg from 'pg'
import { settleInstance } from '#app/instance.ts'
import { rotate, type Rotating } from '#app/rotation.ts'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/config.ts'
import { connect } from '#database/connect.ts'
import { manifests } from '#platforms/catalog.ts'
import type { Db } from '#store/schema.ts'
import { keyIdIn } from '#store/seal.ts'
import { listSealedOtherwise, pagesOf, sealedColumns } from '#store/sealed.ts'

export const OLD = 'the old key, which is long enough for this'
export const NEW = 'the new key, which is long enough for this'

export const configOf = (settings: Record<string, string>) =>
  readConfig(manifests, { LOG_LEVEL: 'silent', PORT: '0', SANDBOX: 'off', ...settings })

export async function settledOn(database: pg.PoolConfig, config: Config) {
  return settleInstance(database, config, { home: undefined, now: new Date() })
}

/** Nobody waits for what tests know to be over. */
export async function rotateOn(
  database: pg.PoolConfig,
  config: Config,
  more: Partial<Rotating> = {},
) {
  const { keys } = await settledOn(database, config)
  return rotate(database, {
    config,
    keys,
    client_platforms: ['bluesky'],
    patience_ms: 30_000,
    settle_ms: 0,
    at_once: false,
    say() {},
    signal: new AbortController().signal,
    ...more,
  })
}

export const HALFWAY = 'All seal with the new key; what was sealed before is sealed anew.'

/** Stopped as by a kill, when all seal with the new key and nothing was sealed anew. */
export async function rotateHalf(database: pg.PoolConfig, config: Config) {
  const abort = new AbortController()
  const error = new Error('stopped halfway')
  const say = (line: string) => {
    if (line === HALFWAY) abort.abort(error)
  }
  const stopped = await rotateOn(database, config, { say, signal: abort.signal }).catch(
    (reason: unknown) => reason,
  )
  if (stopped !== error) throw stopped
}

/** How many values each key has sealed; '' has those that name none. */
export async function sealedBy(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const column of sealedColumns) {
    const to = await pagesOf(db, column)
    // Nothing begins with nothing else.
    const mark = Buffer.from('ff', 'hex')
    for (const { value } of await listSealedOtherwise(db, column, { mark, from: 0, to })) {
      const id = keyIdIn(value) ?? ''
      counts[id] = (counts[id] ?? 0) + 1
    }
  }
  return counts
}

export async function sealedIn(database: pg.PoolConfig) {
  await using connected = connect(database, { max: 1, name: 'test' })
  return await sealedBy(connected.db)
}
