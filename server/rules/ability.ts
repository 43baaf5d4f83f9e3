import { z } from 'zod'

/** What a key may do. `*` is everything. */
export const Ability = z.enum([
  'posts:read',
  'posts:write',
  'media:read',
  'media:write',
  'analytics:read',
  'accounts:manage',
  'keys:manage',
  'webhooks:manage',
])
export type Ability = z.infer<typeof Ability>

export const Abilities = z.array(z.enum(['*', ...Ability.options])).min(1)

export function allows(abilities: readonly string[], ability: Ability) {
  return abilities.includes('*') || abilities.includes(ability)
}
