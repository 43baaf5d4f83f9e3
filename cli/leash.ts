/** The leash of a key as flags, and in the words of a table. */
import type { Leash } from '#rules/leash.ts'
import type { Given } from './command.ts'

/** Named after the fields, so that what is wrong with one can be told by its flag. */
export const leashFlags = {
  'account-ids': 'optional',
  actions: 'optional',
  'posts-per-day': 'optional',
  'requests-per-minute': 'optional',
  'needs-approval': 'switch',
  'expires-at': 'optional',
} as const

/** What the help says of them. */
export const leashHelp = [
  ['--account-ids 1,2', 'the only accounts that exist for it'],
  ['--actions A,B', 'the only things it may do: read, draft, schedule, publish, delete'],
  ['--posts-per-day N', 'posts it may schedule or publish a day'],
  ['--requests-per-minute N', 'requests it may send in any minute'],
  ['--needs-approval', 'what it schedules or publishes waits for a person'],
  ['--expires-at TIME', 'until when it works, for example 2027-01-01T00:00:00Z'],
] as const

/** The fields of the operation, as far as they were given; it checks them. */
export function leashOf(given: Given): Record<string, unknown> {
  const fields = {
    account_ids: given['account-ids']?.split(',').map(numberIn),
    actions: given['actions']?.split(',').map((each) => each.trim()),
    posts_per_day: given['posts-per-day'],
    requests_per_minute: given['requests-per-minute'],
    needs_approval: given['needs-approval'],
    expires_at: given['expires-at'],
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export function leashWords(leash: Leash): string {
  const {
    account_ids,
    actions,
    posts_per_day,
    requests_per_minute,
    needs_approval,
    expires_at,
    paused,
  } = leash
  const words = [
    paused && 'paused',
    account_ids && `accounts ${account_ids.join(',')}`,
    actions && `only ${actions.join(',')}`,
    posts_per_day !== null && `${posts_per_day} posts a day`,
    requests_per_minute !== null && `${requests_per_minute} requests a minute`,
    needs_approval && 'needs approval',
    expires_at && `until ${expires_at}`,
  ]
  return words.filter((each) => typeof each === 'string').join('; ') || 'none'
}

/** What is no number stays as it was typed: the operation says what is wrong. */
function numberIn(text: string) {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text) : text
}
