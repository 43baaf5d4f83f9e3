/** Prepares what a connection sends: PostgreSQL plans a statement once a connection instead of once a call. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { beginning } from '#store/actor.ts'
import { BY_VALUES } from '#store/planning.ts'

/** Lists of different lengths make different statements; past this many the rest goes unprepared, so that memory is bounded. */
const MOST = 500

const names = new Map<string, string>()

/** For every new connection of a pool. Calls of the form that Kysely makes are prepared, all others pass as they are. */
export function prepareOn(client: pg.PoolClient) {
  const query = client.query.bind(client)
  const value = (...args: unknown[]): unknown => Reflect.apply(query, undefined, named(args))
  Object.defineProperty(client, 'query', { value })
}

function named(args: unknown[]) {
  const [text, values, ...rest] = args
  // Who is at work travels with it: a message of its own would be a round trip for every write.
  if (text === 'begin') return [beginning()]
  if (typeof text !== 'string' || !Array.isArray(values) || !values.length) return args
  const name = nameOf(text)
  return name === undefined ? args : [{ name, text, values }, ...rest]
}

/** Undefined: it goes unprepared. */
export function nameOf(text: string) {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST || text.includes(BY_VALUES)) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}
