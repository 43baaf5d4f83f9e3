import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { announceSends, hasSend, redeliver } from '#store/webhook-sends.ts'
import { lockWebhook } from '#store/webhooks.ts'
import { noWebhook, owned, requireNoApp, requireOn, webhookId } from './parts/webhook.ts'

export const redeliverSend = operation({
  name: 'redeliver_send',
  summary: 'Make one call of a webhook again, under the same webhook-id.',
  effect: 'writes',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({ id: webhookId, send_id: webhookId.describe('The send.') }),
  output: z.object({ redelivering: z.int().describe('0: it is under way just now.') }),
  refuses: ['webhook_not_found', 'send_not_found', 'webhook_disabled', 'human_required'],
  rest: { method: 'POST', path: '/api/webhooks/:id/sends/:send_id/redeliver', status: 202 },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id, send_id }, context) {
    requireNoApp(context)
    const hook = await lockWebhook(owned(context), id)
    if (!hook) throw noWebhook(id)
    requireOn(hook)
    if (!(await hasSend(context, id, send_id))) {
      const text = `List the sends of this webhook for their ids: it has no send ${send_id}.`
      throw new Problem('send_not_found', text)
    }
    const redelivering = await redeliver(context, id, { id: send_id }, context.now)
    await announceSends(context.db)
    return { redelivering }
  },
})
