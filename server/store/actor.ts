/**
 * Who is at work, for the events that the database writes: every transaction that begins within `actingAs` carries the
 * name, in the very message that begins it (see database/prepared.ts).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

const current = new AsyncLocalStorage<string>()

/** `credential`: 'person:3', 'key:7', 'grant:2'. */
export function actingAs<T>(credential: string, work: () => Promise<T>): Promise<T> {
  return current.run(credential, work)
}

/** Of somebody who was found, or made, within the transaction: what it changes from here on is told as theirs. */
export async function actAs(db: Db, credential: string) {
  await sql`select set_config('crier.actor', ${credential}, true)`.execute(db)
}

/** What begins a transaction. Nobody: Crier itself. */
export function beginning(): string {
  const credential = current.getStore()
  // Ours are words and numbers; nothing else is put into a statement.
  if (credential === undefined || !/^[a-z]+:\d{1,15}$/.test(credential)) return 'begin'
  return `begin; set local crier.actor = '${credential}'`
}
