/** Follows statements: what each does and to which table. Neither its text nor its values are looked at further. */
import type { Trip } from '#store/trip.ts'
import type { Tracer } from '#rules/tracer.ts'
import { codeOf, type Follower } from './tracer.ts'

/** A statement that is over. */
export interface Stated {
  text: string
  ms: number
  /** What it threw. */
  error: unknown
}

const postgresql = { 'db.system.name': 'postgresql' }

export function followStatements(follower: Follower) {
  return ({ text, ms, error }: Stated) => {
    const { operation, table } = shortOf(text)
    const attributes = {
      ...postgresql,
      'db.operation.name': operation,
      'db.collection.name': table,
    }
    const name = table === undefined ? operation : `${operation} ${table}`
    follower.told(
      { name, kind: 'client', attributes },
      ms,
      error === undefined ? undefined : codeOf(error),
    )
  }
}

/** Statements that travel together are one span. */
export function followTrips(tracer: Tracer, trip: Trip): Trip {
  const attributes = { ...postgresql, 'db.operation.name': 'trip' }
  return (statements) =>
    tracer.follow({ name: 'trip', kind: 'client', attributes }, () => trip(statements))
}

const OPERATIONS = /\b(select|insert|update|delete|with|begin|commit|rollback)\b/i
const TABLE = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_]*)"?/i

function shortOf(text: string) {
  const [, operation = 'other'] = OPERATIONS.exec(text) ?? []
  const [, table] = TABLE.exec(text) ?? []
  return { operation: operation.toLowerCase(), table }
}
