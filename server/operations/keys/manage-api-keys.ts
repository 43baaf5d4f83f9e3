import { z } from 'zod'
import { accept } from '#operations/accept.ts'
import type { Context } from '#operations/context.ts'
import { requireLeash } from '#operations/leash.ts'
import { keyName, leashFields } from './parts/leash-fields.ts'
import { type Operation, operation } from '#operations/operation.ts'
import { Abilities } from '#rules/ability.ts'
import { Leash } from '#rules/leash.ts'
import { createApiKey } from './create-api-key.ts'
import { ApiKey, ListedKey, listApiKeys } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { updateApiKey } from './update-api-key.ts'

const actions = ['list', 'create', 'update', 'revoke'] as const
type Action = (typeof actions)[number]

/** What each action does is an operation of REST: its fields, its refusals, its rules. */
const targets: Record<Action, Operation> = {
  list: listApiKeys,
  create: createApiKey,
  update: updateApiKey,
  revoke: revokeApiKey,
}

export const manageApiKeys = operation({
  name: 'manage_api_keys',
  summary:
    'List the API keys (masked), create one (its token is shown once), update its name or leash, or revoke it. Apps that signed in by OAuth may only list.',
  effect: 'destroys',
  ability: 'keys:manage',
  actions: ['read'],
  idempotent: false,
  input: z.strictObject({
    action: z.enum(actions),
    id: z
      .union([z.string(), z.number()])
      .optional()
      .meta({ anyOf: undefined, type: 'string', description: 'For update and revoke.' }),
    name: keyName.optional(),
    abilities: Abilities.optional().describe('For create; default all.'),
    leash: leashFields.optional().describe('For create, update.'),
  }),
  output: ApiKey.partial().extend({
    keys: z.array(ListedKey).optional(),
    leash: Leash.optional(),
    token: z.string().optional(),
    revoked: z.literal(true).optional(),
  }),
  refuses: ['invalid', 'key_not_found', 'forbidden'],
  rest: { absent: '/api/api-keys does this on REST, one method for each action.' },
  mcp: { title: 'Manage API keys' },

  async run({ action, ...fields }, context) {
    const output = await carryOut(targets[action], fields, context)
    return action === 'list' ? { keys: z.array(ListedKey).parse(output) } : Answer.parse(output)
  },
})

const Answer = z.looseObject({})

async function carryOut(target: Operation, fields: unknown, context: Context) {
  requireLeash(target, context.caller, context.environment.base_url)
  const input = await accept({ operation: target, dialect: undefined, raw: fields }, context)
  return target.run(input, context)
}
