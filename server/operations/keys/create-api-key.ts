import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Abilities, allows } from '#rules/ability.ts'
import { hashSecret, previewOf } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { charactersOf } from '#rules/text.ts'
import { invalid } from '#rules/problem.ts'
import { insertKey } from '#store/keys.ts'

export const createApiKey = operation({
  name: 'create_api_key',
  summary: 'Create an API key. The token is shown this once only.',
  effect: 'writes',
  ability: 'keys:manage',
  idempotent: false,
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, 'Give it a name.')
      .refine(
        (name) => charactersOf(name) <= limits.key_name_chars,
        `At most ${limits.key_name_chars} characters.`,
      ),
    abilities: Abilities.optional().describe('What it may do; default everything.'),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    abilities: z.array(z.string()),
    token: z.string().describe('<id>|<secret>; not retrievable later.'),
    created_at: z.iso.datetime(),
  }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/api-keys', status: 201 },
  mcp: { absent: 'manage_api_keys does this on MCP; it comes with the complete MCP surface.' },

  async run({ name, abilities: wanted }, context) {
    const abilities: z.infer<typeof Abilities> = wanted ?? ['*']
    const beyond = abilities.filter((each) =>
      each === '*'
        ? !context.caller.abilities.includes('*')
        : !allows(context.caller.abilities, each),
    )
    const problem = invalid(
      beyond.length ? { abilities: [`Your own key lacks: ${beyond.join(', ')}.`] } : {},
    )
    if (problem) throw problem

    const secret = randomBytes(32).toString('base64url')
    const key = { name, abilities, secret_hash: hashSecret(secret), preview: previewOf(secret) }
    const { id, created_at } = await insertKey(context, key, context.now)
    return { id, name, abilities, token: `${id}|${secret}`, created_at }
  },
})
