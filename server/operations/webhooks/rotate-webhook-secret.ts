import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { operation } from '#operations/operation.ts'
import { Problem } from '#rules/problem.ts'
import { OLD_SECRET_HOURS, OLD_SECRETS, secretOf } from '#rules/webhook.ts'
import { closeSecret } from '#store/webhook-secrets.ts'
import { endsOfOldSecrets, lockWebhook, rotateSecret, type WebhookRow } from '#store/webhooks.ts'
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
    'Give a webhook a new secret, shown this once only. For a day calls are signed with the old one too, also when it is changed once more meanwhile.',
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
  refuses: ['forbidden', 'webhook_not_found', 'human_required', 'too_many_requests'],
  rest: { method: 'POST', path: '/api/webhooks/:id/rotate-secret' },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id, secret: given }, context) {
    requireNoApp(context)
    const hook = await lockWebhook(owned(context), id)
    if (!hook) throw noWebhook(id)
    await requireMayAim(hook, context)
    await requireRoom(hook, context)
    const secret = given ?? secretOf(randomBytes(32))
    const old_until = new Date(context.now.getTime() + OLD_SECRET_HOURS * 3600_000)
    const sealed = closeSecret(context.environment.seal, context.workspace_id, secret)
    await rotateSecret(context, id, { secret: sealed, old_until }, context.now)
    return { id: String(id), secret, old_secret_until: old_until.toISOString() }
  },
})

/** A receiver that was told of a secret may count on its day: none of them makes room for another. */
async function requireRoom(
  { id, old_until }: Pick<WebhookRow, 'id' | 'old_until'>,
  context: Context,
) {
  const { now } = context
  const before = await endsOfOldSecrets(context, Number(id), now)
  const isOldGood = old_until !== null && new Date(old_until) > now
  const [first] = before
  if (!first || before.length + (isOldGood ? 1 : 0) < OLD_SECRETS) return
  const resets_at = first.toISOString()
  const retry_after = Math.ceil((first.getTime() - now.getTime()) / 1000)
  throw new Problem(
    'too_many_requests',
    `Wait until ${resets_at}: ${OLD_SECRETS} secrets that were changed sign beside the present one, each for a day. To stop them at once, delete the webhook and make another.`,
    { resets_at, retry_after },
  )
}
