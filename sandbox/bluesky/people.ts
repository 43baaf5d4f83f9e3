/** Who lives in this Bluesky. */
import { createHash } from 'node:crypto'
import { crowd } from '../kit/crowd.ts'
import type { Person } from '../kit/emulator.ts'
import { base32 } from './cid.ts'

/** `id` is the DID, `username` the handle. */
export const people: readonly Person[] = [
  person('ada.sandbox.test', 'Ada Lovelace'),
  person('ben.sandbox.test', 'Ben Okri'),
  person('chloe.sandbox.test', 'Chloé Zhao'),
  person('dara.sandbox.test', 'Dara Ó Briain'),
  ...crowd((number) => person(`crowd${number}.sandbox.test`, `Crowd ${number}`)),
]

/** The app password of a person: `app-pass-` and the whole handle, so that a page or a script can tell it. */
export function appPasswordOf({ username }: Person) {
  return `app-pass-${username}`
}

export function emailOf({ username }: Person) {
  return username.replace('.', '@')
}

/** By DID, by handle in any case, or by e-mail address, as `createSession` takes them. */
export function findPerson(identifier: string): Person | undefined {
  const wanted = identifier.toLowerCase()
  return people.find((each) => [each.id, each.username, emailOf(each)].includes(wanted))
}

/** A `did:plc` has 24 characters of base32 (web.plc.directory, "did:plc method"). */
function person(username: string, name: string): Person {
  const id = `did:plc:${base32(createHash('sha256').update(username).digest()).slice(0, 24)}`
  return { id, username, name }
}
