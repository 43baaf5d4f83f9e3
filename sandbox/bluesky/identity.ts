/** DID documents, and the names this server goes by. */
import type { Person } from '../kit/emulator.ts'
import { invalidRequest } from './answers.ts'
import { findPerson } from './people.ts'
import type { Store } from './store.ts'

export function pdsUrl({ options }: Store) {
  return `${options.url}/pds`
}

/** The service endpoint of a real PDS has no path; here it has, since all hosts share one. */
export function didDocument(store: Store, { id, username }: Person) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1'],
    id,
    alsoKnownAs: [`at://${username}`],
    verificationMethod: [],
    service: [
      {
        id: '#atproto_pds',
        type: 'AtprotoPersonalDataServer',
        serviceEndpoint: pdsUrl(store),
      },
    ],
  }
}

/** `did:web:<host>` of this PDS: with port and path, with port, and by bare host name; the first is its own. */
export function serviceDids(store: Store): readonly [string, ...string[]] {
  const { host, hostname, pathname } = new URL(pdsUrl(store))
  const encoded = `did:web:${host.replace(':', '%3A')}`
  return [`${encoded}${pathname.replaceAll('/', ':')}`, encoded, `did:web:${hostname}`]
}

export function resolveHandle(handle: string) {
  const person = findPerson(handle)
  if (!person || person.username !== handle.toLowerCase()) {
    throw invalidRequest('Unable to resolve handle')
  }
  return { did: person.id }
}
