/** A thread as each platform would take it: every part of it checked at once. Pure. */
import { say, type Who } from '#platforms/kit/checks.ts'
import type { Manifest } from '#platforms/platform.ts'
import { calledOf } from '#rules/called.ts'
import {
  bare,
  type Part,
  type Placed,
  type PlacedPart,
  placeThread,
  type Threaded,
} from '#rules/thread.ts'
import type { Work } from '#rules/work.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import type { MediaRow } from '#store/media.ts'
import { checkMedia } from './media-check.ts'
import {
  type Add,
  checkPlatform,
  checkText,
  type Draft,
  noComments,
  type Report,
} from './platform-check.ts'

interface Files {
  media: readonly MediaRow[]
  part_media: readonly MediaRow[]
}

/** Adds every problem of what would go to this account; answers its parts, if it is a thread there. */
export function* checkThread(
  wanted: Draft & Threaded,
  account: AccountWithSettings,
  { media, part_media }: Files,
  manifest: Manifest,
  to: Report,
): Work<Part[] | null> {
  const placed = yield* placeThread(wanted, account, manifest, to.counted)
  const { parts, refused } = placed
  const who = { who: `${manifest.name} (${calledOf(account)})` }
  if (refused) to.add(refused.field, say(refused.check, {}, who), { code: 'no_threads' })
  const [first, ...rest] = parts ?? []
  const { per_account_per_day: limit } = manifest.limits
  // Nobody would ever claim it: a thread goes out as a whole, and its parts are counted.
  if (parts && limit !== null && parts.length > limit) {
    const measured = parts.length
    const field = wanted.split ? 'split' : 'thread'
    to.add(field, say('thread_of_days', { limit, measured }, who), {
      code: 'thread',
      measured,
      limit,
    })
  }
  const all = [...media, ...part_media]
  const files = (part: PlacedPart) =>
    part.media_ids.flatMap((id) => all.find((file) => file.id === id) ?? [])
  checkPlatform(wanted, account, first ? files(first) : media, manifest, to, first)
  if (placed.as === 'comments' && rest[0]) {
    const own = wanted.platform_content.find(({ account_id }) => account_id === account.id)
    const options = { ...wanted.platform_options[manifest.id], ...own?.options }
    const why = noComments(manifest, account, options)
    if (why) to.add(rest[0].content_field, say(`thread_${why}`, {}, who), { code: 'thread' })
  }
  for (const part of rest) {
    yield
    const of_part = { ...part, files: files(part) }
    if (placed.as === 'comments') checkComment(of_part, account, { who, manifest }, to)
    else checkPart(of_part, account, { who, manifest }, to)
  }
  if (placed.as === 'chain' && manifest.thread?.distinct) checkDistinct(placed, who, to.add)
  return bare(parts)
}

type WithFiles = PlacedPart & { files: readonly MediaRow[] }

interface Place {
  who: Who
  manifest: Manifest
}

function checkPart(
  { content, content_field, media_field, files }: WithFiles,
  account: AccountWithSettings,
  { who, manifest }: Place,
  { add, warn, counted }: Report,
) {
  checkText(who, content, content_field, manifest.text(account), { add, warn, counted })
  if (!content.trim() && !(manifest.text_optional && files.length))
    add(content_field, say('text_missing', {}, who), { code: 'text_required' })
  const within: Add = (field, said, detail) =>
    add(field.replace(/^media_ids/, media_field), said, detail)
  checkMedia(files, manifest.media, { who, alt_text: manifest.alt_text }, { add: within, warn })
}

function checkComment(
  { content, content_field, media_field, files }: WithFiles,
  account: AccountWithSettings,
  { who, manifest }: Place,
  { add, warn, counted }: Report,
) {
  const rules = manifest.comment?.(account) ?? manifest.text(account)
  checkText(who, content, content_field, rules, { add, warn, counted })
  if (!content.trim()) add(content_field, say('text_missing', {}, who), { code: 'text_required' })
  if (files.length) {
    const media_ids = files.map(({ id }) => id)
    add(media_field, say('thread_files', {}, who), { code: 'media', media_ids })
  }
}

/** What only says something: files tell two parts apart. */
function checkDistinct({ parts }: Placed, who: Who, add: Add) {
  const seen = new Set<string>()
  for (const { content, media_ids, content_field } of parts ?? []) {
    if (media_ids.length) continue
    const words = content.trim()
    if (seen.has(words)) add(content_field, say('thread_twice', {}, who), { code: 'thread' })
    seen.add(words)
  }
}
