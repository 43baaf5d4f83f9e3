/** What single accounts take: what depends on more than the platform, and what is used up of a day. */
import { type Counting, countings } from '@crier/sdk/measure'
import { z } from 'zod'
import type { Manifest, TextRule } from '#platforms/platform.ts'
import type { Context } from '#operations/context.ts'
import { number, someOf } from '#operations/ids.ts'
import { dailyLimits } from '#operations/shown.ts'
import { asKind } from '#rules/kind.ts'
import { limits } from '#rules/limits.ts'
import { type AccountWithSettings, findAccounts } from '#store/accounts.ts'
import { usedInDay } from '#store/holds.ts'
import { mediaOf, MediaRules } from './media-rules.ts'

export const askedAccounts = someOf(number(1, Number.MAX_SAFE_INTEGER), limits.accounts_per_post)

const TextLimit = z.object({
  max: z.int(),
  counting: z.enum(countings).describe('How it is counted; @crier/sdk/measure does so.'),
  of: z.string().optional().describe('What occurrences are of: hashtags, links.'),
})
const Texts = z.array(TextLimit).describe('Every one of them holds.')

export const AccountLimits = z.object({
  account_id: z.int(),
  platform: z.string(),
  text: Texts,
  text_with: z
    .record(z.string(), Texts)
    .optional()
    .describe('Instead of text, beside files of one kind.'),
  first_comment_text: Texts.nullable().describe('Null: this account writes no first comments.'),
  ...MediaRules,
  kinds: z
    .record(z.string(), z.object({ ...MediaRules, text: z.boolean() }))
    .describe('What a value of the option `kind` changes.'),
  daily: z
    .object({
      limit: z.int(),
      used: z.int().min(0),
      resets_at: z.iso
        .datetime()
        .nullable()
        .describe('When the first of them is 24 hours old and no longer counts.'),
    })
    .nullable()
    .describe(
      'What went out here in the last 24 hours, of what the platform takes. Null: it names no number.',
    ),
})

/** In the order in which they were asked for, each once. */
export async function accountLimits(
  account_ids: readonly number[],
  context: Context,
): Promise<z.input<typeof AccountLimits>[]> {
  const ids = [...new Set(account_ids)]
  const [accounts, used] = await Promise.all([
    findAccounts(context, ids),
    usedInDay(context, ids, context.now),
  ])
  const per_day = dailyLimits(context)
  return ids.flatMap((id) => {
    const account = accounts.find((each) => each.id === id)
    const manifest = account && context.environment.manifests[account.platform]
    if (!manifest) return []
    const limit = per_day[account.platform] ?? null
    const day = used.find(({ account_id }) => account_id === id)
    const daily =
      limit === null ? null : { limit, used: day?.used ?? 0, resets_at: day?.resets_at ?? null }
    return [{ ...limitsOf(account, manifest), daily }]
  })
}

function limitsOf(account: AccountWithSettings, manifest: Manifest) {
  const text = manifest.text(account)
  const comments = manifest.first_comment && manifest.may_comment?.(account) !== false
  const told = (rules: readonly TextRule[]) => rules.map((rule) => textLimit(rule, manifest))
  const files = (rules: Manifest) => {
    const media = mediaOf({ ...rules, media: mediaFor(account, rules) })
    return { ...media, first_comment: media.first_comment && comments }
  }
  const text_with = Object.entries(manifest.text_with ?? {})
  const kinds = Object.keys(manifest.kinds ?? {}).map((kind) => {
    const as = asKind(manifest, kind)
    return [kind, { ...files(as), text: !as.wordless }] as const
  })
  return {
    account_id: account.id,
    platform: manifest.id,
    text: told(text),
    ...(text_with.length && {
      text_with: Object.fromEntries(text_with.map(([family, rules]) => [family, told(rules)])),
    }),
    first_comment_text: comments ? told(manifest.comment?.(account) ?? text) : null,
    ...files(manifest),
    kinds: Object.fromEntries(kinds),
  }
}

/** Some platforms say of each account how long its videos may be. */
function mediaFor(account: AccountWithSettings, manifest: Manifest) {
  const { media } = manifest
  const longest = manifest.longest_video?.(account)
  if (longest === undefined || !media.video) return media
  const { max_duration = longest } = media.video
  return { ...media, video: { ...media.video, max_duration: Math.min(max_duration, longest) } }
}

const words: Readonly<Record<Exclude<TextRule['counts'], 'weighted'>, Counting>> = {
  utf16_units: 'utf16',
  code_points: 'code_points',
  graphemes: 'graphemes',
  bytes: 'utf8_bytes',
  occurrences: 'occurrences',
}

/** By platforms that weigh. */
const weighing: Readonly<Record<string, Counting>> = { x: 'x_weighted', threads: 'threads' }

function textLimit({ max, counts, unit }: TextRule, { id }: Manifest): z.input<typeof TextLimit> {
  const counting = counts === 'weighted' ? weighing[id] : words[counts]
  if (!counting) throw new Error(`${id} weighs texts in a way that has no word.`)
  return { max, counting, ...(counting === 'occurrences' && { of: unit }) }
}
