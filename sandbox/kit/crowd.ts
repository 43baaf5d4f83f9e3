import type { Person } from './emulator.ts'

/** Who lives there and stands on no page: for whoever has more to post than a few people would, by name. */
export function crowd<Member extends Person>(member: (number: string) => Member): Member[] {
  return Array.from({ length: 12 }, (_, index) => ({
    ...member(String(index + 1).padStart(2, '0')),
    unlisted: true,
  }))
}

/** Without what an emulator knows of them besides. */
export function named(people: readonly Person[]): Person[] {
  return people.map(({ id, username, name, unlisted }) => ({
    id,
    username,
    name,
    ...(unlisted && { unlisted }),
  }))
}
