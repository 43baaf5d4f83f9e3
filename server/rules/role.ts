/** What a member of a workspace may do. Pure. */
import { z } from 'zod'
import { Ability } from './ability.ts'
import { free, type Leash } from './leash.ts'

export const Role = z.enum(['owner', 'editor', 'author', 'viewer'], {
  error: 'Use owner, editor, author or viewer.',
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
  author: ['posts:read', 'posts:write', 'media:read', 'media:write', 'analytics:read'],
  viewer: Ability.options.filter((ability) => ability.endsWith(':read')),
}

/** What authors schedule or publish waits until somebody else approves it, also when an app does it for them. */
export function leashOf(role: Role, leash: Leash = free): Leash {
  return role === 'author' ? { ...leash, needs_approval: true } : leash
}

/** Who says what goes out, and connects the accounts that it goes to. */
export function publishes(role: Role) {
  return role === 'owner' || role === 'editor'
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
