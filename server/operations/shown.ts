/** Posts as a caller sees them: with what they wait for, what a person has to do, and where. */
import { holdOf, type Held, waitOf } from '#rules/hold.ts'
import { needsReconnect, type Post, present, type StoredPost, withParts } from '#rules/post.ts'
import { findHolds, holdsFor } from '#store/holds.ts'
import { risks as codes, type StoredRisk } from '#rules/risk.ts'
import type { Context } from './context.ts'

export async function showPost(
  context: Context,
  post: StoredPost,
  warnings: readonly string[] = [],
): Promise<Post> {
  const [only] = await showPosts(context, [post], warnings)
  if (!only) throw new Error('One post makes one.')
  return only
}

export async function showPosts(
  context: Context,
  posts: readonly StoredPost[],
  warnings: readonly string[] = [],
): Promise<Post[]> {
  const holds = await holdsSoon(context, posts)
  return posts.map((post) => shownBeside(context, post, holds, warnings))
}

/** What keeps the accounts on which some of these are due soon. */
export function holdsSoon(context: Context, posts: readonly StoredPost[]) {
  return holdsOf(context, soonDue(posts, context.now))
}

/** The same as a statement. */
export function holdsAmong(
  { environment, now, workspace_id }: Pick<Context, 'environment' | 'now' | 'workspace_id'>,
  account_ids: readonly number[],
) {
  return holdsFor({ workspace_id }, account_ids, dailyLimits({ environment }), now)
}

/** Where what keeps its accounts is known; nothing else is looked up. */
export function shownBeside(
  context: Pick<Context, 'environment' | 'now' | 'caller'>,
  post: StoredPost,
  holds: ReadonlyMap<number, Held>,
  warnings: readonly string[],
): Post {
  const { environment, now } = context
  const withAddress = (item: StoredPost['media'][number]) => ({
    ...item,
    cdn_url: environment.cdn_url + item.cdn_url,
    thumbnail_url: item.thumbnail_url && environment.cdn_url + item.thumbnail_url,
  })
  const socialAccounts = post.socialAccounts.map((account) => ({
    ...account,
    pivot: {
      ...withParts(account.pivot),
      ...waitOf(account.pivot, holds.get(account.id), platformOf(context, account), now),
    },
  }))
  const risks = post.risks.map((risk) => ({ ...risk, act_url: actUrl(context, post, risk) }))
  const { risks: _, part_media, ...rest } = post
  const queue_id = queueOf(post)
  const told = {
    ...rest,
    media: post.media.map(withAddress),
    ...(part_media && { part_media: part_media.map(withAddress) }),
    socialAccounts,
    ...(risks.length && { risks }),
    ...(queue_id !== undefined && { queue_id }),
  }
  const whole = present(told, warnings)
  const per_account = whole.per_account.map((each, index) => {
    const account = post.socialAccounts[index]
    const lost = account && needsReconnect(post, account)
    return { ...each, reconnect_url: lost ? reconnectUrl(context, account) : null }
  })
  return { ...whole, per_account }
}

/** The queue that it stands in; undefined: none. */
export function queueOf({ socialAccounts }: Pick<StoredPost, 'socialAccounts'>) {
  return socialAccounts.find(({ pivot }) => pivot.queue)?.pivot.queue?.id
}

/** Where a person does something about it. */
function actUrl(
  context: Pick<Context, 'environment' | 'caller'>,
  { id, socialAccounts }: StoredPost,
  { code, account_id }: StoredRisk,
) {
  const { base_url, upgrade_url } = context.environment
  const account = socialAccounts.find((each) => each.id === account_id)
  const at = {
    account: account ? reconnectUrl(context, account) : null,
    post: `${base_url}/posts/${id}`,
    plan: upgrade_url,
  }
  const { act } = codes[code]
  return act === null ? null : at[act]
}

/** What keeps each of these accounts, by its id. */
export async function holdsOf(context: Context, account_ids: readonly number[]) {
  return heldBy(await findHolds(context, account_ids, dailyLimits(context), context.now))
}

export function heldBy(rows: readonly Held[]) {
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** How many posts a day each platform takes from an account. */
export function dailyLimits({ environment }: Pick<Context, 'environment'>) {
  const limits = Object.values(environment.manifests).map(
    ({ id, limits: { per_account_per_day } }) => [id, per_account_per_day] as const,
  )
  return Object.fromEntries(limits)
}

/** What keeps the account at this moment. */
export function heldNow(context: Context, held: Held | undefined, account: { platform: string }) {
  return holdOf(held, platformOf(context, account), context.now) ?? null
}

export function reconnectUrl(
  { environment, caller }: Pick<Context, 'environment' | 'caller'>,
  account: { id: number; platform: string; sandbox: boolean },
) {
  return environment.connect_url(caller, account)
}

/** No hold is told further ahead than the time for which what waits is tried. */
const AHEAD = 24 * 3600_000

/** Within the time for which holds are told. */
export function isSoon(due: string, now: Date) {
  return Date.parse(due) < now.getTime() + AHEAD
}

/** The accounts on which some of these wait to be due within it. */
export function soonDue(posts: readonly StoredPost[], now: Date) {
  const due = posts
    .flatMap(({ socialAccounts }) => socialAccounts)
    .filter(({ pivot: { status, next_attempt_at: at } }) => {
      return status === 'pending' && at !== null && isSoon(at, now)
    })
  return [...new Set(due.map(({ id }) => id))]
}

function platformOf(
  { environment }: Pick<Context, 'environment'>,
  { platform }: { platform: string },
) {
  const manifest = environment.manifests[platform]
  const per_day = manifest?.limits.per_account_per_day ?? null
  return { name: manifest?.name ?? platform, per_day }
}
