/** What a platform would say to a post, asked before it is sent: its own counting, media rules and options. Pure. */
import type { Manifest, MediaRule, TextRule } from '#platforms/platform.ts'
import { fit, ruleFor } from '#rules/fit.ts'
import type { PlatformContent } from '#rules/post.ts'
import { charactersOf } from '#rules/text.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import type { MediaRow } from '#store/media.ts'

export interface Draft {
  content: string
  first_comment: string | null
  platform_content: readonly PlatformContent[]
  platform_options: Record<string, Record<string, unknown>>
}

type Add = (field: string, text: string) => void
type Warn = (text: string) => void

/** Adds every problem of this account's version of the post, and warns of what will be changed: each problem comes each with the rule, the limit and the measured value. */
export function checkPlatform(
  draft: Draft,
  account: AccountWithSettings,
  media: readonly MediaRow[],
  manifest: Manifest,
  { add, warn }: { add: Add; warn: Warn },
) {
  const index = draft.platform_content.findIndex(({ account_id }) => account_id === account.id)
  const own = draft.platform_content[index]
  const text = own?.content ?? draft.content
  const field = own?.content === undefined ? 'content' : `platform_content.${index}.content`
  const who = `${manifest.name} (${account.username})`

  checkText(text, field, manifest.text(account))
  if (!text.trim() && !(manifest.text_optional && media.length)) {
    add(field, `${who} needs a text.`)
  }
  if (manifest.media_required && media.length === 0) {
    const families = Object.keys(manifest.media).filter((family) => family !== 'mixed')
    add('media_ids', `${who} takes no post without media: ${families.join(', ')}.`)
  }
  if (draft.first_comment && manifest.first_comment) {
    const rules = manifest.comment?.(account) ?? manifest.text(account)
    checkText(draft.first_comment, 'first_comment', rules)
  }
  checkMedia(media, manifest, who, { add, warn })
  const { options, placeOf } = checkOptions(draft, own, index, manifest, add)
  for (const objection of manifest.objects?.({ options, media }, account) ?? []) {
    const at = 'option' in objection ? placeOf(objection.option) : `media_ids.${objection.media}`
    add(at, `${who} ${objection.text}`)
  }

  function checkText(value: string, at: string, rules: readonly TextRule[]) {
    for (const { max, unit, measure } of rules) {
      const measured = measure(value)
      if (measured > max) add(at, `${who} takes at most ${max} ${unit}; this has ${measured}.`)
    }
  }
}

function checkMedia(
  media: readonly MediaRow[],
  manifest: Manifest,
  who: string,
  { add, warn }: { add: Add; warn: Warn },
) {
  const counts = new Map<MediaRule, number>()
  for (const [index, item] of media.entries()) {
    const rule = ruleFor(item.mime_type, manifest.media)
    const field = `media_ids.${index}`
    const fits = fit(item, rule)
    if (typeof fits !== 'string') warn(`${who} gets ${item.original_name} as a JPEG.`)
    if (!rule || (fits === 'not at all' && !rule.types.includes(item.mime_type))) {
      add(field, `${who} does not take ${item.mime_type} (${item.original_name}).`)
      continue
    }
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
    if (fits === 'not at all') {
      add(
        field,
        `${who} takes at most ${rule.max_bytes} bytes of ${item.mime_type}; ${item.original_name} has ${item.size_bytes}.`,
      )
    }
    if (rule.max_duration && item.duration !== null && item.duration > rule.max_duration) {
      add(
        field,
        `${who} takes at most ${rule.max_duration} s; ${item.original_name} has ${item.duration} s.`,
      )
    }
    const alt = manifest.alt_text
    if (alt && item.alt_text && charactersOf(item.alt_text) > alt.max) {
      add(field, `${who} takes at most ${alt.max} characters of alt text.`)
    }
  }
  for (const [rule, count] of counts) {
    if (count > rule.max)
      add(
        'media_ids',
        `${who} takes at most ${rule.max} of ${rule.types.join(', ')}; this has ${count}.`,
      )
  }
  if (counts.size > 1 && !manifest.media.mixed) {
    add('media_ids', `${who} does not mix kinds of media in one post.`)
  }
}

function checkOptions(
  draft: Draft,
  own: PlatformContent | undefined,
  index: number,
  manifest: Manifest,
  add: Add,
) {
  const parsed = manifest.options.safeParse({
    ...draft.platform_options[manifest.id],
    ...own?.options,
  })
  for (const issue of parsed.error?.issues ?? []) {
    const name = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : issue.path.join('.')
    add(placeOf(name), issue.message)
  }
  return { options: parsed.data ?? {}, placeOf }

  /** An account's own options win over those of its platform. */
  function placeOf(name: string) {
    const mine = own?.options && name.split('.')[0]! in own.options
    const place = mine ? `platform_content.${index}.options` : `platform_options.${manifest.id}`
    return name ? `${place}.${name}` : place
  }
}
