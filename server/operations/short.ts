/** Items of lists in a few words, for callers who pay for every one: what to choose by, and the id to ask on with. */
import { Media } from '#rules/media.ts'
import { Post } from '#rules/post.ts'
import { firstWords } from '#rules/text.ts'

const EXCERPT = 80

export const ShortPost = Post.pick({
  id: true,
  content: true,
  scheduled_at: true,
  outcome: true,
  needs: true,
  per_account: true,
  external_id: true,
  labels: true,
  risks: true,
}).transform(({ id, content, needs, per_account, external_id, labels, risks, ...rest }) => ({
  id,
  excerpt: firstWords(content, EXCERPT),
  ...rest,
  ...(needs.length > 0 && { needs }),
  ...(risks && { risks: [...new Set(risks.map(({ code }) => code))] }),
  ...(external_id !== null && { external_id }),
  ...(labels.length > 0 && { labels }),
  accounts: per_account.map(({ account_id, platform, status, error_code, ...each }) => ({
    id: account_id,
    platform,
    status,
    ...(error_code !== null && { error_code }),
    ...(each.waits_for && { waits_for: each.waits_for }),
    ...(each.reconnect_url !== null && { reconnect_url: each.reconnect_url }),
  })),
}))

export const ShortMedia = Media.pick({
  id: true,
  original_name: true,
  mime_type: true,
  width: true,
  height: true,
  duration: true,
  folder: true,
  tags: true,
  alt_text: true,
})
