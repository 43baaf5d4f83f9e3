/** The specification's state table, small enough to be seen to be right. What a move answers, and how the post stands then. */
import type { Ending } from '../surfaces/hand.ts'

export type Channel = 'pending' | 'publishing' | 'published' | 'failed' | 'unknown'
export type Time = 'none' | 'future' | 'past'

export interface Post {
  status: 'draft' | 'scheduled' | 'published' | 'failed'
  deleted: boolean
  time: Time
  channels: Channel[]
}

export const whens = ['draft', 'now', 'future'] as const
export type When = (typeof whens)[number]

const states = {
  draft: { status: 'draft', time: 'none' },
  now: { status: 'scheduled', time: 'past' },
  future: { status: 'scheduled', time: 'future' },
} as const

export function created(when: When): Post {
  return { ...states[when], deleted: false, channels: ['pending', 'pending'] }
}

/** Changes the post, or answers the code by which the move is refused. */
export type Expectation = (post: Post) => string | undefined

const has = (post: Post, ...words: Channel[]) => post.channels.some((each) => words.includes(each))
const turn = (post: Post, from: Channel, to: Channel) => {
  post.channels = post.channels.map((each) => (each === from ? to : each))
}

export function change(when?: When): Expectation {
  return (post) => {
    const open = post.status === 'draft' || post.status === 'scheduled'
    if (post.deleted || !open || !post.channels.every((each) => each === 'pending'))
      return 'invalid'
    if (when) Object.assign(post, states[when])
    return undefined
  }
}

export const rules = {
  publish_now(post) {
    if (post.deleted || post.status === 'published') return 'post_not_publishable'
    if (post.status === 'failed') {
      if (!has(post, 'failed')) return 'post_not_publishable'
      turn(post, 'failed', 'pending')
    }
    Object.assign(post, states.now)
    return undefined
  },

  retry_post(post) {
    if (post.deleted || !has(post, 'failed')) return 'post_not_retryable'
    turn(post, 'failed', 'pending')
    if (post.status === 'failed') post.status = 'scheduled'
    return undefined
  },

  cancel_post(post) {
    const begun = has(post, 'publishing', 'published', 'unknown')
    if (post.deleted || post.status !== 'scheduled' || begun) return 'post_not_cancelable'
    post.deleted = true
    return undefined
  },

  delete_post(post) {
    if (post.deleted) return undefined
    if (post.status === 'scheduled') return 'post_not_cancelable'
    if (post.status !== 'draft') turn(post, 'pending', 'failed')
    post.deleted = true
    return undefined
  },

  restore_post(post) {
    if (!post.deleted) return 'post_not_deleted'
    post.deleted = false
    if (post.status !== 'scheduled' || post.time === 'future') return undefined
    post.status = 'draft'
    post.channels = ['pending', 'pending']
    return undefined
  },
} satisfies Record<string, Expectation>

/** A worker takes up what is due. */
export function begin(post: Post) {
  const waits =
    post.status === 'draft' ||
    post.deleted ||
    (post.status === 'scheduled' && post.time === 'future')
  if (!waits) turn(post, 'pending', 'publishing')
}

const ends: Record<Ending, Channel> = {
  published: 'published',
  failed: 'failed',
  disconnected: 'failed',
  unknown: 'unknown',
}

/** Platforms answer; undefined: this one wants us to wait. */
export function end(post: Post, how: readonly (Ending | undefined)[]) {
  post.channels = post.channels.map((each, index) => {
    if (each !== 'publishing') return each
    const ending = how[index]
    return ending ? ends[ending] : 'pending'
  })
  if (has(post, 'pending', 'publishing')) return
  post.status = has(post, 'published') ? 'published' : 'failed'
}

export function outcome(post: Post): string {
  if (post.deleted) return 'deleted'
  if (has(post, 'publishing') || (has(post, 'published') && has(post, 'pending')))
    return 'publishing'
  if (post.status === 'published') return has(post, 'failed', 'unknown') ? 'partial' : 'published'
  return post.status
}
