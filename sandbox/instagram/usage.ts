/** The headers by which Graph tells how much of a limit is used (docs/facts/instagram.md §6). */
import type { Professional } from './people.ts'

export function usage(account: Professional | undefined, percent: number, minutes = 0) {
  const counts = { call_count: percent, total_time: 25, total_cputime: 25 }
  const business = { type: 'instagram', ...counts, estimated_time_to_regain_access: minutes }
  const headers: Record<string, string> = { 'x-app-usage': JSON.stringify(counts) }
  if (account) headers['x-business-use-case-usage'] = JSON.stringify({ [account.id]: [business] })
  return headers
}
