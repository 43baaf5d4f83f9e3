import { z } from 'zod'
import { keyId } from '#operations/ids.ts'
import { checkLeash, keyName, leashFields } from './parts/leash-fields.ts'
import { operation } from '#operations/operation.ts'
import { requireNoStronger } from '#operations/stronger.ts'
import { adjusted } from '#rules/leash.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { changeKey, lockKey } from '#store/keys.ts'
import { ApiKey } from './list-api-keys.ts'

export const updateApiKey = operation({
  name: 'update_api_key',
  summary:
    'Rename an API key, pause or resume it, or change its leash; in force from the next request on. Fields that are not sent stay as they are.',
  effect: 'writes',
  ability: 'keys:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    id: keyId,
    name: keyName.optional(),
    leash: leashFields.optional().describe('The parts of it that change.'),
  }),
  output: ApiKey,
  refuses: ['invalid', 'key_not_found', 'forbidden'],
  rest: { method: 'PUT', path: '/api/api-keys/:id' },
  mcp: { absent: 'manage_api_keys does this on MCP.' },

  async run({ id, name, leash = {} }, context) {
    const key = await lockKey(context, id)
    if (!key)
      throw new Problem('key_not_found', `List the keys for their ids: there is no API key ${id}.`)
    requireNoStronger(key, context.caller)
    const problem = invalid(await checkLeash(leash, context))
    if (problem) throw problem
    const changed = { name: name ?? key.name, leash: adjusted(key.leash, leash) }
    await changeKey(context, id, changed)
    return { ...key, ...changed }
  },
})
