import { z } from 'zod'
import { Locale, Name, type Person, Zone } from '#rules/person.ts'
import { changePerson } from '#store/persons.ts'
import type { People } from './people.ts'
import { requireZone } from './workspaces.ts'

export const Profile = z
  .strictObject({
    name: Name.optional(),
    locale: Locale.nullable().optional(),
    timezone: Zone.nullable().optional(),
  })
  .refine((given) => Object.values(given).some((each) => each !== undefined), {
    error: 'Give a name, a locale, a timezone, or several of them.',
  })

export async function changeProfile(
  { db }: People,
  { id }: Person,
  changes: z.infer<typeof Profile>,
): Promise<Person> {
  await requireZone(db, changes.timezone)
  return changePerson(db, id, changes)
}
