/** Who can sign in, and the Pages they have. The first two have one Page, of their own name. */
import type { Person } from '../kit/emulator.ts'

export interface Page {
  id: string
  name: string
  username: string
  owner: string
  tasks: readonly string[]
}

export const people: readonly Person[] = [
  { id: '10158800000000011', username: 'ada.letterpress', name: 'Ada’s Letterpress' },
  { id: '10158800000000022', username: 'bruno.bakes', name: 'Bruno Bakes' },
  { id: '10158800000000033', username: 'clara.chain', name: 'Clara’s Chain' },
]

const all = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE']

/** Clara has 27 Pages, more than one page of 25; on the last she may only read numbers. */
export const pages: readonly Page[] = people.flatMap(({ id, username, name }, index) =>
  Array.from({ length: index === 2 ? 27 : 1 }, (_, number) => ({
    id: String(104_000_000_000_000n + BigInt(index) * 1000n + BigInt(number)),
    name: number ? `${name} ${number + 1}` : name,
    username: number ? `${username}.${number + 1}` : username,
    owner: id,
    tasks: number === 26 ? ['ANALYZE'] : all,
  })),
)

export const pageOf = (id: string | null | undefined) => pages.find((page) => page.id === id)
