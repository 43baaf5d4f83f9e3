import { z } from 'zod'
import { keyId } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { requireNoStronger } from '#operations/stronger.ts'
import { Problem } from '#rules/problem.ts'
import { lockKey, revokeKey } from '#store/keys.ts'

export const revokeApiKey = operation({
  name: 'revoke_api_key',
  summary: 'Revoke an API key; it is invalid from the next request on.',
  effect: 'destroys',
  ability: 'keys:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({ id: keyId }),
  output: z.object({ revoked: z.literal(true), id: z.string() }),
  refuses: ['key_not_found', 'forbidden'],
  rest: { method: 'DELETE', path: '/api/api-keys/:id', status: 204 },
  mcp: { absent: 'manage_api_keys does this on MCP.' },

  async run({ id }, context) {
    const key = await lockKey(context, id)
    if (!key)
      throw new Problem('key_not_found', `List the keys for their ids: there is no API key ${id}.`)
    requireNoStronger(key, context.caller)
    await revokeKey(context, id, context.now)
    return { revoked: true as const, id: String(id) }
  },
})
