import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { RequestLimit, requestLimits } from '#operations/quotas.ts'
import { credentialOfKey } from '#rules/key.ts'
import { Leash } from '#rules/leash.ts'
import { listKeys } from '#store/keys.ts'

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  key_preview: z.string(),
  abilities: z.array(z.string()),
  leash: Leash,
  last_used_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})

export const ListedKey = ApiKey.extend({
  limits: z.array(RequestLimit).describe('What is left of its requests; empty without a limit.'),
})

export const listApiKeys = operation({
  name: 'list_api_keys',
  summary: 'The live API keys of the workspace, masked.',
  effect: 'reads',
  ability: 'keys:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.array(ListedKey),
  refuses: [],
  rest: { method: 'GET', path: '/api/api-keys' },
  mcp: { absent: 'manage_api_keys does this on MCP.' },

  async run(_, context) {
    const keys = await listKeys(context)
    const holders = keys.map(({ id, leash }) => {
      return { credential: credentialOfKey(Number(id)), leash, via: 'rest' }
    })
    const limits = await requestLimits(context, holders)
    return keys.map((key, index) => ({ ...key, limits: limits[index] ?? [] }))
  },
})
