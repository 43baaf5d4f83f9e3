/** Who can sign in, and which locations they may post to. */
import { crowd } from '../kit/crowd.ts'
import type { Person } from '../kit/emulator.ts'

export interface Location {
  /** `locations/456` */
  name: string
  title: string
  can_post: boolean
}

export interface Account {
  /** `accounts/123` */
  name: string
  title: string
  type: 'PERSONAL' | 'LOCATION_GROUP'
  locations: readonly Location[]
}

export interface Owner extends Person {
  accounts: readonly Account[]
}

function owner(number: number, title: string): Owner {
  const username = `92233720368547${number}`
  const location = { name: `locations/${username}`, title, can_post: true }
  const account = {
    name: `accounts/1046120933467${number}`,
    title: 'Owner',
    type: 'PERSONAL' as const,
  }
  const accounts = [{ ...account, locations: [location] }]
  return { id: `${account.name}/${location.name}`, username, name: title, accounts }
}

const shops = Array.from({ length: 21 }, (_, index): Account => ({
  name: `accounts/11778002${index}`,
  title: `Region ${index}`,
  type: 'LOCATION_GROUP',
  locations: Array.from({ length: index === 0 ? 5 : 1 }, (__, shop) => ({
    name: `locations/5510${index}0${shop}`,
    title: `Chain shop ${index}-${shop}`,
    can_post: shop !== 4,
  })),
}))

/** A location has no handle: its digits stand in for one. The third manages a chain: 21 accounts, 25 locations, and may not post to one of them. */
export const people: readonly Owner[] = [
  owner(1, 'Café Ada'),
  owner(2, 'Bruno’s Bakery'),
  { id: 'chain', username: 'Chain', name: 'Chain', accounts: shops },
  ...crowd((number) => owner(Number(`1${number}`), `Crowd ${number}`)),
]
