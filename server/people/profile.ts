import { z } from 'zod'
import { Locale, Name, type Person } from '#rules/person.ts'
import { changePerson } from '#store/persons.ts'
import type { People } from './people.ts'

export const Profile = z
  .strictObject({ name: Name.optional(), locale: Locale.nullable().optional() })
  .refine((given) => Object.values(given).some((each) => each !== undefined), {
    error: 'Give a name, a locale, or both.',
  })

export async function changeProfile(
  { db }: People,
  { id }: Person,
  changes: z.infer<typeof Profile>,
): Promise<Person> {
  return changePerson(db, id, changes)
}
