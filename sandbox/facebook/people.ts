/** Who can sign in, and the Pages they have. The first two and the crowd have one Page, of their own name. */
import { crowd } from '../kit/crowd.ts'
import type { Person } from '../kit/emulator.ts'

export interface Page {
  id: string
  name: string
  username: string
  owner: string
  tasks: readonly string[]
  /** The Business Portfolio through which its owner has it. */
  business?: { id: string; how: 'owned' | 'client' }
}

export const people: readonly Person[] = [
  { id: '10158800000000011', username: 'ada.letterpress', name: 'Ada’s Letterpress' },
  { id: '10158800000000022', username: 'bruno.bakes', name: 'Bruno Bakes' },
  { id: '10158800000000033', username: 'clara.chain', name: 'Clara’s Chain' },
  { id: '10158800000000044', username: 'dora.agency', name: 'Dora’s Agency' },
  ...crowd((number) => ({
    id: `101588000000001${number}`,
    username: `crowd.${number}`,
    name: `Crowd ${number}`,
  })),
]

const all = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']

export const businesses = [
  { id: '618200000000001', name: 'Dora’s Agency', owner: '10158800000000044' },
] as const

/** Clara has 27 Pages, more than one page of 25; on the last she may only read numbers. */
const own: readonly Page[] = people.slice(0, 3).flatMap(({ id, username, name }, index) =>
  Array.from({ length: index === 2 ? 27 : 1 }, (_, number) => ({
    id: String(104_000_000_000_000n + BigInt(index) * 1000n + BigInt(number)),
    name: number ? `${name} ${number + 1}` : name,
    username: number ? `${username}.${number + 1}` : username,
    owner: id,
    tasks: number === 26 ? ['ANALYZE'] : all,
  })),
)

/** Dora has hers through a portfolio, one its own and one of a client. */
const shared: readonly Page[] = (['owned', 'client'] as const).map((how, number) => ({
  id: String(104_000_000_003_000n + BigInt(number)),
  name: how === 'owned' ? 'Dora’s Agency' : 'A Client of Dora’s',
  username: how === 'owned' ? 'dora.agency' : 'dora.client',
  owner: businesses[0].owner,
  tasks: all,
  business: { id: businesses[0].id, how },
}))

const crowded: readonly Page[] = people
  .filter(({ unlisted }) => unlisted)
  .map(({ id, username, name }, number) => ({
    id: String(104_000_000_004_000n + BigInt(number)),
    name,
    username,
    owner: id,
    tasks: all,
  }))

export const pages: readonly Page[] = [...own, ...shared, ...crowded]

export const pageOf = (id: string | null | undefined) => pages.find((page) => page.id === id)
