import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { keyName, leashFields, checkLeash } from './parts/leash-fields.ts'
import { operation } from '#operations/operation.ts'
import { Abilities, allows } from '#rules/ability.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { adjusted, free, Leash } from '#rules/leash.ts'
import { invalid } from '#rules/problem.ts'
import { insertKey } from '#store/keys.ts'

export const createApiKey = operation({
  name: 'create_api_key',
  summary: 'Create an API key. The token is shown this once only.',
  effect: 'writes',
  ability: 'keys:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({
    name: keyName,
    abilities: Abilities.optional().describe('What it may do; default everything.'),
    leash: leashFields.optional().describe('How far it goes; default everywhere.'),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    abilities: z.array(z.string()),
    leash: Leash,
    token: z.string().describe('<id>|<secret>; not retrievable later.'),
    created_at: z.iso.datetime(),
  }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/api-keys', status: 201 },
  mcp: { absent: 'manage_api_keys does this on MCP.' },

  async run({ name, abilities: wanted, leash: short }, context) {
    const abilities: z.infer<typeof Abilities> = wanted ?? ['*']
    const beyond = abilities.filter((each) =>
      each === '*'
        ? !context.caller.abilities.includes('*')
        : !allows(context.caller.abilities, each),
    )
    const problem = invalid({
      ...(beyond.length && { abilities: [`Your own key lacks: ${beyond.join(', ')}.`] }),
      ...(await checkLeash(short ?? {}, context)),
    })
    if (problem) throw problem
    const leash = adjusted(free, short ?? {})

    const secret = randomBytes(32).toString('base64url')
    const key = {
      name,
      abilities,
      leash,
      secret_hash: hashSecret(secret),
      preview: previewOf(secret),
      created_by: context.caller.credential,
    }
    const { id, created_at } = await insertKey(context, key, context.now)
    return { id, name, abilities, leash, token: `${id}|${secret}`, created_at }
  },
})
