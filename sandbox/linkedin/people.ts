/** Who is on LinkedIn here, and which Pages they look after. */
import { crowd } from '../kit/crowd.ts'
import type { Person } from '../kit/emulator.ts'

export interface Organization {
  id: string
  vanityName: string
  localizedName: string
}

export type Role =
  | 'ADMINISTRATOR'
  | 'CONTENT_ADMINISTRATOR'
  | 'DIRECT_SPONSORED_CONTENT_POSTER'
  | 'ANALYST'

export interface Member extends Person {
  roles: readonly { organization: string; role: Role; state: 'APPROVED' | 'REQUESTED' }[]
}

const listed: readonly Organization[] = [
  { id: '2414183', vanityName: 'lindenhof-tools', localizedName: 'Lindenhof Tools' },
  { id: '5509810', vanityName: 'harbour-coffee', localizedName: 'Harbour Coffee & Co.' },
  { id: '79988552', vanityName: 'northlight', localizedName: 'Northlight' },
  { id: '81210044', vanityName: 'just-numbers', localizedName: 'Just Numbers' },
  { id: '90010001', vanityName: 'not-yet', localizedName: 'Not Yet' },
]

/** `paula-pages` may post to three Pages, read the numbers of one more, and has asked for a fifth. */
export const people: readonly Member[] = [
  { id: 'ines-almeida', username: 'ines-almeida', name: 'Ines Almeida', roles: [] },
  { id: 'jonas-brandt', username: 'jonas-brandt', name: 'Jonas Brandt', roles: [] },
  {
    id: 'paula-pages',
    username: 'paula-pages',
    name: 'Paula Novak',
    roles: [
      { organization: '2414183', role: 'ADMINISTRATOR', state: 'APPROVED' },
      { organization: '81210044', role: 'ANALYST', state: 'APPROVED' },
      { organization: '5509810', role: 'CONTENT_ADMINISTRATOR', state: 'APPROVED' },
      { organization: '79988552', role: 'ADMINISTRATOR', state: 'APPROVED' },
      { organization: '90010001', role: 'ADMINISTRATOR', state: 'REQUESTED' },
    ],
  },
  ...crowd((number): Member => ({
    id: `crowd-${number}`,
    username: `crowd-${number}`,
    name: `Crowd ${number}`,
    roles: [{ organization: `711000${number}`, role: 'ADMINISTRATOR', state: 'APPROVED' }],
  })),
]

export const organizations: readonly Organization[] = [
  ...listed,
  ...people
    .filter(({ unlisted }) => unlisted)
    .map(({ id, name, roles }) => ({
      id: roles[0]?.organization ?? '',
      vanityName: `${id}-company`,
      localizedName: `${name} Company`,
    })),
]

const posting: readonly Role[] = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR']

export function mayPost(member: Member, organization: string) {
  return has(member, organization, posting)
}

export function mayRead(member: Member, organization: string) {
  return has(member, organization, [...posting, 'ANALYST'])
}

export function administers(member: Member, organization: string) {
  return has(member, organization, ['ADMINISTRATOR'])
}

function has(member: Member, organization: string, roles: readonly Role[]) {
  return member.roles.some(
    (each) =>
      each.organization === organization && each.state === 'APPROVED' && roles.includes(each.role),
  )
}
