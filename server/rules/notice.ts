/** What people are told of without asking, when, and in which words. Pure. */
import { z } from 'zod'
import { CODES, isCode } from '#platforms/kit/codes.ts'
import { nameInMail } from './mail.ts'
import { RiskCode, risks } from './risk.ts'
import type { Role } from './role.ts'
import { labelOf } from './schedule.ts'
import { firstWords } from './text.ts'

export const NoticeKind = z.enum(
  [
    'decision',
    'maybe_twice',
    'reconnect',
    'removal_failed',
    'edit_failed',
    'at_risk',
    'post_failed',
    'expiring',
    'approval',
    'series',
    'webhook',
    'key_ending',
    'plan',
  ],
  { error: 'There is no such kind of notice.' },
)
export type NoticeKind = z.infer<typeof NoticeKind>

/** `off` keeps it out of the mail; the bell shows it all the same. */
export const Way = z.enum(['off', 'at_once', 'daily'], { error: 'Use off, at_once or daily.' })
export type Way = z.infer<typeof Way>

interface About {
  /** As a person finds it in a list. */
  label: string
  /** Unless they choose otherwise. */
  way: Way
  roles: readonly Role[]
}

const everybodyWhoPosts = ['owner', 'editor'] as const
const owners = ['owner'] as const

export const notices: Readonly<Record<NoticeKind, About>> = {
  decision: {
    label: 'A post waits for an answer: is it there or not?',
    way: 'at_once',
    roles: everybodyWhoPosts,
  },
  maybe_twice: {
    label: 'A post may be there twice',
    way: 'at_once',
    roles: everybodyWhoPosts,
  },
  reconnect: {
    label: 'An account has to be connected again',
    way: 'at_once',
    roles: everybodyWhoPosts,
  },
  removal_failed: {
    label: 'A post could not be taken down',
    way: 'at_once',
    roles: everybodyWhoPosts,
  },
  edit_failed: {
    label: 'A post that is out could not be changed',
    way: 'at_once',
    roles: everybodyWhoPosts,
  },
  at_risk: {
    label: 'A post on schedule may not go out',
    way: 'at_once',
    roles: everybodyWhoPosts,
  },
  post_failed: { label: 'A post did not go out', way: 'daily', roles: everybodyWhoPosts },
  expiring: { label: 'An account ends soon', way: 'daily', roles: everybodyWhoPosts },
  approval: { label: 'A post waits for approval', way: 'daily', roles: everybodyWhoPosts },
  series: {
    label: 'A series makes no more posts by itself',
    way: 'daily',
    roles: everybodyWhoPosts,
  },
  webhook: { label: 'A webhook fails, or was switched off', way: 'daily', roles: owners },
  key_ending: { label: 'An API key ends within seven days', way: 'daily', roles: owners },
  plan: { label: 'Most of the month’s posts are used', way: 'daily', roles: owners },
}

/** What one of them is about; names are as they were then. */
export const Item = z.object({
  post_id: z.int().nullable().default(null),
  account_id: z.int().nullable().default(null),
  platform: z.string().nullable().default(null),
  /** Of the account, the key or the series. */
  name: z.string().nullable().default(null),
  at: z.string().nullable().default(null),
})
export type Item = z.infer<typeof Item>

/** No notice keeps more of them: the rest is counted. */
export const ITEMS = 10

/** Milliseconds that a notice waits for others of its cause, and in which a cause is mailed once. */
export const GATHER = 15_000
export const PAUSE = 3600_000

export const DAILY_AT = '08:00'

export interface Told {
  kind: NoticeKind
  cause: string
  count: number
  items: readonly Item[]
}

export interface Words {
  title: string
  lines: string[]
}

/** A post that a notice is about, in short. */
export interface Named {
  id: number
  content: string
  /** When it went out, or shall. */
  at: string | null
}

/** No notice names more of its posts: the rest is counted. */
export const NAMED = 3

/** Kinds that are about posts, which are named with them. */
const aboutPosts: ReadonlySet<NoticeKind> = new Set([
  'decision',
  'maybe_twice',
  'removal_failed',
  'edit_failed',
  'at_risk',
  'post_failed',
  'approval',
])

/** The posts that a notice names, the latest first, and how many it does not. */
export function postsOf({ kind, count, items }: Omit<Told, 'cause'>) {
  if (!aboutPosts.has(kind)) return { ids: [], more: 0 }
  const known = [...new Set(items.toReversed().flatMap(({ post_id }) => post_id ?? []))]
  // A post may fail on several accounts, each of which is counted: they are told apart as far as they are kept.
  const all = count <= items.length ? known.length : count
  const ids = known.slice(0, NAMED)
  return { ids, more: all - ids.length }
}

/** The accounts that a notice is about, the latest last; others tell of accounts as well, and are about posts. */
export function accountsOf({ kind, items }: Pick<Told, 'kind' | 'items'>) {
  return kind === 'reconnect' || kind === 'expiring' ? accountsIn(items) : []
}

function accountsIn(items: readonly Item[]) {
  return [...new Map(items.map((item) => [item.account_id, item])).values()].filter(
    ({ account_id }) => account_id !== null,
  )
}

const BEGINNING = 60

/**
 * A post as a mail calls it: the beginning of its text, without what mail programs make into links, and its time by the
 * reader’s clock.
 */
export function nameOfPost(id: number, post: Named | undefined, zone: string) {
  const words = (post?.content ?? '').split(/\s+/).filter((word) => nameInMail(word) !== undefined)
  const text = firstWords(words.join(' '), BEGINNING)
  const time = timeOf(post?.at, zone)
  return `${text ? `“${text}”` : `Post ${id}`}${time === undefined ? '' : `, ${time}`}`
}

/** Where somebody does something about a post, below the address of the service. */
export function placeOfPost(kind: NoticeKind, id: number) {
  return kind === 'approval' ? `/review/${id}` : `/posts/${id}`
}

/** Where the account is connected again. */
export function placeOfAccount(id: number) {
  return `/accounts/connect?account=${id}`
}

interface Reader {
  /** What a platform is called. */
  platform: (id: string) => string
  /** By whose clock times are told. */
  zone: string
}

/** Names that look like addresses are left out: they would become links. */
export function wordsOf(told: Told, reader: Reader): Words {
  return words[told.kind](told, reader)
}

type Writer = (told: Told, reader: Reader) => Words

const words: Record<NoticeKind, Writer> = {
  decision: ({ count, items }, { platform }) => ({
    title: `${many(count, 'post waits', 'posts wait')} for your answer`,
    lines: [
      `The answer of ${placesOf(items, platform)} was lost, and nobody but a person can tell whether ${count === 1 ? 'the post is' : 'the posts are'} there. Nothing is sent again before somebody answers.`,
    ],
  }),
  maybe_twice: ({ count, items }, { platform }) => ({
    title: `${many(count, 'post', 'posts')} may be there twice`,
    lines: [
      `${placesOf(items, platform)}: an answer was lost, ${count === 1 ? 'the post was' : 'the posts were'} sent once more, and now two are shown that say the same. Look at both, and take one down if it is ours.`,
    ],
  }),
  reconnect: (told, { platform }) => {
    const [one, count] = [whoOf(told, platform), countOf(told)]
    return {
      title:
        count === 1
          ? `${one} has to be connected again`
          : `${count} accounts on ${one} have to be connected again`,
      lines: [
        `${placesOf(told.items, platform)}: the platform takes our access no longer. Posts for ${count === 1 ? 'it' : 'them'} wait or fail until somebody connects ${count === 1 ? 'it' : 'them'} again.`,
      ],
    }
  },
  removal_failed: ({ count, items, cause }, { platform }) => ({
    title: `${many(count, 'post', 'posts')} could not be taken down`,
    lines: [
      `${placesOf(items, platform)}: ${reasonIn(cause)} As far as anybody knows ${count === 1 ? 'it is' : 'they are'} still there: take ${count === 1 ? 'it' : 'them'} down there, or ask again.`,
    ],
  }),
  edit_failed: ({ count, items, cause }, { platform }) => ({
    title: `${many(count, 'post', 'posts')} could not be changed where ${count === 1 ? 'it is' : 'they are'} out`,
    lines: [`${placesOf(items, platform)}: ${reasonIn(cause)}`],
  }),
  at_risk: ({ count, items, cause }, { platform }) => ({
    title: `${many(count, 'post', 'posts')} on schedule may not go out`,
    lines: [riskIn(cause, items, platform)],
  }),
  post_failed: ({ count, items, cause }, { platform }) => ({
    title: `${many(count, 'post', 'posts')} did not go out`,
    lines: [`${placesOf(items, platform)}: ${reasonIn(cause)}`],
  }),
  expiring: (told, { platform, zone }) => {
    const [one, count] = [whoOf(told, platform), countOf(told)]
    return {
      title: count === 1 ? `${one} ends soon` : `${count} accounts on ${one} end soon`,
      lines: [
        `${placesOf(told.items, platform)}: access ends by itself${untilOf(told.items, zone)}. Connect ${count === 1 ? 'it' : 'them'} again before that, and every post goes out.`,
      ],
    }
  },
  approval: ({ count }) => ({
    title: `${many(count, 'post waits', 'posts wait')} for approval`,
    lines: ['They go out when somebody approves them, and not before.'],
  }),
  series: ({ cause, items: [series] }) => {
    const name = quoted(series?.name || null) ?? `Series ${cause.split(':')[1]}`
    const text = {
      failures: `${name}: two posts in a row failed, or could not be made. It makes none until somebody resumes it.`,
      unconfirmed: `${name} has no end, and nobody has confirmed for a year that it goes on. It makes no more posts until somebody resumes it.`,
      credential_ended: `${name}: the key, app or member that it belonged to is no more. Whoever resumes it has it from then on.`,
    }[cause.split(':')[0] ?? '']
    const paused = !cause.startsWith('credential_ended')
    return {
      title: `A series of posts ${paused ? 'is paused' : 'has ended'}`,
      lines: [text ?? name],
    }
  },
  webhook: ({ cause }) => {
    const code = cause.split(':')[0] ?? ''
    const off = {
      off: 'Its address has not taken what it was sent. Switch it on again when that is mended.',
      ended: 'The key, app or member that it belonged to is no more. Make another in its place.',
      lost: 'The key that its secret was sealed under is lost. Give it another secret, and switch it on again.',
    }[code]
    if (off !== undefined) return { title: 'A webhook was switched off', lines: [off] }
    return {
      title: 'A webhook does not take what it is sent',
      lines: ['Something was sent to it in vain, and is not sent again by itself.'],
    }
  },
  key_ending: ({ items: [key] }, { zone }) => ({
    title: 'An API key ends soon',
    lines: [
      `The key ${quoted(key?.name ?? null) ?? 'of a program'} is refused from ${timeOf(key?.at, zone) ?? 'then'} on. Make another before that.`,
    ],
  }),
  plan: ({ cause, items: [month] }, { zone }) => ({
    title: cause.endsWith(':100')
      ? 'The month’s posts are used up'
      : 'Four of five of the month’s posts are used',
    lines: [
      cause.endsWith(':100')
        ? `No further post goes on schedule before ${timeOf(month?.at, zone) ?? 'the next month'}. What is on schedule goes out.`
        : `The count starts again on ${timeOf(month?.at, zone) ?? 'the first of the month'}.`,
    ],
  }),
}

/** Of `<platform>:<code>`. */
function reasonIn(cause: string) {
  const [, code = ''] = cause.split(':')
  return isCode(code) ? CODES[code] : code
}

function riskIn(cause: string, items: readonly Item[], platform: (id: string) => string) {
  const { data: code = 'account_needs_reconnect' } = RiskCode.safeParse(cause)
  const { text } = risks[code]
  if (items.some((item) => item.platform !== null)) return `${placesOf(items, platform)}: ${text}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** “Ada” on Bluesky; the platform alone of several accounts, which all are there. */
function whoOf(told: Told, platform: (id: string) => string) {
  const [first] = told.items
  const place = platform(first?.platform ?? '')
  if (countOf(told) > 1) return place
  return `${quoted(first?.name ?? null) ?? 'An account'} on ${place}`
}

/** How many accounts: one that is told twice is one. */
export function countOf({ count, items }: Told) {
  return count <= items.length ? Math.max(1, accountsIn(items).length) : count
}

/** An account as a mail calls it. */
export function nameOfAccount({ name, platform }: Item, called: (id: string) => string) {
  return `${quoted(name) ?? 'an account'} on ${called(platform ?? '')}`
}

function many(count: number, one: string, more: string) {
  return count === 1 ? `A${/^[aeiou]/.test(one) ? 'n' : ''} ${one}` : `${count} ${more}`
}

/** Platforms with the accounts there that have a name which may be written. */
function placesOf(items: readonly Item[], platform: (id: string) => string) {
  const names = new Map<string, Set<string>>()
  for (const item of items) {
    const of = names.get(item.platform ?? '') ?? new Set()
    const name = quoted(item.name)
    if (name !== undefined) of.add(name)
    names.set(item.platform ?? '', of)
  }
  const places = [...names].map(([id, of]) => {
    const some = [...of].slice(0, 3).join(', ')
    const more = of.size > 3 ? ` and ${of.size - 3} more` : ''
    return `${platform(id)}${some && ` (${some}${more})`}`
  })
  return places.join(', ')
}

/** A name as text that no mail program makes into a link. */
function quoted(name: string | null) {
  const plain = name === null ? undefined : nameInMail(name)
  return plain === undefined ? undefined : `“${plain.slice(0, 60)}”`
}

function untilOf(items: readonly Item[], zone: string) {
  const [first] = items.flatMap(({ at }) => (at === null ? [] : [at])).toSorted()
  const time = timeOf(first, zone)
  return time === undefined ? '' : ` on ${time}`
}

function timeOf(at: string | null | undefined, zone: string) {
  return at == null ? undefined : labelOf(new Date(at), zone)
}
