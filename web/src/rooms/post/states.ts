/** How a post stands, and each account of it, in words. Pure. */
import type { PerAccount, Post } from '@crier/sdk'
import { wordsOfCode } from '../../words/codes.ts'
import { list } from '../../words/format.ts'
import { mendOf, type Mend } from '../../words/mends.ts'
import { isLooking } from './told.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

export type Tone = 'plain' | 'good' | 'warn' | 'danger' | 'now'

export interface Standing {
  label: string
  tone: Tone
  sentence: string
  mend: Mend | undefined
}

/** `name`: what the platform is called. */
export function standingOf(
  account: PerAccount,
  post: Pick<Post, 'status' | 'deleted_at' | 'approval'>,
  name: string,
): Standing {
  const { status, error_code, blocked_reason, waits_for } = account
  const why = error_code === null ? words.standing.notTaken(name) : wordsOfCode(error_code, name)
  switch (status) {
    case 'published':
      if (account.removal?.state === 'removed')
        return {
          label: words.removal.removed,
          tone: 'plain',
          sentence: words.removal.removedFrom(name),
          mend: undefined,
        }
      return {
        label: common.state.published,
        tone: 'good',
        sentence: withPlace(words.standing.isOn(name), account),
        mend: undefined,
      }
    case 'failed':
      return {
        label: partsOut(account) ? words.standing.brokenOff : common.state.notPublished,
        tone: 'danger',
        sentence: partsOut(account)
          ? withPlace(words.standing.threadEnds(why, partsOut(account)), account)
          : `${why}.`,
        mend: error_code === null ? 'again' : mendOf(error_code),
      }
    case 'blocked':
      if (blocked_reason === 'outcome_unknown')
        return {
          label: words.standing.isItThere,
          tone: 'warn',
          sentence: words.standing.lostAsk(name),
          mend: 'look',
        }
      if (blocked_reason === 'account_removed')
        return {
          label: words.standing.accountRemoved,
          tone: 'warn',
          sentence: words.standing.accountRemovedText,
          mend: 'edit',
        }
      return {
        label: common.act.reconnect,
        tone: 'warn',
        sentence: words.standing.untilReconnected(why),
        mend: 'reconnect',
      }
    case 'publishing':
      if (isLooking(account))
        return {
          label: words.standing.looking,
          tone: 'now',
          sentence: words.standing.lostLook(name),
          mend: 'waits',
        }
      return {
        label: common.state.publishing,
        tone: 'now',
        sentence: words.standing.onItsWay(name),
        mend: 'waits',
      }
    default:
      return { ...waiting(account, post, name), mend: waits_for ? 'waits' : undefined }
  }
}

/** Of what is out: whether anybody still looks where. */
function withPlace(sentence: string, { url_pending }: Pick<PerAccount, 'url_pending'>) {
  return url_pending ? `${sentence} ${words.standing.addressPending}` : sentence
}

/** How many parts of a thread are out. */
export function partsOut({ parts }: Pick<PerAccount, 'parts'>) {
  return (parts ?? []).filter(({ status }) => status === 'published').length
}

function waiting(
  { waits_for, error_code, attempt_count }: PerAccount,
  { status, deleted_at, approval }: Pick<Post, 'status' | 'deleted_at' | 'approval'>,
  name: string,
) {
  if (deleted_at !== null)
    return {
      label: words.standing.notSent,
      tone: 'plain' as const,
      sentence: words.standing.nothingSent(name),
    }
  if (approval?.state === 'awaiting')
    return {
      label: words.standing.waitsApproval,
      tone: 'warn' as const,
      sentence: words.standing.waitsApprovalText,
    }
  if (status === 'draft')
    return {
      label: common.state.draft,
      tone: 'plain' as const,
      sentence: words.standing.wouldGo(name),
    }
  if (waits_for?.code === 'paused')
    return {
      label: common.state.paused,
      tone: 'warn' as const,
      sentence: words.standing.pausedText,
    }
  const code = waits_for?.code ?? (attempt_count > 0 ? error_code : null)
  if (code)
    return {
      label: words.standing.waiting,
      tone: 'warn' as const,
      sentence: words.standing.goesOn(wordsOfCode(code, name)),
    }
  return {
    label: common.state.scheduled,
    tone: 'plain' as const,
    sentence: words.standing.atItsTime(name),
  }
}

/** When it went out, or goes out or is tried next. Null: nobody knows, or it never does by itself. */
export function timeOf(
  account: Pick<PerAccount, 'status' | 'published_at' | 'next_attempt_at' | 'waits_for'>,
  post: Pick<Post, 'status' | 'deleted_at' | 'scheduled_at'>,
) {
  const { status, published_at, next_attempt_at, waits_for } = account
  if (status === 'published') return published_at
  if (status !== 'pending' || post.deleted_at !== null || post.status === 'draft') return null
  // What keeps it outlasts the moment at which it would be tried.
  return waits_for ? waits_for.until : (next_attempt_at ?? post.scheduled_at)
}

/** It is to be seen there. */
export function isOut({ status, removal }: Pick<PerAccount, 'status' | 'removal'>) {
  return status === 'published' && removal?.state !== 'removed'
}

/** What an account needs of a person. */
export function needsPerson({ status, blocked_reason }: PerAccount) {
  return status === 'failed' || (status === 'blocked' && blocked_reason !== null)
}

/** The state of the whole in one sentence. `named` says what a platform is called. */
export function headline(post: Post, named: (platform: string) => string): string {
  const { per_account: all, outcome } = post
  const of = (test: (account: PerAccount) => boolean) => all.filter(test)
  const published = of(isOut)
  const down = of(({ removal }) => removal?.state === 'removed')
  const needing = of(needsPerson)
  const names = (accounts: readonly PerAccount[]) =>
    list([...new Set(accounts.map(({ platform }) => named(platform)))])
  const somewhere =
    all.length > 1 && published.length < all.length
      ? words.standing.onOf(published.length, all.length)
      : words.standing.on(names(published))
  if (outcome === 'deleted')
    return published.length ? words.standing.deletedStill(names(published)) : common.state.deleted
  if (post.approval?.state === 'awaiting') return words.standing.toApprove
  if (post.approval?.state === 'declined') return words.standing.declined
  if (outcome === 'draft') return common.state.draft
  if (outcome === 'scheduled') return common.state.scheduled
  if (outcome === 'published' && down.length)
    return published.length
      ? words.removal.partly(names(down), names(published))
      : words.removal.everywhere
  if (outcome === 'published')
    return all.length ? words.standing.on(names(all)) : common.state.published
  const need = needing.length
    ? words.standing.needsYou(names(needing), new Set(needing.map(({ platform }) => platform)).size)
    : ''
  if (outcome === 'publishing') {
    const rest = of((account) => !isOut(account) && !needsPerson(account))
    const waits = rest.length > 0 && rest.every(({ waits_for }) => Boolean(waits_for))
    const onWay = waits ? words.standing.waiting : words.standing.onWay
    const said = published.length ? words.standing.restOnWay(somewhere, waits) : onWay
    return need ? `${said}; ${need}` : said
  }
  if (published.length) return `${somewhere}; ${need}`
  const [begun] = all.filter((account) => partsOut(account) > 0)
  if (begun)
    return words.standing.partsOut(
      partsOut(begun),
      begun.parts?.length ?? 0,
      named(begun.platform),
      need,
    )
  return words.standing.notPublishedNeed(need || words.standing.nothingWasSent)
}
