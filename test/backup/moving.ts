/** A database that is moved, as the tests of it have it. */
import type pg from 'pg'
import type { MoveOptions } from '#backup/move.ts'
import { connect } from '#database/connect.ts'
import { closedAs } from '#store/instance.ts'

export const NOW = new Date('2026-11-23T08:00:00Z')

export const options = (more: Partial<MoveOptions> = {}): MoveOptions => ({
  version: '0.1.0',
  isOurs: async () => true,
  target_name: 'postgres://other/crier',
  patience_ms: 0,
  now: () => NOW,
  say: () => {},
  signal: new AbortController().signal,
  ...more,
})

export async function write(config: pg.PoolConfig) {
  await using connected = connect(config, { max: 1, name: 'test' })
  await connected.db.updateTable('workspaces').set({ name: 'Written' }).execute()
}

export async function stateOf(config: pg.PoolConfig) {
  await using connected = connect(config, { max: 1, name: 'test' })
  return (await closedAs(connected.db))?.as
}
