/** A webhook as callers see and write it, and whose it is. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { listOrNull, textId, unknownAccounts } from '#operations/ids.ts'
import { allows } from '#rules/ability.ts'
import { audible, TypeFilter } from '#rules/event.ts'
import { grantIdOf } from '#rules/grant.ts'
import { isLeashed } from '#rules/leash.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { collector, type FieldErrors, Problem } from '#rules/problem.ts'
import { charactersOf } from '#rules/text.ts'
import { DisabledWhy, secretBytes } from '#rules/webhook.ts'
import type { Owned, WebhookRow } from '#store/webhooks.ts'

const time = z.iso.datetime().nullable()

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z
    .array(z.string())
    .nullable()
    .describe('Kinds and groups; null: all that it may hear of.'),
  account_ids: z.array(Id).nullable(),
  enabled: z.boolean(),
  disabled_at: time,
  disabled_why: DisabledWhy.nullable(),
  failing_since: time.describe('Since when no call has been taken.'),
  failures: z.int().describe('Calls that failed since one was taken.'),
  dead: z.int().describe('Sends that were given up; redeliver sends them again.'),
  old_secret_until: time.describe('Until then the secret before the last change signs as well.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Webhook = z.infer<typeof Webhook>

export function shownWebhook({ old_until, ...row }: WebhookRow, { now }: Pick<Context, 'now'>) {
  const old_secret_until = old_until && new Date(old_until) > now ? old_until : null
  const { disabled_at } = row
  return Webhook.parse({ ...row, old_secret_until, enabled: disabled_at === null })
}

export const webhookId = textId.describe('The webhook.')

export const webhookFields = {
  url: z
    .url({ protocol: /^https?$/, error: 'Give an address that begins with https://.' })
    .max(limits.url_chars)
    .describe('https; private hosts only as the operator allows.'),
  description: z
    .string()
    .trim()
    .refine(
      (text) => charactersOf(text) <= limits.webhook_description_chars,
      `At most ${limits.webhook_description_chars} characters.`,
    ),
  types: listOrNull(TypeFilter, limits.event_types).describe(
    'Such as post.failed or delivery.*; null: all.',
  ),
  account_ids: z
    .array(Id)
    .min(1, 'Name at least one account, or null for all.')
    .max(limits.accounts_per_leash)
    .nullable()
    .describe('Only what is about these; null: all.'),
  secret: z
    .string()
    .refine(
      (text) => secretBytes(text) !== undefined,
      'Give whsec_ and 24 to 64 bytes in base64, or leave it out to get one.',
    )
    .describe('Left out: one is made.'),
}

/** A key on a leash has its own webhooks and sees no others: they would tell it of accounts that do not exist for it. */
export function owned(context: Context): Owned {
  const { leash, credential } = context.caller
  return { ...context, made_by: isLeashed(leash) ? credential : undefined }
}

/** What an app makes would go on telling somebody after the app was shut out. */
export function requireNoApp({ caller, environment }: Context) {
  if (grantIdOf(caller.credential) === undefined) return
  const url = `${environment.base_url}/webhooks`
  throw new Problem(
    'human_required',
    `Ask a person to do this at ${url}: an app that was allowed in makes and changes no webhooks.`,
    { url },
  )
}

/**
 * Where a webhook goes, and what it is signed with, its maker says, or who manages keys and hears no less: by the address of
 * another's webhook somebody would hear more than their own tell them, and go on hearing it when they have ended.
 */
export async function requireMayAim({ made_by }: { made_by: string }, context: Context) {
  const { caller, db, environment, workspace_id } = context
  if (made_by === caller.credential) return
  const maker = await environment.standing(db, { workspace_id, credential: made_by })
  const heard = audible(caller)
  const hears = !maker || audible(maker).every((type) => heard.includes(type))
  if (hears && allows(caller.abilities, 'keys:manage')) return
  throw new Problem(
    'forbidden',
    'Use the key that made this webhook, or one with the ability *: where it goes is not for others to say.',
    { ability: '*' },
  )
}

export function noWebhook(id: number) {
  return new Problem(
    'webhook_not_found',
    `List the webhooks for their ids: there is no webhook ${id}.`,
  )
}

export function requireOn(webhook: Pick<WebhookRow, 'disabled_at' | 'disabled_why'>) {
  const { disabled_at, disabled_why } = webhook
  if (disabled_at === null) return
  throw new Problem(
    'webhook_disabled',
    'Switch it on first: nothing is sent to a webhook that is off.',
    { disabled_why },
  )
}

/** What is wrong with it here. */
export async function checkWebhook(
  { url, account_ids }: { url?: string | undefined; account_ids?: number[] | null | undefined },
  context: Context,
): Promise<FieldErrors> {
  const { errors, add } = collector()
  const refusal = url === undefined ? undefined : await context.environment.webhook_refusal(url)
  if (refusal !== undefined) add('url', `Use a public https address on port 443: ${refusal}`)
  return { ...errors, ...(await unknownAccounts({ account_ids }, context)) }
}
