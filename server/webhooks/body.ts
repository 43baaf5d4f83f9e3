/** What a webhook is sent: what changed, and what it changed as it is now. */
import { limits } from '#rules/limits.ts'
import { outcome, type StoredPost } from '#rules/post.ts'
import { findAnyAccount } from '#store/accounts.ts'
import type { EventRow } from '#store/events.ts'
import { findPost } from '#store/posts.ts'
import type { Scope } from '#store/schema.ts'

/** `scope`: as far as its maker sees. JSON, at most 20 KB; what is longer goes out as ids with `truncated`, and tells what was left out. */
export async function bodyOf(event: EventRow, scope: Scope, now: Date): Promise<string> {
  const { post_id, delivery_id, account_id, media_id } = event
  const post = post_id === null ? undefined : await findPost(scope, post_id)
  const external_id = post?.external_id ?? null
  const plain = {
    type: event.type,
    timestamp: event.at,
    sequence: event.seq,
    workspace_id: event.workspace_id,
    event: {
      id: event.uuid,
      post_id,
      external_id,
      delivery_id,
      account_id,
      media_id,
      data: event.data,
    },
  }
  const account = account_id === null ? undefined : await findAnyAccount(scope, account_id)
  const about = {
    ...(post && { post: shownPost(post) }),
    ...(post && account_id !== null && { delivery: deliveryOf(post, account_id) }),
    ...(account && { account }),
    ...((post || account) && { as_of: now.toISOString() }),
  }
  const whole = JSON.stringify({ ...plain, ...about })
  if (fits(whole)) return whole
  const shown = ['post', 'delivery', 'account'].filter((name) => name in about)
  return cut(plain, shown)
}

function fits(body: string) {
  return Buffer.byteLength(body) <= limits.webhook_body_bytes
}

/** What an event tells of itself may be too long as well, as a leash of a thousand accounts is before and after: the longest of it goes first. */
function cut<Plain extends { event: { data: object } }>(plain: Plain, left_out: string[]): string {
  const body = JSON.stringify({ ...plain, truncated: true, left_out })
  const [longest] = Object.entries(plain.event.data).toSorted(
    ([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length,
  )
  if (fits(body) || !longest) return body
  const [name] = longest
  const data = Object.fromEntries(
    Object.entries(plain.event.data).filter(([field]) => field !== name),
  )
  const event = { ...plain.event, data }
  return cut({ ...plain, event }, [...left_out, `event.data.${name}`])
}

function shownPost(post: StoredPost) {
  return {
    id: post.id,
    content: post.content,
    status: post.status,
    outcome: outcome(post),
    scheduled_at: post.scheduled_at,
    published_at: post.published_at,
    error_message: post.error_message,
    updated_at: post.updated_at,
    deleted_at: post.deleted_at,
    external_id: post.external_id,
    metadata: post.metadata,
    labels: post.labels,
    per_account: post.socialAccounts.map(perAccount),
  }
}

function deliveryOf(post: StoredPost, account_id: number) {
  const found = post.socialAccounts.find(({ id }) => id === account_id)
  return found && perAccount(found)
}

function perAccount({ id, platform, username, pivot }: StoredPost['socialAccounts'][number]) {
  return {
    account_id: id,
    platform,
    username,
    status: pivot.status,
    platform_post_id: pivot.platform_post_id,
    platform_url: pivot.platform_url,
    ...(pivot.url_pending && { url_pending: true }),
    error_code: pivot.error_code,
    error_message: pivot.error_message,
    blocked_reason: pivot.blocked_reason,
    published_at: pivot.published_at,
  }
}
