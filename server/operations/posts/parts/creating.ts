/** A post created in two trips to the database, where nothing stands in its way: what is looked up, what is written, what is answered. */
import type { Ask, Swift } from '#operations/operation.ts'
import { dailyLimits, heldBy, isSoon, shownBeside } from '#operations/shown.ts'
import { doubleWarning } from '#operations/doubles.ts'
import { limits } from '#rules/limits.ts'
import type { Post, StoredPost } from '#rules/post.ts'
import { invalid } from '#rules/problem.ts'
import { monthOf } from '#rules/quota.ts'
import { isLocal, type Timing } from '#rules/when.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import {
  accountsFor,
  createAttachments,
  createDeliveries,
  createPost,
  type File,
  filesFor,
  placeFor,
} from '#store/creating.ts'
import { announced } from '#store/deliveries.ts'
import { doubleFor, doubleRefused, wordsLocked } from '#store/doubles.ts'
import { holderOf } from '#store/external-ids.ts'
import { holdsFor } from '#store/holds.ts'
import type { NewPost } from '#store/posts.ts'
import type { Statement } from '#store/trip.ts'
import { charged } from '#store/usage.ts'
import { isSoonDue } from './moves.ts'
import { hasOwnTimes } from './own-times.ts'
import { asWarnings, examine, isUnwell, lacksOf, type Wanted } from './preflight.ts'
import { futureOnly, zonedIn } from './timing.ts'
import { mayHaveLinks } from './wordings.ts'

interface Creation {
  wanted: Wanted
  timing: Timing
  allow_duplicate: boolean
  /** What is stored of it, but for its times. */
  columns: Omit<NewPost, 'scheduled_at' | 'charged_month' | 'created_by' | 'created_via'>
}

/** Letters of all its texts: as many as one post without texts for single accounts may have. */
const SHORT = limits.content_chars + limits.first_comment_chars

type Created = Post & { duplicate_of: number | null }

/** Undefined: it goes the long way. So does everything that meets an obstacle, for there it is told in full. */
export function creation(
  { wanted, timing: said, allow_duplicate, columns }: Creation,
  { whose, via, now, environment }: Ask,
): Swift<Created> | undefined {
  const { at } = said
  // Looked at in one go here, and in turns with others on the long way.
  if (lettersOf(wanted) > SHORT) return undefined
  if (hasOwnTimes(wanted.platform_content)) return undefined
  // Slots are taken in the transaction of their post; a time without a zone asks for the workspace's.
  if (at === undefined || at === 'next_slot' || (isLocal(at) && !said.timezone)) return undefined
  const timing = zonedIn(said, '')
  const scheduled_at = dueOf(timing, now)
  const { social_account_ids: account_ids, media_ids } = wanted
  const words = { content: columns.content, account_ids, media_ids, scheduled_at }
  const sought = { hours: limits.double_hours, now }

  const place = placeFor(whose)
  const accounts = accountsFor(whose, account_ids)
  const { external_id } = columns
  const holder = external_id ? holderOf(whose, external_id) : undefined
  const files = media_ids.length ? filesFor(whose, media_ids) : undefined
  const warns = !allow_duplicate && via !== 'mcp'
  const double = warns ? doubleFor(whose, words, sought) : undefined
  const soon = scheduled_at !== null && isSoon(scheduled_at, now)
  const holds = soon ? holdsFor(whose, account_ids, dailyLimits({ environment }), now) : undefined

  return {
    look: [place, accounts, holder, files, double, holds].filter((each) => each !== undefined),
    make(found, { caller }) {
      const [at_home] = found(place)
      if (!at_home || found(holder).length) return undefined
      const { post_id, plan, tags } = at_home
      // What is put on links is put on the long way.
      if (tags && mayHaveLinks(wanted)) return undefined
      const { workspace_id } = caller
      const checked = examine(
        wanted,
        { found: found(accounts), files: found(files) },
        { environment },
      )
      const isDraft = scheduled_at === null
      const problem = invalid({
        ...(isDraft ? {} : checked.blockers),
        ...checked.errors,
        ...futureOnly(timing, now),
      })
      // What an account risks is told in full.
      if (problem || (!isDraft && checked.accounts.some(isUnwell))) return undefined

      const duplicate_of = found(double)[0]?.id ?? null
      const month = isDraft ? null : monthOf(now)
      const limit = environment.plans[plan]?.monthly_posts ?? null
      const created = { created_via: via, created_by: caller.credential }
      const row = { ...columns, ...created, scheduled_at, charged_month: month }
      const refuses = !allow_duplicate && via === 'mcp'
      const wakes = scheduled_at !== null && isSoonDue(scheduled_at, now)
      const writes: (Statement | undefined)[] = [
        ...(refuses
          ? [wordsLocked(workspace_id, words), doubleRefused(workspace_id, words, sought)]
          : []),
        createPost(workspace_id, post_id, row, now),
        createDeliveries(workspace_id, post_id, account_ids, scheduled_at),
        checked.media.length ? createAttachments(workspace_id, post_id, checked.media) : undefined,
        wakes ? announced('due') : undefined,
        month === null ? undefined : charged(workspace_id, month, limit),
      ]
      const warnings = [
        ...(duplicate_of === null ? [] : [doubleWarning(duplicate_of)]),
        ...timing.notes,
        ...checked.warnings,
        ...(isDraft ? asWarnings(checked.blockers) : []),
      ]
      const post = stored({ ...row, id: post_id }, checked, now)
      const shown = shownBeside({ environment, now, caller }, post, heldBy(found(holds)), warnings)
      return {
        output: { ...shown, ...(isDraft && lacksOf(checked)), duplicate_of },
        writes: writes.filter((each) => each !== undefined),
      }
    },
  }
}

function lettersOf({ content, first_comment, platform_content }: Wanted) {
  const all = [content, first_comment, ...platform_content.map((own) => own.content)]
  return all.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}

export function dueOf({ at }: Timing, now: Date) {
  if (at === 'draft' || at === undefined) return null
  return at === 'now' ? now.toISOString() : at
}

/** As it will be read: nothing has happened to it yet. */
export function stored(
  { id, scheduled_at, in_doubt, ...row }: NewPost & { id: number },
  { accounts, media }: { accounts: readonly AccountWithSettings[]; media: readonly File[] },
  now: Date,
): StoredPost {
  const at = now.toISOString()
  return {
    id,
    content: row.content,
    status: row.status,
    scheduled_at,
    published_at: null,
    error_message: null,
    first_comment: row.first_comment,
    platform_content: row.platform_content,
    platform_options: row.platform_options,
    in_doubt: in_doubt ?? null,
    thread: null,
    thread_as: row.thread_as ?? null,
    split: null,
    created_via: row.created_via,
    series_id: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    socialAccounts: accounts.map((account) => ({
      id: account.id,
      platform: account.platform,
      kind: account.kind,
      name: account.name,
      username: account.username,
      avatar_url: account.avatar_url,
      health: account.health,
      sandbox: account.sandbox,
      pivot: { ...untouched, next_attempt_at: scheduled_at },
    })),
    media: media.map((file) => ({
      id: file.id,
      original_name: file.original_name,
      mime_type: file.mime_type,
      size_bytes: file.size_bytes,
      cdn_url: file.cdn_url,
      thumbnail_url: file.thumbnail_url,
      width: file.width,
      height: file.height,
      duration: file.duration,
      sha256: file.sha256,
      folder: file.folder,
      tags: file.tags,
      alt_text: file.alt_text,
    })),
    approval: null,
    risks: [],
    external_id: row.external_id ?? null,
    metadata: row.metadata ?? null,
    labels: row.labels ?? [],
    note: row.note ?? null,
  }
}

const untouched = {
  status: 'pending' as const,
  platform_post_id: null,
  platform_url: null,
  error_message: null,
  error_code: null,
  blocked_reason: null,
  published_at: null,
  attempt_count: 0,
  warnings: [],
  candidates: null,
  thread: null,
}
