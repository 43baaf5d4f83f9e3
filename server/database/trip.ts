/**
 * Carries out a trip (store/trip.ts): a message for each statement and one Sync behind them all. Without a Sync between
 * them PostgreSQL takes them for one transaction; whatever fails, or is cut off, undoes the rest. No begin and no commit
 * travel, nobody holds a lock while a packet is under way, and a process that is frozen holds none at all.
 */
import pg from 'pg'
import { isDeadlock, isTakenMeanwhile } from '#store/errors.ts'
import { isRefusal, type RowsOf, type Statement, type Trip, toWire } from '#store/trip.ts'
import { nameOf } from './prepared.ts'

/** How a column reads. */
interface Column {
  name: string
  parse: (text: string) => unknown
}

/** What was prepared on a connection, with the columns that were told of it. */
type Prepared = Map<string, readonly Column[]>
const prepared = new WeakMap<pg.Connection, Prepared>()

export function tripsOn(pool: pg.Pool): Trip {
  return async (statements) => {
    // Alone on the connection until the last answer is here: others' statements would be undone with ours.
    const client = await pool.connect()
    try {
      const rows = await travel(client, statements)
      client.release()
      return rows
    } catch (error) {
      // After one of these the connection is as before; after anything else nobody knows what it says next.
      const isSound = isRefusal(error) || isDeadlock(error) || isTakenMeanwhile(error)
      client.release(!isSound)
      throw error
    }
  }
}

async function travel<const Statements extends readonly Statement[]>(
  client: pg.PoolClient,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const { promise, resolve, reject } = Promise.withResolvers<object[][]>()
  const answers: object[][] = statements.map(() => [])
  const names = statements.map(({ text }) => nameIn(text))
  let known: Prepared = new Map()
  let at = 0
  client.query({
    submit(connection: pg.Connection) {
      known = prepared.get(connection) ?? new Map()
      prepared.set(connection, known)
      connection.stream.write(packetOf(connection, statements, names, known))
    },
    handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
      const columns = fields.map(({ name, dataTypeID }) => ({
        name,
        parse: client.getTypeParser(dataTypeID, 'text'),
      }))
      known.set(names[at] ?? '', columns)
    },
    handleDataRow({ fields }: { fields: (string | null)[] }) {
      const columns = known.get(names[at] ?? '') ?? []
      const row: Record<string, unknown> = {}
      for (const [index, { name, parse }] of columns.entries()) {
        const text = fields[index] ?? null
        row[name] = text === null ? null : parse(text)
      }
      const read = statements[at]?.read
      answers[at]?.push(read ? read(row) : row)
    },
    handleCommandComplete() {
      const name = names[at++] ?? ''
      // What has no columns is never described.
      if (!known.has(name)) known.set(name, [])
    },
    handleReadyForQuery() {
      // The compiler knows the rows by the statements' own word, as it does with Kysely.
      resolve(answers)
    },
    handleError: reject,
  })
  return (await promise) as RowsOf<Statements>
}

/** Written by the driver's own hand, and sent at once: a socket that is handed thirty pieces takes twice as long. */
function packetOf(
  connection: pg.Connection,
  statements: readonly Statement[],
  names: readonly string[],
  known: Prepared,
) {
  const pieces: Uint8Array[] = []
  const scribe: pg.Connection = Object.create(connection, {
    _send: { value: (piece: Uint8Array) => pieces.push(piece) },
  })
  for (const [index, { text, values }] of statements.entries()) {
    const name = names[index] ?? ''
    const fresh = name === '' || !known.has(name)
    if (fresh) {
      // It may have been prepared by a trip that failed before it was told so.
      scribe.close({ type: 'S', name }, true)
      scribe.parse({ name, text, types: [] }, true)
    }
    scribe.bind({ portal: '', statement: name, values: values.map(toWire) }, true)
    if (fresh) scribe.describe({ type: 'P', name: '' }, true)
    scribe.execute(null, true)
  }
  scribe.sync()
  return Buffer.concat(pieces)
}

/** Names of their own: what the driver prepared under its names it does not share. Unnamed past the bound. */
function nameIn(text: string) {
  const name = nameOf(text)
  return name === undefined ? '' : `trip ${name}`
}
