import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { typesFor } from '#rules/event.ts'
import { wrong } from '#rules/problem.ts'
import { Moment } from '#rules/when.ts'
import { announceSends, insertSends, missed, redeliver } from '#store/webhook-sends.ts'
import { lockWebhook } from '#store/webhooks.ts'
import { noWebhook, owned, requireNoApp, requireOn, webhookId } from './parts/webhook.ts'

/** Of what was missed at most so many at a time; the same call goes on. */
const AT_ONCE = 10_000

export const redeliverWebhook = operation({
  name: 'redeliver_webhook',
  summary:
    'Make the calls of a webhook again for what happened in a time: those that died (default), those that were delivered, or what was missed while it was off or not there yet.',
  effect: 'writes',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: webhookId,
    since: Moment.describe('What happened from then on.'),
    until: Moment.optional().describe('And before; default now.'),
    state: z.enum(['dead', 'delivered', 'missed']).optional().describe('Default dead.'),
  }),
  output: z.object({ redelivering: z.int() }),
  refuses: ['invalid', 'webhook_not_found', 'webhook_disabled', 'human_required'],
  rest: { method: 'POST', path: '/api/webhooks/:id/redeliver', status: 202 },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id, since: from, until: to, state = 'dead' }, context) {
    requireNoApp(context)
    const hook = await lockWebhook(owned(context), id)
    if (!hook) throw noWebhook(id)
    requireOn(hook)
    const [since, until] = [new Date(from), to === undefined ? context.now : new Date(to)]
    if (since >= until) {
      throw to === undefined
        ? wrong('since', 'Use a time that has passed.')
        : wrong('until', 'Use a time behind since.')
    }
    const again = async () => {
      if (state !== 'missed') return redeliver(context, id, { state, since, until }, context.now)
      const { types, account_ids } = hook
      const wanted = {
        webhook_id: id,
        types: typesFor(types, context.caller),
        account_ids,
        which: missed(id, since, until),
      }
      return (await insertSends(context, wanted, AT_ONCE, context.now)).made
    }
    const redelivering = await again()
    await announceSends(context.db)
    return { redelivering }
  },
})
