import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { OLD_SECRET_HOURS, secretOf } from '#rules/webhook.ts'
import { closeSecret } from '#store/webhook-secrets.ts'
import { lockWebhook, rotateSecret } from '#store/webhooks.ts'
import {
  noWebhook,
  owned,
  requireMayAim,
  requireNoApp,
  webhookFields,
  webhookId,
} from './parts/webhook.ts'

export const rotateWebhookSecret = operation({
  name: 'rotate_webhook_secret',
  summary:
    'Give a webhook a new secret, shown this once only. For a day calls are signed with the old one too.',
  effect: 'writes',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: false,
  input: z.strictObject({ id: webhookId, secret: webhookFields.secret.optional() }),
  output: z.object({
    id: z.string(),
    secret: z.string().describe('Not retrievable later.'),
    old_secret_until: z.iso.datetime(),
  }),
  refuses: ['forbidden', 'webhook_not_found', 'human_required'],
  rest: { method: 'POST', path: '/api/webhooks/:id/rotate-secret' },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id, secret: given }, context) {
    requireNoApp(context)
    const hook = await lockWebhook(owned(context), id)
    if (!hook) throw noWebhook(id)
    await requireMayAim(hook, context)
    const secret = given ?? secretOf(randomBytes(32))
    const old_until = new Date(context.now.getTime() + OLD_SECRET_HOURS * 3600_000)
    const sealed = closeSecret(context.environment.seal, context.workspace_id, secret)
    await rotateSecret(context, id, { secret: sealed, old_until })
    return { id: String(id), secret, old_secret_until: old_until.toISOString() }
  },
})
