/** What a platform would say to a post, asked before it is sent: its own counting, media rules and options. Pure. */
import { type Said, say, type Who } from '#platforms/kit/checks.ts'
import type { Manifest, TextRule } from '#platforms/platform.ts'
import { calledOf } from '#rules/called.ts'
import type { Counted } from '#rules/counted.ts'
import type { Detail, Telling } from '#rules/finding.ts'
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

export type Add = (field: string, said: Telling, detail: Detail) => void
export type Warn = (said: Said) => void

/** Where problems and warnings go, and what was counted already. */
export interface Report {
  add: Add
  warn: Warn
  counted: Counted
}

/** Where the text and files stand that are checked as the post: a thread may have cut or joined them. */
export interface Placed {
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
  said?: Placed,
) {
  const index = draft.platform_content.findIndex(({ account_id }) => account_id === account.id)
  const own = draft.platform_content[index]
  const text = said?.content ?? own?.content ?? draft.content
  const written = own?.content === undefined ? 'content' : `platform_content.${index}.content`
  const field = said?.content_field ?? written
  const options = { ...draft.platform_options[manifest.id], ...own?.options }
  const rules = asKind(manifest, options['kind'])
  const who: Who = {
    who: `${manifest.name} (${calledOf(account)})`,
    ...(rules !== manifest && { as: String(options['kind']) }),
  }
  const media = sentOf(files, rules.media)
  if (media.length < files.length) warn(say('media_captions_left_out', {}, who))

  if (rules.wordless) {
    if (text.trim()) warn(say('text_left_out', {}, who))
  } else checkText(who, text, field, textRulesOf(manifest, account, media), { add, warn, counted })
  if (!text.trim() && !(rules.text_optional && media.length)) {
    add(field, say('text_missing', {}, who), { code: 'text_required' })
  }
  if (rules.media_required && media.every(areCaptions)) {
    const { mixed: _, cover: __, captions: ___, ...alone } = rules.media
    const families = Object.keys(alone)
    add('media_ids', say('media_missing', { families }, who), {
      code: 'media_required',
    })
  }
  if (draft.first_comment) {
    const limits = manifest.comment?.(account) ?? manifest.text(account)
    const why = noComments(manifest, account, options)
    if (rules.first_comment && why) warn(say(`comment_${why}`, {}, who))
    else if (rules.first_comment)
      checkText(who, draft.first_comment, 'first_comment', limits, { add, warn, counted })
    else warn(say('comment_left_out', {}, who))
  }
  checkMedia(files, rules.media, { who, alt_text: manifest.alt_text }, { add, warn })
  const { parsed, placeOf } = checkOptions(draft, own, index, manifest, add)
  const beside = media.length ? (rules.options_without_media ?? []) : []
  for (const name of beside) refuse(name, 'option_with_media')
  for (const name of rules.refuses_options ?? []) refuse(name, 'option_elsewhere')
  for (const name of rules.leaves_options ?? [])
    if (options[name] !== undefined && options[name] !== false)
      warn(say('option_left_out', { option: name }, who))
  for (const objection of manifest.objects?.({ options: parsed, text, media }, account) ?? []) {
    const said = objection.said(who)
    if ('option' in objection) add(placeOf(objection.option), said, { code: 'option' })
    else {
      const ids = media.slice(objection.media, objection.media + 1).map(({ id }) => id)
      add(`media_ids.${objection.media}`, said, { code: 'media', media_ids: ids })
    }
  }

  function refuse(name: string, check: 'option_with_media' | 'option_elsewhere') {
    if (options[name] !== undefined)
      add(placeOf(name), say(check, { option: name }, who), { code: 'option' })
  }
}

/** Why nothing can be said below this account's post; undefined: it can. */
export function noComments(
  manifest: Manifest,
  account: AccountWithSettings,
  options: Record<string, unknown>,
): 'not_permitted' | 'closed' | undefined {
  const may = manifest.may_comment?.(account) !== false
  return may ? manifest.no_comments?.(options) : 'not_permitted'
}

export function checkText(
  who: Who,
  value: string,
  at: string,
  rules: readonly TextRule[],
  { add, warn, counted }: Report,
) {
  for (const rule of rules) {
    const { max, best_max = max, unit } = rule
    const measured = counted.measure(rule, value)
    if (measured > best_max && measured <= max)
      warn(say('text_long', { limit: best_max, unit, measured }, who))
    if (measured > max)
      add(at, say('text_over', { limit: max, unit, measured }, who), {
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
  const { data, told } = look(manifest.options, given)
  for (const [field, said] of told) add(placeOf(field), said, { code: 'option' })
  return { parsed: data ?? {}, placeOf }

  /** An account's own options win over those of its platform. */
  function placeOf(name: string) {
    const mine = own?.options && name.split('.')[0]! in own.options
    const place = mine ? `platform_content.${index}.options` : `platform_options.${manifest.id}`
    return name ? `${place}.${name}` : place
  }
}
