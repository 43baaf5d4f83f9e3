/** How a post stands, and each account of it, in words. Pure. */
import type { PerAccount, Post } from '@crier/sdk'
import { mendOf, type Mend, wordsOfCode } from '../../words/codes.ts'
import { isLooking } from './told.ts'

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
  const why = error_code === null ? `${name} did not take it` : wordsOfCode(error_code, name)
  switch (status) {
    case 'published':
      return { label: 'Published', tone: 'good', sentence: `It is on ${name}.`, mend: undefined }
    case 'failed':
      return {
        label: partsOut(account) ? 'Broken off' : 'Not published',
        tone: 'danger',
        sentence: partsOut(account)
          ? `${why}. The thread ends behind part ${partsOut(account)}; trying again sends what is missing.`
          : `${why}.`,
        mend: error_code === null ? 'again' : mendOf(error_code),
      }
    case 'blocked':
      if (blocked_reason === 'outcome_unknown')
        return {
          label: 'Is it there?',
          tone: 'warn',
          sentence: `The answer of ${name} was lost, and only you can see whether the post is there.`,
          mend: 'look',
        }
      if (blocked_reason === 'account_removed')
        return {
          label: 'Account removed',
          tone: 'warn',
          sentence: 'The account is not connected any more, so nothing was sent.',
          mend: 'edit',
        }
      return {
        label: 'Reconnect',
        tone: 'warn',
        sentence: `${why}. It goes on once the account is connected again.`,
        mend: 'reconnect',
      }
    case 'publishing':
      if (isLooking(account))
        return {
          label: 'Looking',
          tone: 'now',
          sentence: `The answer of ${name} was lost. We look whether it is there before anything is sent again.`,
          mend: 'waits',
        }
      return { label: 'Publishing', tone: 'now', sentence: `On its way to ${name}.`, mend: 'waits' }
    default:
      return { ...waiting(account, post, name), mend: waits_for ? 'waits' : undefined }
  }
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
    return { label: 'Not sent', tone: 'plain' as const, sentence: `Nothing was sent to ${name}.` }
  if (approval?.state === 'awaiting')
    return {
      label: 'Waits for approval',
      tone: 'warn' as const,
      sentence: 'It goes out when somebody approves it, and not before.',
    }
  if (status === 'draft')
    return { label: 'Draft', tone: 'plain' as const, sentence: `It would go to ${name}.` }
  if (waits_for?.code === 'paused')
    return {
      label: 'Paused',
      tone: 'warn' as const,
      sentence: 'Publishing is paused. It goes on when somebody resumes it.',
    }
  const code = waits_for?.code ?? (attempt_count > 0 ? error_code : null)
  if (code)
    return {
      label: 'Waiting',
      tone: 'warn' as const,
      sentence: `${wordsOfCode(code, name)}. It goes on by itself.`,
    }
  return { label: 'Scheduled', tone: 'plain' as const, sentence: `It goes to ${name} at its time.` }
}

/** What an account needs of a person. */
export function needsPerson({ status, blocked_reason }: PerAccount) {
  return status === 'failed' || (status === 'blocked' && blocked_reason !== null)
}

/** The state of the whole in one sentence. `named` says what a platform is called. */
export function headline(post: Post, named: (platform: string) => string): string {
  const { per_account: all, outcome } = post
  const of = (test: (account: PerAccount) => boolean) => all.filter(test)
  const published = of(({ status }) => status === 'published')
  const needing = of(needsPerson)
  const names = (accounts: readonly PerAccount[]) =>
    listed([...new Set(accounts.map(({ platform }) => named(platform)))])
  const somewhere =
    all.length > 1 && published.length < all.length
      ? `Published on ${published.length} of ${all.length}`
      : `Published on ${names(published)}`
  if (outcome === 'deleted')
    return published.length ? `Deleted here; it is public still on ${names(published)}` : 'Deleted'
  if (post.approval?.state === 'awaiting') return 'Waits for somebody to approve it'
  if (post.approval?.state === 'declined') return 'Declined; it stays a draft'
  if (outcome === 'draft') return 'Draft'
  if (outcome === 'scheduled') return 'Scheduled'
  if (outcome === 'published') return all.length ? `Published on ${names(all)}` : 'Published'
  const need = needing.length
    ? `${names(needing)} ${new Set(needing.map(({ platform }) => platform)).size === 1 ? 'needs' : 'need'} you`
    : ''
  if (outcome === 'publishing') {
    const said = published.length ? `${somewhere}; the rest is on its way` : 'On its way'
    return need ? `${said}; ${need}` : said
  }
  if (published.length) return `${somewhere}; ${need}`
  const [begun] = all.filter((account) => partsOut(account) > 0)
  if (begun)
    return `${partsOut(begun)} of ${begun.parts?.length ?? 0} parts are out on ${named(begun.platform)}; ${need}`
  return `Not published; ${need || 'nothing was sent'}`
}

function listed(names: readonly string[]) {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
