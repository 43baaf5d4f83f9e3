import { z } from 'zod'
import { accept } from '#operations/accept.ts'
import { flag, number } from '#operations/ids.ts'
import { type Operation, operation } from '#operations/operation.ts'
import { pageOf } from '#operations/page.ts'
import { SendState } from '#rules/webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { listWebhookSends, Send } from './list-webhook-sends.ts'
import { listWebhooks } from './list-webhooks.ts'
import { Webhook } from './parts/webhook.ts'
import { redeliverSend } from './redeliver-send.ts'
import { redeliverWebhook } from './redeliver-webhook.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'

const actions = [
  'list',
  'create',
  'update',
  'delete',
  'test',
  'rotate_secret',
  'sends',
  'redeliver',
  'redeliver_send',
] as const
type Action = (typeof actions)[number]

/** What each action does is an operation of REST: its fields, its refusals, its rules. */
const targets: Record<Action, Operation> = {
  list: listWebhooks,
  create: createWebhook,
  update: updateWebhook,
  delete: deleteWebhook,
  test: testWebhook,
  rotate_secret: rotateWebhookSecret,
  sends: listWebhookSends,
  redeliver: redeliverWebhook,
  redeliver_send: redeliverSend,
}

const anId = (description: string) =>
  z
    .union([z.string(), z.number()])
    .optional()
    .meta({ anyOf: undefined, type: 'string', description })

export const manageWebhooks = operation({
  name: 'manage_webhooks',
  summary:
    'List the webhooks, create one (its secret is shown once), change, delete or test it, rotate its secret, see its sends, or send again what died. Apps that signed in by OAuth may only list and see sends.',
  effect: 'destroys',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: false,
  input: z.strictObject({
    action: z.enum(actions),
    id: anId('For all but list and create.'),
    send_id: anId('For redeliver_send.'),
    url: z.string().optional(),
    description: z.string().optional(),
    types: z
      .array(z.string())
      .nullable()
      .optional()
      .describe('Such as post.failed or delivery.*; null: all.'),
    account_ids: z.array(z.int()).nullable().optional(),
    secret: z.string().optional().describe('For create, rotate_secret; left out, one is made.'),
    enabled: flag.optional().describe('For update.'),
    since: z.string().optional().describe('For redeliver, with until: what happened then.'),
    until: z.string().optional(),
    state: z
      .enum([...SendState.options, 'missed'])
      .optional()
      .describe('For sends; for redeliver dead (default), delivered or missed.'),
    per_page: number(1, 200).optional(),
    after: z.string().optional(),
  }),
  output: Webhook.partial().extend({
    webhooks: z.array(Webhook).optional(),
    secret: z.string().optional(),
    deleted: z.literal(true).optional(),
    queued: z.literal(true).optional(),
    redelivering: z.int().optional(),
    ...pageOf(Send).partial().shape,
  }),
  refuses: [
    'invalid',
    'forbidden',
    'webhook_not_found',
    'send_not_found',
    'webhook_disabled',
    'too_many_requests',
    'human_required',
  ],
  rest: { absent: '/api/webhooks does this on REST, one method for each action.' },
  mcp: { title: 'Manage webhooks', toolset: 'events', open: true },

  async run({ action, ...fields }, context) {
    const target = targets[action]
    const input = await accept({ operation: target, dialect: undefined, raw: fields }, context)
    const output = await target.run(input, context)
    return action === 'list' ? { webhooks: z.array(Webhook).parse(output) } : Answer.parse(output)
  },
})

const Answer = z.looseObject({})
