/**
 * After a lost answer: is it on the account's timeline? X has no idempotency key and does not return what we sent as we sent
 * it, so both sides are brought to one form first. Costs one owned read per post in the window.
 */
import { z } from 'zod'
import { Failure, type Finding, type Json } from '../platform.ts'
import type { Session } from './api.ts'
import { askForPosts } from './dialect.ts'
import type { Uploaded } from './media.ts'
import { permalink } from './permalink.ts'
import { asRead, asSent } from './normal.ts'
import { Post } from './post.ts'
import { weightedLength } from './text.ts'

/** Clocks differ, and X cuts its times to seconds. */
const BEFORE = 30_000
const PAGE_SIZE = 100
const PAGES = 5

const Page = z.object({
  data: z.array(Post).optional(),
  meta: z
    .object({ result_count: z.number().optional(), next_token: z.string().optional() })
    .optional(),
})

export interface Wanted {
  text: string
  media: readonly z.output<typeof Uploaded>[]
  /** The post that a comment answers; null: not a reply. */
  reply_to: string | null
  started_at: Date
}

export async function find(session: Session, wanted: Wanted): Promise<Finding<Json>> {
  const since = new Date(wanted.started_at.getTime() - BEFORE)
  const alike: Post[] = []
  let token: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const { posts, next } = await timeline(session, wanted, { since, token })
    alike.push(...posts.filter((post) => isAlike(post, wanted, since, session)))
    token = next
    if (!token) break
  }

  const chosen = choose(alike, wanted)
  if (chosen === 'unknowable') return 'unknowable'
  if (chosen) {
    const found = { platform_post_id: chosen.id, platform_url: permalink(session, chosen.id) }
    return { found }
  }
  return token ? 'unknowable' : 'absent'
}

async function timeline(
  session: Session,
  wanted: Wanted,
  { since, token }: { since: Date; token: string | undefined },
) {
  const fields = ['created_at', 'entities', 'referenced_tweets', 'conversation_id']
  if (wanted.media.length > 0) fields.push('attachments')
  if (weightedLength(wanted.text) > 280) fields.push('note_tweet')
  const { data, meta } = await askForPosts(session, {
    path: `/2/users/${session.account.platform_account_id}/tweets`,
    query: {
      max_results: String(PAGE_SIZE),
      start_time: since.toISOString().replace(/\.\d+Z$/, 'Z'),
      ...(token ? { pagination_token: token } : {}),
    },
    fields,
    shows: ({ data = [] }) => !data.length || data.some(({ created_at }) => created_at),
    answer: Page,
  })
  if (!data && meta?.result_count !== 0) {
    const message = 'X gave no list of posts, so it is not known whether the post is there.'
    throw new Failure('unknown', 'unreadable_answer', message)
  }
  return { posts: data ?? [], next: meta?.next_token }
}

function isAlike(post: Post, wanted: Wanted, since: Date, { account }: Session) {
  if (post.created_at && post.created_at < since) return false
  if (post.replied_to !== wanted.reply_to || post.reposts) return false
  const ours = asSent(wanted.text)
  const theirs = asRead(post, { media: wanted.media.length > 0 })
  if (theirs === ours) return true
  // Replies may come back with the name of who is answered in front: here our own.
  if (wanted.reply_to && theirs.toLowerCase().startsWith(`@${account.username.toLowerCase()} `)) {
    return theirs.slice(account.username.length + 2) === ours
  }
  // A long post without its note: X shows its beginning only.
  return theirs.length > 200 && theirs.endsWith('…') && ours.startsWith(theirs.slice(0, -1).trim())
}

/**
 * Newest first. Our own media decide between posts of the same text. Without a text they are all there is to go by:
 * somebody else's picture at the same minute is neither proof nor disproof.
 */
function choose(alike: readonly Post[], wanted: Wanted): Post | 'unknowable' | undefined {
  const ours = new Set(wanted.media.flatMap(({ media_id, media_key }) => [media_id, media_key]))
  const certain = alike.findLast(({ media_keys }) =>
    media_keys?.some((key) => ours.has(key) || ours.has(key.split('_').at(-1) ?? key)),
  )
  if (certain) return certain
  if (asSent(wanted.text) !== '') return alike.at(-1)
  return (
    alike.findLast(({ media_keys }) => !media_keys) ?? (alike.length > 0 ? 'unknowable' : undefined)
  )
}
