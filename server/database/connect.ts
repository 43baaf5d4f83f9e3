/** The connection pool, and how PostgreSQL's values read in JavaScript. */
import { Kysely, type Logger, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from '#store/schema.ts'
import type { Trip } from '#store/trip.ts'
import { prepareOn } from './prepared.ts'
import { tripsOn } from './trip.ts'

const { int8, timestamptz } = { int8: 20, timestamptz: 1184 }

/** Ids stay below 2^53; times travel as ISO 8601 in UTC everywhere, so that a row is the JSON that goes out. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === int8) return Number
    if (oid === timestamptz) return (text: string) => new Date(text).toISOString()
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid)
  },
}

export interface Connected extends AsyncDisposable {
  db: Kysely<Schema>
  /** Statements that travel together, on the same connections. */
  trip: Trip
  /** For LISTEN and other things that need a connection of their own. */
  config: pg.PoolConfig
  name: string
  /** As they stand now; `waiting` counts statements that wait for one. */
  connections(this: void): { max: number; open: number; idle: number; waiting: number }
}

/** Of every statement that is over; `error`: what it threw. */
export type Told = (of: { text: string; ms: number; error: unknown }) => void

/**
 * `max` connections at the most; a statement that waits for a connection gives up after 10 s. What is idle for 10 s is closed, but
 * for `kept` of them.
 */
export function connect(
  config: pg.PoolConfig,
  options: { max: number; kept?: number; name: string; told?: Told | undefined },
): Connected {
  const pool = new pg.Pool({
    ...config,
    types,
    max: options.max,
    min: options.kept ?? 0,
    application_name: options.name,
    connectionTimeoutMillis: 10_000,
    // A process that is frozen inside a transaction must not hold its locks for long.
    idle_in_transaction_session_timeout: 10_000,
  })
  pool.on('connect', (client) => {
    prepareOn(client)
    // Also while it is checked out: the statement under way fails and says so, the process goes on.
    client.on('error', () => {})
  })
  // A connection that breaks while idle is replaced by the pool; the next statement tells the story.
  pool.on('error', () => {})
  const { told } = options
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Schema>({ dialect, ...(told && { log: tellingOf(told) }) })
  return {
    db,
    trip: tripsOn(pool),
    config,
    name: options.name,
    connections: () => ({
      max: options.max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

function tellingOf(told: Told): Logger {
  return ({ query, queryDurationMillis: ms, ...event }) =>
    told({ text: query.sql, ms, error: event.level === 'error' ? event.error : undefined })
}
