/**
 * Statements that travel together: sent in one packet, carried out one after the other in one transaction, each on a
 * snapshot of its own, answered in one packet. All of them are kept, or none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

/** What a parameter may be; anything else is written as text where the statement is made. */
export type Value = string | number | boolean | Date | Buffer | readonly number[] | null

export interface Statement<Row extends object = object> {
  /** The same text for the same statement: it is prepared once a connection. */
  readonly text: string
  readonly values: readonly Value[]
  /** What a row as it comes is read as; left out: as it comes. */
  readonly read?: (row: object) => Row
}

/** The rows of each statement, in their order. */
export type RowsOf<Statements extends readonly Statement[]> = {
  [Index in keyof Statements]: Statements[Index] extends Statement<infer Row> ? Row[] : never
}

export type Trip = <const Statements extends readonly Statement[]>(
  statements: Statements,
) => Promise<RowsOf<Statements>>

/** Where it is asked: in a workspace, or in that of a key whose secret has yet to be compared. */
export type Whose = { workspace_id: number } | { key_id: number }

/** `$1` of a statement, as a workspace. */
export function workspaceIn(whose: Whose) {
  return 'key_id' in whose
    ? { workspace: '(select workspace_id from keys where id = $1)', id: whose.key_id }
    : { workspace: '$1::bigint', id: whose.workspace_id }
}

/** One statement by itself, as any other query: also within a transaction. */
export async function ask<Row extends object>(
  db: Db,
  { text, values, read }: Statement<Row>,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values.map(toWire)))
  return read ? rows.map((row) => read(row)) : rows
}

/** A query that Kysely made, to travel with others. Undefined: one of its values has no text that is known here. */
export function statementOf<Came extends object, Row extends object = Came>(
  { sql: text, parameters }: CompiledQuery<Came>,
  read?: (row: Came) => Row,
): Statement<Row> | undefined {
  const values = parameters.filter(isValue)
  if (values.length < parameters.length) return undefined
  // The compiler knows the rows by the query's own word.
  return { text, values, ...(read && { read: (row: object) => read(row as Came) }) }
}

function isValue(value: unknown): value is Value {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'number')
  if (typeof value === 'object')
    return value === null || value instanceof Date || Buffer.isBuffer(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** A list of texts as one. */
export function textsAsText(texts: readonly string[]) {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** As it goes over the wire. */
export function toWire(value: Value): string | Buffer | null {
  if (value === null || value instanceof Buffer) return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? `{${value.join(',')}}` : String(value)
}

/** What refuse() of the database raises; see migration 0022. */
const REFUSED = 'CR001'

/** Whether a statement of the trip called refuse(): nothing of the trip was kept. */
export function isRefusal(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === REFUSED
}

/** One that is stuck, on a connection that was lost without a word, holds up the others for so long. */
const PATIENCE_MS = 100

/**
 * Look-ups that are asked for while one is under way go together in the next one: each begins after it was asked for. `lookUp`
 * answers what it found of these keys, each of them once. An error is told to all who wait for the same look-up.
 */
export function gathered<Key, Found>(
  lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let underWay: Promise<unknown> | undefined
  let next: { keys: Set<Key>; found: Promise<ReadonlyMap<Key, Found>> } | undefined

  return async (key) => {
    next ??= planned(underWay)
    next.keys.add(key)
    return (await next.found).get(key)
  }

  function planned(before: Promise<unknown> | undefined) {
    const keys = new Set<Key>()
    const found = after(before).then(() => {
      next = undefined
      const begun = lookUp([...keys])
      const done = begun.then(ended, ended)
      underWay = done
      return begun

      function ended() {
        if (underWay === done) underWay = undefined
      }
    })
    return { keys, found }
  }
}

async function after(before: Promise<unknown> | undefined) {
  if (!before) return
  const stop = new AbortController()
  await Promise.race([before, sleep(PATIENCE_MS, undefined, stop).catch(() => {})])
  stop.abort()
}
