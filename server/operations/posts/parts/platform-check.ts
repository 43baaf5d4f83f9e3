/** What a platform would say to a post, asked before it is sent: its own counting, media rules and options. Pure. */
import type { Manifest, TextRule } from '#platforms/platform.ts'
import { calledOf } from '#rules/called.ts'
import type { Counted } from '#rules/counted.ts'
import type { Detail } from '#rules/finding.ts'
import { areCaptions, familyOf, sentOf } from '#rules/fit.ts'
import { look } from '#rules/input.ts'
import { asKind } from '#rules/kind.ts'
import type { PlatformContent } from '#rules/post.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import type { MediaRow } from '#store/media.ts'
import { checkMedia } from './media-check.ts'

export interface Draft {
  content: string
  first_comment: string | null
  platform_content: readonly PlatformContent[]
  platform_options: Record<string, Record<string, unknown>>
}

export type Add = (field: string, text: string, detail?: Detail) => void
export type Warn = (text: string) => void

/** Where problems and warnings go, and what was counted already. */
export interface Report {
  add: Add
  warn: Warn
  counted: Counted
}

/** Where the text and files stand that are checked as the post: a thread may have cut or joined them. */
export interface Said {
  content: string
  content_field: string
}

/** Adds every problem of this account's version of the post, and warns of what will be changed: each problem comes each with the rule, the limit and the measured value. */
export function checkPlatform(
  draft: Draft,
  account: AccountWithSettings,
  files: readonly MediaRow[],
  manifest: Manifest,
  { add, warn, counted }: Report,
  said?: Said,
) {
  const index = draft.platform_content.findIndex(({ account_id }) => account_id === account.id)
  const own = draft.platform_content[index]
  const text = said?.content ?? own?.content ?? draft.content
  const written = own?.content === undefined ? 'content' : `platform_content.${index}.content`
  const field = said?.content_field ?? written
  const options = { ...draft.platform_options[manifest.id], ...own?.options }
  const rules = asKind(manifest, options['kind'])
  const kind = rules === manifest ? '' : ` as a ${String(options['kind'])}`
  const who = `${manifest.name} (${calledOf(account)})${kind}`
  const media = sentOf(files, rules.media)
  if (media.length < files.length) warn(`${who} takes no captions; they are left out there.`)

  if (rules.wordless) {
    if (text.trim()) warn(`${who} carries no text; it is left out there.`)
  } else
    checkText(who, text, field, textRulesOf(manifest, account, media), {
      add,
      warn,
      counted,
    })
  if (!text.trim() && !(rules.text_optional && media.length)) {
    add(field, `${who} needs a text.`, { code: 'text_required' })
  }
  if (rules.media_required && media.every(areCaptions)) {
    const { mixed: _, cover: __, captions: ___, ...alone } = rules.media
    const families = Object.keys(alone)
    add('media_ids', `${who} takes no post without media: ${families.join(', ')}.`, {
      code: 'media_required',
    })
  }
  if (draft.first_comment) {
    const limits = manifest.comment?.(account) ?? manifest.text(account)
    const why = noComments(manifest, account, options)
    if (rules.first_comment && why) warn(`${who} ${why}; the first one is left out.`)
    else if (rules.first_comment)
      checkText(who, draft.first_comment, 'first_comment', limits, { add, warn, counted })
    else warn(`${who} has no first comment; it is left out there.`)
  }
  checkMedia(files, rules.media, { who, alt_text: manifest.alt_text }, { add, warn })
  const { parsed, placeOf } = checkOptions(draft, own, index, manifest, add)
  const beside = media.length ? (rules.options_without_media ?? []) : []
  for (const name of beside) refuse(name, 'in posts without media only')
  for (const name of rules.refuses_options ?? []) refuse(name, 'in other posts only')
  for (const objection of manifest.objects?.({ options: parsed, text, media }, account) ?? []) {
    const at = 'option' in objection ? placeOf(objection.option) : `media_ids.${objection.media}`
    add(at, `${who} ${objection.text}`, 'option' in objection ? { code: 'option' } : undefined)
  }

  function refuse(name: string, where: string) {
    if (options[name] !== undefined) {
      add(placeOf(name), `${who} takes ${name} ${where}.`, { code: 'option' })
    }
  }
}

/** Why nothing can be said below this account's post, as the rest of a sentence; undefined: it can. */
export function noComments(
  manifest: Manifest,
  account: AccountWithSettings,
  options: Record<string, unknown>,
): string | undefined {
  const may = manifest.may_comment?.(account) !== false
  return may ? manifest.no_comments?.(options) : 'was connected without the permission for comments'
}

export function checkText(
  who: string,
  value: string,
  at: string,
  rules: readonly TextRule[],
  { add, warn, counted }: Report,
) {
  for (const rule of rules) {
    const { max, best_max = max, unit } = rule
    const measured = counted.measure(rule, value)
    if (measured > best_max && measured <= max)
      warn(`${who} is best at ${best_max} ${unit} at most; this has ${measured}.`)
    if (measured > max)
      add(at, `${who} takes at most ${max} ${unit}; this has ${measured}.`, {
        code: 'text_too_long',
        measured,
        limit: max,
        unit,
      })
  }
}

function textRulesOf(manifest: Manifest, account: AccountWithSettings, media: readonly MediaRow[]) {
  const family = familyOf(media, manifest.media)
  return (family && manifest.text_with?.[family]) ?? manifest.text(account)
}

function checkOptions(
  draft: Draft,
  own: PlatformContent | undefined,
  index: number,
  manifest: Manifest,
  add: Add,
) {
  const given = { ...draft.platform_options[manifest.id], ...own?.options }
  const { data, errors } = look(manifest.options, given)
  for (const [field, texts] of Object.entries(errors))
    for (const text of texts) add(placeOf(field), text, { code: 'option' })
  return { parsed: data ?? {}, placeOf }

  /** An account's own options win over those of its platform. */
  function placeOf(name: string) {
    const mine = own?.options && name.split('.')[0]! in own.options
    const place = mine ? `platform_content.${index}.options` : `platform_options.${manifest.id}`
    return name ? `${place}.${name}` : place
  }
}
