/** Who can sign in, and the professional accounts they have. The first two have one, of their own name. */
import { crowd } from '../kit/crowd.ts'
import type { Person } from '../kit/emulator.ts'

export interface Professional extends Person {
  /** The id within one app, which `GET /me` calls `id`: another one than the account’s own. */
  scoped_id: string
  owner: string
  /** The Page it is linked to, for the Facebook login. */
  page_id: string
  /** The Business Portfolio through which its owner has that Page. */
  business?: { id: string; how: 'owned' | 'client' }
}

export const people: readonly Person[] = [
  { id: '17841400000000111', username: 'ada.prints', name: 'Ada Prints' },
  { id: '17841400000000222', username: 'bruno.bakes', name: 'Bruno Bakes' },
  { id: '17841400000000333', username: 'clara.chain', name: 'Clara’s Chain' },
  { id: '17841400000000444', username: 'dora.agency', name: 'Dora’s Agency' },
  ...crowd((number) => ({
    id: `178414000000007${number}`,
    username: `crowd.${number}`,
    name: `Crowd ${number}`,
  })),
]

export const businesses = [
  { id: '618200000000002', name: 'Dora’s Agency', owner: '17841400000000444' },
] as const

/** With the Facebook login Clara has 27 accounts, more than one page of 25; Dora has two through a portfolio. */
export const accounts: readonly Professional[] = people.flatMap((person, index) =>
  Array.from({ length: [1, 1, 27, 2][index] ?? 1 }, (_, number) => ({
    id: String(BigInt(person.id) + BigInt(number) * 1000n),
    username: number ? `${person.username}.${number + 1}` : person.username,
    name: number ? `${person.name} ${number + 1}` : person.name,
    scoped_id: String(26_000_000_000_000_000n + BigInt(index * 100 + number)),
    owner: person.id,
    page_id: String(104_500_000_000_000n + BigInt(index * 100 + number)),
    ...(index === 3 && {
      business: { id: businesses[0].id, how: number ? ('client' as const) : ('owned' as const) },
    }),
  })),
)

export const accountOf = (id: string | null | undefined) =>
  accounts.find((account) => account.id === id || account.page_id === id)
