import { z } from 'zod'
import type { Manifest, TextRule } from '#platforms/platform.ts'
import type { Context } from '#operations/context.ts'
import { unknownAccounts } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { RequestLimit, requestLimits } from '#operations/quotas.ts'
import { openUploadsOf, storageOf } from '#operations/storage.ts'
import { asKind } from '#rules/kind.ts'
import { Leash } from '#rules/leash.ts'
import { limits } from '#rules/limits.ts'
import { metrics } from '#rules/metrics.ts'
import { type FieldErrors, invalid } from '#rules/problem.ts'
import { monthOf, resetsAt } from '#rules/quota.ts'
import { findAccounts, listAccounts } from '#store/accounts.ts'
import { dayOf, usedDaily } from '#store/daily.ts'
import { usedInMonth } from '#store/usage.ts'
import { findWorkspace } from '#store/workspaces.ts'
import { AccountLimits, accountLimits, askedAccounts } from './parts/account-limits.ts'
import { mediaOf, MediaRules } from './parts/media-rules.ts'

const counted = [
  'utf16_units',
  'code_points',
  'graphemes',
  'bytes',
  'weighted',
  'occurrences',
] as const satisfies readonly TextRule['counts'][]

const Text = z.object({
  max: z.int(),
  unit: z.enum(counted).describe('What `max` counts.'),
  counting: z.string().describe('Every limit, in words.'),
})

const Capability = z.object({
  name: z.string(),
  text: Text.extend({
    optional: z.boolean(),
    with_media: z.record(z.string(), Text).describe('Other limits, by what the files are.'),
  }),
  first_comment_text: Text.nullable().describe('Null: it has no first comment.'),
  thread: z
    .object({
      as: z.enum(['chain', 'comments']).describe('comments: only with thread_as comments.'),
      max_parts: z.int().describe('As written, with the post itself.'),
    })
    .optional()
    .describe('Left out: no threads; thread_as join makes one post of them.'),
  ...MediaRules,
  kinds: z
    .record(z.string(), z.object({ ...MediaRules, text: z.boolean() }))
    .describe('What a value of the option `kind` changes.'),
  alt_text: z.object({ max: z.int() }).nullable(),
  unpublish: z
    .literal(true)
    .optional()
    .describe('unpublish_post takes posts down there. Left out: only a person can.'),
  editable: z
    .array(z.string())
    .optional()
    .describe('What edit_published_post changes there: content, options. Left out: nothing.'),
  metrics: z
    .array(z.enum(metrics))
    .describe('What analytics are told there; other numbers of this platform are null.'),
  needs: z.array(z.string()),
})

const common = {
  platforms: z
    .preprocess(
      // A query writes a list by repeating the field; one of them is a list of one.
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(z.string()).min(1, 'Name a platform, or leave it out.').max(50),
    )
    .optional()
    .describe('Rules and options of these only, such as x. Default: of all.'),
}

export const getCapabilities = operation({
  name: 'get_capabilities',
  summary:
    'What this workspace may do: plan and limits, the options of each platform as JSON Schema, and its rules for text and media.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    ...common,
    account_ids: askedAccounts
      .optional()
      .describe('Tell what each of these takes, too: account_limits.'),
  }),
  output: z.object({
    plan: z.string(),
    leash: Leash.extend({
      posts_today: z
        .object({
          limit: z.int(),
          used: z.int(),
          remaining: z.int(),
          resets_at: z.iso.datetime(),
        })
        .nullable()
        .describe('What is used up of posts_per_day; null without such a limit.'),
    }).describe('How far the credential of this call goes.'),
    limits: z.object({
      max_upload_bytes: z.int(),
      single_upload_bytes: z.int(),
      chunk_size: z.int(),
      content_chars: z.int(),
      alt_text_chars: z.int(),
      tag_chars: z.int(),
      per_page_max: z.int(),
      accounts_per_post: z.int(),
      media_per_post: z.int(),
      storage_bytes: z
        .object({ limit: z.number(), used: z.number(), remaining: z.number() })
        .nullable()
        .describe('Of all media together, equal files once; null without a limit.'),
      requests: z
        .array(RequestLimit)
        .optional()
        .describe('Of this credential; left out without a limit.'),
      open_uploads: z.object({ limit: z.int(), used: z.int(), remaining: z.int() }),
      monthly_posts: z.object({
        limit: z.int().nullable(),
        used: z.int(),
        remaining: z.int().nullable(),
        resets_at: z.iso.datetime(),
      }),
    }),
    platform_options: z.record(z.string(), z.record(z.string(), z.unknown())),
    platforms: z.record(z.string(), Capability),
    accounts: z
      .array(z.object({ account_id: z.int(), text: Text }))
      .optional()
      .describe('Accounts with other limits than their platform: X Premium.'),
    account_limits: z
      .array(AccountLimits)
      .optional()
      .describe('What each account of account_ids takes, in that order.'),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/capabilities' },
  // The lists of tools have no room for more: a rehearsal tells a model what an account does not take.
  mcp: { title: 'Get limits and platform rules', accepts: z.strictObject(common) },

  async check(input, context) {
    return unknownIn(input, context)
  },

  async run(input, context) {
    const { platforms, account_ids } = input
    const { environment, now } = context
    const problem = invalid(await unknownIn(input, context))
    if (problem) throw problem
    const workspace = await findWorkspace(context)
    const count = await usedInMonth(context, monthOf(now))
    const plan = environment.plans[workspace.plan]
    const limit = plan?.monthly_posts ?? null
    const entries = Object.entries(environment.manifests)
    const [requests = []] = await requestLimits(context, [context.caller])
    const asked = entries.filter(([id]) => platforms?.includes(id) ?? true)
    const own = await withOwnLimits(context, new Map(asked))
    return {
      plan: workspace.plan,
      leash: { ...context.caller.leash, posts_today: await postsToday(context) },
      limits: {
        max_upload_bytes: plan?.max_upload_bytes ?? limits.single_upload_bytes,
        single_upload_bytes: limits.single_upload_bytes,
        chunk_size: limits.chunk_size,
        content_chars: limits.content_chars,
        alt_text_chars: limits.alt_text_chars,
        tag_chars: limits.tag_chars,
        per_page_max: limits.per_page_max,
        accounts_per_post: limits.accounts_per_post,
        media_per_post: limits.media_per_post,
        storage_bytes: (await storageOf(context)) ?? null,
        open_uploads: await openUploadsOf(context),
        ...(requests.length && { requests }),
        monthly_posts: {
          limit,
          used: count,
          remaining: limit === null ? null : Math.max(0, limit - count),
          resets_at: resetsAt(now),
        },
      },
      // Every platform has its key, asked for or not.
      platform_options: {
        ...Object.fromEntries(entries.map(([id]) => [id, {}])),
        ...Object.fromEntries(asked.map(([id, { options }]) => [id, optionsOf(options)])),
      },
      platforms: Object.fromEntries(asked.map(([id, manifest]) => [id, describe(manifest)])),
      ...(own.length && { accounts: own }),
      ...(account_ids && { account_limits: await accountLimits(account_ids, context) }),
    }
  },
})

async function withOwnLimits(context: Context, asked: ReadonlyMap<string, Manifest>) {
  const ids = (await listAccounts(context)).map(({ id }) => id)
  const accounts = await findAccounts(context, ids)
  return accounts.flatMap((account) => {
    const manifest = asked.get(account.platform)
    if (!manifest) return []
    const text = told(manifest.text(account))
    const same = text.counting === told(manifest.text()).counting
    return same ? [] : [{ account_id: account.id, text }]
  })
}

async function postsToday(context: Context) {
  const { credential, leash } = context.caller
  const limit = leash.posts_per_day
  if (limit === null) return null
  const { day, ends_at: resets_at } = await dayOf(context, context.now)
  const count = await usedDaily(context, credential, day)
  return { limit, used: count, remaining: Math.max(0, limit - count), resets_at }
}

/** One JSON Schema an option; a platform without options has an empty object, never a missing key. */
function optionsOf(options: z.ZodObject): Record<string, unknown> {
  const schemas = Object.entries(options.shape).map(([name, schema]) => {
    const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input' })
    return [name, withoutSpelling(plain)]
  })
  return Object.fromEntries(schemas)
}

/** A pattern beside a format only spells the format out, in up to 250 characters. */
function withoutSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSpelling)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([word]) => word !== 'pattern' || !('format' in value))
  return Object.fromEntries(kept.map(([word, each]) => [word, withoutSpelling(each)]))
}

async function unknownIn(
  { platforms = [], account_ids }: Asked,
  context: Context,
): Promise<FieldErrors> {
  const known = Object.keys(context.environment.manifests)
  const text = `Name platforms that exist here: ${known.join(', ')}.`
  return {
    ...(platforms.some((each) => !known.includes(each)) && { platforms: [text] }),
    ...(await unknownAccounts({ account_ids }, context)),
  }
}

interface Asked {
  platforms?: readonly string[] | undefined
  account_ids?: readonly number[] | undefined
}

function describe(manifest: Manifest) {
  const rules = manifest.text()
  const kinds = Object.keys(manifest.kinds ?? {}).map((kind) => {
    const as = asKind(manifest, kind)
    return [kind, { ...mediaOf(as), text: !as.wordless }] as const
  })
  return {
    name: manifest.name,
    text: { ...told(rules), optional: manifest.text_optional, with_media: withMedia(manifest) },
    first_comment_text: manifest.first_comment ? told(manifest.comment?.() ?? rules) : null,
    ...(manifest.thread && {
      thread: { as: manifest.thread.as, max_parts: limits.parts_per_thread + 1 },
    }),
    ...mediaOf(manifest),
    kinds: Object.fromEntries(kinds),
    alt_text: manifest.alt_text,
    ...(manifest.removal.by === 'api' && { unpublish: true as const }),
    ...(manifest.editing && {
      editable: ['content', ...Object.keys(manifest.editing.options?.shape ?? {})],
    }),
    metrics: [...(manifest.metrics?.offers ?? [])],
    needs: [...manifest.needs],
  }
}

function withMedia({ text_with = {} }: Manifest) {
  return Object.fromEntries(Object.entries(text_with).map(([name, rules]) => [name, told(rules)]))
}

function told(rules: readonly TextRule[]) {
  const [first] = rules
  return {
    max: first?.max ?? limits.content_chars,
    unit: first?.counts ?? ('graphemes' as const),
    counting: rules.map(({ max, unit }) => `at most ${max} ${unit}`).join(' and '),
  }
}
