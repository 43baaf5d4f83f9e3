import { z } from 'zod'
import { flag } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { invalid } from '#rules/problem.ts'
import {
  changeWebhook,
  disableWebhook,
  enableWebhook,
  findWebhook,
  lockWebhook,
} from '#store/webhooks.ts'
import {
  checkWebhook,
  noWebhook,
  owned,
  requireMayAim,
  requireNoApp,
  shownWebhook,
  Webhook,
  webhookFields as fields,
  webhookId,
} from './parts/webhook.ts'

export const updateWebhook = operation({
  name: 'update_webhook',
  summary:
    'Change a webhook, or switch it off and on. Switched on it goes on at the present; what died meanwhile (dead) goes out again by redeliver. Fields that are not sent stay.',
  effect: 'writes',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: webhookId,
    url: fields.url.optional(),
    description: fields.description.optional(),
    types: fields.types.optional(),
    account_ids: fields.account_ids.optional(),
    enabled: flag.optional(),
  }),
  output: Webhook,
  refuses: ['invalid', 'forbidden', 'webhook_not_found', 'human_required'],
  rest: { method: 'PUT', path: '/api/webhooks/:id' },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  check: checkWebhook,

  async run({ id, enabled, ...change }, context) {
    requireNoApp(context)
    const hook = await lockWebhook(owned(context), id)
    if (!hook) throw noWebhook(id)
    if (change.url !== undefined && change.url !== hook.url) await requireMayAim(hook, context)
    const problem = invalid(await checkWebhook(change, context))
    if (problem) throw problem
    await changeWebhook(context, id, change, context.now)
    if (enabled === true && hook.disabled_at !== null) await enableWebhook(context, id, context.now)
    if (enabled === false) await disableWebhook(context, id, 'by_hand', context.now)
    const changed = await findWebhook(owned(context), id)
    if (!changed) throw noWebhook(id)
    return shownWebhook(changed, context)
  },
})
