/** What a member of a workspace may do. Pure. */
import { z } from 'zod'
import { Ability } from './ability.ts'

export const Role = z.enum(['owner', 'editor', 'viewer'], {
  error: 'Use owner, editor or viewer.',
})
export type Role = z.infer<typeof Role>

/** Owners also run the workspace: its name, its members, its plan. */
export function abilitiesOf(role: Role): readonly string[] {
  return abilities[role]
}

const abilities: Record<Role, readonly string[]> = {
  owner: ['*'],
  editor: Ability.options.filter(
    (ability) => ability !== 'keys:manage' && ability !== 'webhooks:manage',
  ),
  viewer: Ability.options.filter((ability) => ability.endsWith(':read')),
}

/** Whom a person's calls are kept under. */
export function credentialOfPerson(id: number) {
  return `person:${id}`
}

/** The person behind a credential; undefined when it is of another kind. */
export function personIdOf(credential: string) {
  const [, id] = /^person:(\d{1,15})$/.exec(credential) ?? []
  return id === undefined ? undefined : Number(id)
}
