/** How each platform says no, and where one means something else by a status than all others do, with why. */
import { dialect as bluesky } from '#platforms/bluesky/errors.ts'
import { rules as facebook } from '#platforms/facebook/refusals.ts'
import { dialect as google_business } from '#platforms/google_business/errors.ts'
import { rules as instagram } from '#platforms/instagram/refusals.ts'
import { type Dialect, refusal } from '#platforms/kit/answers.ts'
import type { Purpose } from '#platforms/kit/http.ts'
import { dialect as linkedin } from '#platforms/linkedin/errors.ts'
import { dialectOf } from '#platforms/meta/refusals.ts'
import { dialect as pinterest } from '#platforms/pinterest/errors.ts'
import { dialect as threads } from '#platforms/threads/errors.ts'
import { dialect as tiktok } from '#platforms/tiktok/errors.ts'
import { dialect as x } from '#platforms/x/errors.ts'
import { dialect as youtube } from '#platforms/youtube/errors.ts'

export const dialects: Readonly<Record<string, Dialect>> = {
  bluesky,
  facebook: dialectOf(facebook),
  google_business,
  instagram: dialectOf(instagram),
  linkedin,
  pinterest,
  threads,
  tiktok,
  x,
  youtube,
}

export const STATUSES = [200, 400, 401, 403, 404, 409, 413, 429, 500, 503] as const
export const PURPOSES = ['publish', 'prepare', 'read'] as const

/** Nobody's table: what a status means everywhere. */
export const COMMON: Dialect = { ...x, rows: [], name: 'The platform' }

/** By platform, purpose and status. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'google_business publish 403':
    'Google says no more than PERMISSION_DENIED where the person has lost the location: only they can get it back.',
  'linkedin prepare 404': 'An upload that LinkedIn has forgotten is begun anew.',
  'x prepare 400': 'Of an upload it is the file or its alt text.',
  'x prepare 403': 'Of an upload it is the permission for media, which older connections lack.',
  'x prepare 404': 'An upload that X has forgotten is begun anew.',
  'youtube publish 409':
    'A session that is opened twice at once conflicts with itself; nothing was made.',
}

/** What an answer in the platform's own words means that its table knows nothing of; `read: false`: in nobody's words. */
export function meaningOf(
  dialect: Dialect,
  { status, purpose, read = true }: { status: number; purpose: Purpose; read?: boolean },
) {
  const told = { codes: [], words: '' }
  const headers = { get: () => null }
  const answer = { status, purpose, headers, text: '', json: undefined }
  const given = { ...dialect, read: () => (read ? told : undefined) }
  const { kind, code } = refusal(answer, given, { now: new Date(0), secrets: [] })
  return { kind, code }
}

/** The platforms that differ, by purpose and status; those that differ alike at every purpose are told by `publish`. */
export function differences(): string[] {
  return Object.entries(dialects).flatMap(([platform, dialect]) =>
    STATUSES.flatMap((status) => {
      const differing = PURPOSES.filter(
        (purpose) => textOf(dialect, status, purpose) !== textOf(COMMON, status, purpose),
      )
      const alike = differing.length === PURPOSES.length ? (['publish'] as const) : differing
      return alike.map((purpose) => `${platform} ${purpose} ${status}`)
    }),
  )
}

export function textOf(dialect: Dialect, status: number, purpose: Purpose, read = true) {
  const { kind, code } = meaningOf(dialect, { status, purpose, read })
  return `${kind} ${code}`
}
