import type { Person } from '#rules/person.ts'
import { renamePerson } from '#store/persons.ts'
import type { People } from './people.ts'

export async function rename({ db }: People, person: Person, name: string): Promise<Person> {
  await renamePerson(db, person.id, name)
  return { ...person, name }
}
