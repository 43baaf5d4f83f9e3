/** From rows to the answer: the same numbers cut in five ways. */
import { leftOut, type Numbers, numbersOf, type Offers, type Part } from '#rules/analytics.ts'
import type { Counts } from '#rules/metrics.ts'
import { datesIn, type Window } from '#rules/window.ts'
import type { AccountSum, AnyAccount, Day, PublishedPosts, TopPost } from '#store/analytics.ts'
import type { Analytics } from './fields.ts'
import type { AnalyticsScope } from './scope.ts'

interface Rows {
  /** By platform, of the window and the one that it stands beside; so are the posts. */
  days: readonly Day[]
  published: readonly PublishedPosts[]
  /** Of the window. */
  accounts: readonly AccountSum[]
  top: readonly TopPost[]
}

interface Slice {
  days: readonly Day[]
  published: readonly PublishedPosts[]
}

export function reportOf(scope: AnalyticsScope, rows: Rows): Analytics {
  const { window, before, timezone, offers } = scope
  const platformOf = new Map(scope.accounts.map(({ id, platform }) => [id, platform]))
  const sums = ({ days, published }: Slice, of: Offers) =>
    numbersOf(postsIn(published), days.map(partOf), of)
  const whole = (slice: Slice) => ({
    ...sums(slice, offers),
    incomplete: leftOut(slice.days.map(partOf), offers),
  })

  const now = within(rows, window)
  const earlier = within(rows, before)
  const days = Map.groupBy(now.days, ({ day }) => day)
  const published = Map.groupBy(now.published, ({ day }) => day)
  return {
    window: { ...window, timezone },
    totals: whole(now),
    previous: { ...before, ...whole(earlier) },
    by_platform: Object.keys(offers).map((platform) => ({
      platform,
      ...sums(ofPlatform(now, platform, scope.accounts), only(offers, [platform])),
    })),
    by_account: shownAccounts(scope.accounts, rows.accounts, rows.published).map(
      ({ id, platform, name, username }) => ({
        account_id: id,
        platform,
        name,
        username,
        ...numbersOf(
          postsIn(publishedOn(now.published, new Set([id]))),
          rows.accounts
            .filter(({ account_id, days }) => account_id === id && days > 0)
            .map((row) => ({ platform, ...countsOf(row) })),
          only(offers, [platform]),
        ),
      }),
    ),
    timeline: datesIn(window).map((date) => ({
      date,
      ...sums({ days: days.get(date) ?? [], published: published.get(date) ?? [] }, offers),
    })),
    top_posts: topOf(rows.top, platformOf, offers),
  }
}

/** Numbers day by day, as columns: of everything, then of each platform or account. */
export function timelinesOf(
  scope: AnalyticsScope,
  slice: Slice,
  by: 'platform' | 'account' | undefined,
) {
  const { accounts, window, before, offers } = scope
  const columns = (own: Slice, dates: readonly string[], about: Offers) => {
    const days = Map.groupBy(own.days, ({ day }) => day)
    const published = Map.groupBy(own.published, ({ day }) => day)
    const each = dates.map((date) =>
      numbersOf(postsIn(published.get(date) ?? []), (days.get(date) ?? []).map(partOf), about),
    )
    const column = <Name extends keyof Numbers>(name: Name) => each.map((row) => row[name])
    return {
      posts: column('posts'),
      reach: column('reach'),
      impressions: column('impressions'),
      likes: column('likes'),
      comments: column('comments'),
      shares: column('shares'),
      engagements: column('engagements'),
      engagement_rate: column('engagement_rate'),
    }
  }
  const line = (own: Slice, about: Offers, platform: string | null, account_id: number | null) => ({
    platform,
    account_id,
    days: columns(own, datesIn(window), about),
    previous: columns(own, datesIn(before), about),
  })
  const whole = line(slice, offers, null, null)
  if (by === 'platform')
    return [
      whole,
      ...Object.keys(offers).map((platform) =>
        line(ofPlatform(slice, platform, accounts), only(offers, [platform]), platform, null),
      ),
    ]
  if (by === 'account')
    return [
      whole,
      ...shownAccounts(accounts, slice.days, slice.published).map(({ id, platform }) =>
        line(ofAccount(slice, id), only(offers, [platform]), platform, id),
      ),
    ]
  return [whole]
}

/** What is not in the sums of these parts, of the platforms that they are on. */
export function leftOutOf(parts: readonly Part[], offers: Offers) {
  return leftOut(parts, only(offers, [...new Set(parts.map(({ platform }) => platform))]))
}

function within({ days, published }: Slice, { from, to }: Window): Slice {
  const isIn = ({ day }: { day: string }) => day >= from && day <= to
  return { days: days.filter(isIn), published: published.filter(isIn) }
}

function ofPlatform(
  { days, published }: Slice,
  platform: string,
  accounts: readonly AnyAccount[],
): Slice {
  return {
    days: days.filter((each) => each.platform === platform),
    published: publishedOn(published, idsOf(accounts, platform)),
  }
}

function ofAccount({ days, published }: Slice, id: number): Slice {
  return {
    days: days.filter(({ account_id }) => account_id === id),
    published: publishedOn(published, new Set([id])),
  }
}

function publishedOn(published: readonly PublishedPosts[], ids: ReadonlySet<number>) {
  return published.filter(({ account_ids }) => account_ids.some((id) => ids.has(id)))
}

function partOf(row: Day): Part {
  return { platform: row.platform, ...countsOf(row) }
}

function postsIn(published: readonly PublishedPosts[]) {
  return published.reduce((sum, { posts }) => sum + posts, 0)
}

function idsOf(accounts: readonly AnyAccount[], platform: string) {
  return new Set(accounts.filter((each) => each.platform === platform).map(({ id }) => id))
}

function only(offers: Offers, platforms: readonly string[]): Offers {
  return Object.fromEntries(platforms.map((platform) => [platform, offers[platform] ?? []]))
}

/** A removed account is shown as long as it has a part in the numbers. */
function shownAccounts(
  accounts: readonly AnyAccount[],
  days: readonly { account_id: number | null }[],
  published: readonly PublishedPosts[],
) {
  const active = new Set([
    ...days.map(({ account_id }) => account_id),
    ...published.flatMap(({ account_ids }) => account_ids),
  ])
  return accounts.filter(({ id, removed_at }) => removed_at === null || active.has(id))
}

function topOf(
  rows: readonly TopPost[],
  platformOf: ReadonlyMap<number, string>,
  offers: Offers,
): Analytics['top_posts'] {
  return [...Map.groupBy(rows, ({ post_id }) => post_id).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const parts = own.map((row) => ({
      platform: platformOf.get(row.account_id) ?? '',
      ...countsOf(row),
    }))
    const platforms = [...new Set(parts.map(({ platform }) => platform))].toSorted()
    const { post_id, content, published_at } = first
    const about = only(offers, platforms)
    return [
      {
        post_id,
        content,
        published_at,
        platforms,
        ...numbersOf(1, parts, about),
        incomplete: leftOut(parts, about),
      },
    ]
  })
}

function countsOf({ reach, impressions, likes, comments, shares, engagements }: Counts): Counts {
  return { reach, impressions, likes, comments, shares, engagements }
}
