import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { listWebhooks as readWebhooks } from '#store/webhooks.ts'
import { owned, shownWebhook, Webhook } from './parts/webhook.ts'

export const listWebhooks = operation({
  name: 'list_webhooks',
  summary: 'The webhooks of the workspace, and how they fare. Their secrets are not told.',
  effect: 'reads',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.array(Webhook),
  refuses: [],
  rest: { method: 'GET', path: '/api/webhooks' },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run(_, context) {
    const rows = await readWebhooks(owned(context))
    return rows.map((row) => shownWebhook(row, context))
  },
})
