/** Times of their own that accounts of a post have: never before the post's. Pure. */
import type { PlatformContent } from '#rules/post.ts'
import { collector, type FieldErrors, invalid } from '#rules/problem.ts'

type Own = readonly PlatformContent[]

/** When the post is to go out there, where that is not its own time. */
export function ownTimeOf(own: Own, account_id: number): string | null {
  return own.find((each) => each.account_id === account_id)?.scheduled_at ?? null
}

export function hasOwnTimes(own: Own): boolean {
  return own.some(({ scheduled_at }) => scheduled_at !== undefined)
}

/** Those that go out at the post's own time; when there are none, all of them. */
export function atItsTime(own: Own, account_ids: readonly number[]): readonly number[] {
  const plain = account_ids.filter((id) => ownTimeOf(own, id) === null)
  return plain.length ? plain : account_ids
}

/** `scheduled_at` is the post's, or now; null: it has none yet. */
export function wrongOwnTimes(own: Own, scheduled_at: string | null): FieldErrors {
  const { errors, add } = collector()
  for (const [index, { scheduled_at: at }] of own.entries()) {
    if (at === undefined || scheduled_at === null || Date.parse(at) >= Date.parse(scheduled_at))
      continue
    add(
      `platform_content.${index}.scheduled_at`,
      `Use a time from ${scheduled_at} on: an account can be later than its post, and not earlier.`,
    )
  }
  return errors
}

/** The same as a refusal, once the time is known. */
export function requireOwnTimes(own: Own, scheduled_at: string | null): void {
  const problem = invalid(wrongOwnTimes(own, scheduled_at))
  if (problem) throw problem
}

export function withoutOwnTimes(own: Own): PlatformContent[] {
  return own.map((each) => {
    const { scheduled_at: _, ...rest } = each
    return rest
  })
}

/** Moved as far as the post. */
export function shiftedOwnTimes(own: Own, milliseconds: number): PlatformContent[] {
  return own.map(({ scheduled_at, ...rest }) => ({
    ...rest,
    ...(scheduled_at !== undefined && {
      scheduled_at: new Date(Date.parse(scheduled_at) + milliseconds).toISOString(),
    }),
  }))
}
