import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { invalid, Problem } from '#rules/problem.ts'
import { secretOf } from '#rules/webhook.ts'
import { closeSecret } from '#store/webhook-secrets.ts'
import { countWebhooks, findWebhook, insertWebhook } from '#store/webhooks.ts'
import {
  checkWebhook,
  owned,
  requireNoApp,
  shownWebhook,
  Webhook,
  webhookFields as fields,
} from './parts/webhook.ts'

export const createWebhook = operation({
  name: 'create_webhook',
  summary:
    'Be called when something happens, from now on. The secret that calls are signed with is shown this once only.',
  effect: 'writes',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: false,
  input: z.strictObject({
    url: fields.url,
    description: fields.description.optional(),
    types: fields.types.optional(),
    account_ids: fields.account_ids.optional(),
    secret: fields.secret.optional(),
  }),
  output: Webhook.extend({ secret: z.string().describe('Not retrievable later.') }),
  refuses: ['invalid', 'human_required'],
  rest: { method: 'POST', path: '/api/webhooks', status: 201 },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  check: checkWebhook,

  async run(input, context) {
    requireNoApp(context)
    const problem = invalid(await checkWebhook(input, context))
    if (problem) throw problem
    if ((await countWebhooks(context)) >= limits.webhooks) {
      const text = `Delete one first: a workspace has ${limits.webhooks} webhooks at the most.`
      throw new Problem('invalid', text, { errors: { url: [text] } })
    }
    const { url, description = '', types = null, account_ids = null } = input
    const secret = input.secret ?? secretOf(randomBytes(32))
    const made_by = context.caller.credential
    const sealed = closeSecret(context.environment.seal, context.workspace_id, secret)
    const hook = { url, description, types, account_ids, secret: sealed, made_by }
    const id = await insertWebhook(context, hook, context.now)
    const row = await findWebhook(owned(context), id)
    if (!row) throw new Error('A webhook that was just made is not there.')
    return { ...shownWebhook(row, context), secret }
  },
})
