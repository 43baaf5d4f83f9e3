/** The headers by which Graph tells how much of a limit is used (docs/facts/facebook.md §7). */
import type { Page } from './people.ts'

/** Percent of what is allowed; a Page’s own is told beside the app’s. */
export function usage(
  page: Page | undefined,
  percent: number,
  minutes = 0,
): Record<string, string> {
  const counts = { call_count: percent, total_time: 25, total_cputime: 25 }
  const business = { type: 'pages', ...counts, estimated_time_to_regain_access: minutes }
  return {
    'x-app-usage': JSON.stringify(counts),
    ...(page
      ? {
          'x-page-usage': JSON.stringify(counts),
          'x-business-use-case-usage': JSON.stringify({ [page.id]: [business] }),
        }
      : {}),
  }
}
