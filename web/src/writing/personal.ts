/**
 * A store of the device in which each person who signs in here has their own: what one of them made is never read for another.
 * What older pages kept stands under bare names; whoever is signed in when it is first read has made it, as far as anybody knows.
 */
import { createStore, del, delMany, entries, get, keys, set, update } from 'idb-keyval'
import { whose } from '../api/person.ts'

export interface Personal<Value> {
  get: (name: string) => Promise<Value | undefined>
  set: (name: string, value: Value) => Promise<void>
  /** In one go: another page may change it as well. */
  update: (name: string, next: (before: Value | undefined) => Value) => Promise<void>
  del: (name: string) => Promise<void>
  /** All that this person has, but for what is old: that goes, whoever made it. */
  rest: (isOld: (value: Value) => boolean) => Promise<[string, Value][]>
}

/** `both`: what becomes of a thing of older pages where the person has one of that name already. */
export function personal<Value>(
  database: string,
  table: string,
  both: (own: Value, left: Value) => Value,
): Personal<Value> {
  const store = createStore(database, table)
  const placeOf = (name: string) => [whose(), name]
  let taken: Promise<unknown> | undefined

  /** Once for a page, before anything is read. */
  function takeOver() {
    taken ??= take().catch(() => (taken = undefined))
    return taken
  }
  async function take() {
    for (const bare of await keys<string | number | IDBValidKey[]>(store)) {
      if (Array.isArray(bare)) continue
      try {
        const left = await get<Value>(bare, store)
        // Another page has taken it.
        if (left === undefined) continue
        const next = (own: Value | undefined) => (own === undefined ? left : both(own, left))
        await update<Value>(placeOf(String(bare)), next, store)
        await del(bare, store)
      } catch {
        // Damaged, it stays where it is, and the others are taken all the same.
      }
    }
  }

  return {
    async get(name) {
      await takeOver()
      return get<Value>(placeOf(name), store)
    },
    async set(name, value) {
      await takeOver()
      return set(placeOf(name), value, store)
    },
    async update(name, next) {
      await takeOver()
      return update<Value>(placeOf(name), next, store)
    },
    async del(name) {
      await takeOver()
      return del(placeOf(name), store)
    },
    async rest(isOld) {
      await takeOver()
      // What is damaged stands in nobody's way.
      const all = (await entries<IDBValidKey, Value>(store)).filter(([, value]) => isThing(value))
      const old = all.filter(([, value]) => isOld(value))
      const places = old.map(([place]) => place)
      if (places.length) await delMany(places, store).catch(() => undefined)
      return all.flatMap(([place, value]): [string, Value][] => {
        const [person, name] = Array.isArray(place) ? place : []
        const mine = person === whose() && typeof name === 'string' && !isOld(value)
        return mine ? [[name, value]] : []
      })
    },
  }
}

function isThing(value: unknown) {
  return typeof value === 'object' && value !== null
}

/** The one that was touched last. */
export function later<Value extends { touched_at: number }>(own: Value, left: Value) {
  return left.touched_at > own.touched_at ? left : own
}
