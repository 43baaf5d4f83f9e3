/** A post while somebody writes it, and how it is said to the service. Pure. */
import type { AttachedMedia, Post, SchedulePostInput, UpdatePostInput } from '@crier/sdk'
import type { File } from './file.ts'
import { type Mention, withMentions } from './mentions.ts'
import { filesOfPart, type Part, partsOf, type Split, type ThreadAs, threadOf } from './parts.ts'

export type { File } from './file.ts'

export type When =
  /** Of the posting schedule, or of a queue. */
  | { way: 'next_slot'; queue?: number }
  /** By the clock of the workspace: `2027-03-28`, `09:30`. */
  | { way: 'at'; date: string; time: string }
  | { way: 'now' }
  | { way: 'draft' }

/** By whom it differs: `p:x` on a platform, `a:12` on one account. */
export type Target = `p:${string}` | `a:${number}`

export interface Composition {
  uuid: string
  workspace_id: number
  account_ids: readonly number[]
  text: string
  variants: Readonly<Record<string, string>>
  /** What follows the post, each below the one before. */
  parts: readonly Part[]
  /** What becomes of them where a platform has no threads. */
  thread_as: ThreadAs
  /** What is too long for a platform with threads, the service cuts into parts. */
  split: Split
  first_comment: string
  /** Whom somebody chose from those that a platform found, and who is named in its options as long as the text does. */
  mentions: readonly Mention[]
  options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  files: readonly File[]
  when: When
  /** The post, once it was written into the service; as it was then. */
  post?: { id: number; updated_at: string; status: Post['status'] }
  /** How the post stood when somebody began to change it. */
  base?: Contents
  /** What the post says of single accounts that is not written here. */
  account_options: Readonly<Record<string, Record<string, unknown>>>
  /** Of accounts that come later than the post: when. They move with it. */
  account_times: Readonly<Record<string, string>>
  account_threads: Readonly<Record<string, readonly { content: string; media_ids: number[] }[]>>
  /** What the post says of its files, by their ids: also of those that only the thread of an account shows. */
  alt_texts: Readonly<Record<string, string | null>>
  /** Refused tries so far: each next one has a key of its own. */
  tries: number
  /** Sent, and not known to have arrived: sent again as it was. */
  sending?: { idempotency_key: string; input: SchedulePostInput | UpdatePostInput } | undefined
  touched_at: number
  /** Of the service's copy, as it was read or written last; see remote.ts. */
  rev?: number
  /** What was touched after it is on this device alone. */
  sent_at?: number
}

/** What of it is held against another person's version. */
export type Contents = Pick<
  Composition,
  | 'text'
  | 'variants'
  | 'parts'
  | 'thread_as'
  | 'split'
  | 'first_comment'
  | 'account_ids'
  | 'files'
  | 'options'
  | 'when'
>

export interface Account {
  id: number
  platform: string
}

export function empty(uuid: string, workspace_id: number): Composition {
  return {
    uuid,
    workspace_id,
    account_ids: [],
    text: '',
    variants: {},
    parts: [],
    thread_as: 'refuse',
    split: 'none',
    first_comment: '',
    mentions: [],
    options: {},
    files: [],
    when: { way: 'next_slot' },
    account_options: {},
    account_times: {},
    account_threads: {},
    alt_texts: {},
    tries: 0,
    touched_at: 0,
  }
}

/** Whether it is one: what a device gives back may be damaged. */
export function isWhole({ uuid, text, files, touched_at }: Partial<Composition>) {
  const said = typeof uuid === 'string' && typeof text === 'string'
  return said && Array.isArray(files) && typeof touched_at === 'number'
}

/** Whether there is anything in it that somebody would miss. */
export function isBlank({ text, variants, parts, first_comment, files }: Composition) {
  const texts = [text, first_comment, ...Object.values(variants), ...parts.map((part) => part.text)]
  return files.length === 0 && texts.every((each) => each.trim() === '')
}

/** Which version an account gets: its own, its platform's, or the common one. */
export function versionFor(
  { variants }: Pick<Composition, 'variants'>,
  { id, platform }: Account,
): Target | undefined {
  if (variants[`a:${id}`] !== undefined) return `a:${id}`
  return variants[`p:${platform}`] === undefined ? undefined : `p:${platform}`
}

export function textFor(composition: Pick<Composition, 'variants' | 'text'>, account: Account) {
  const version = versionFor(composition, account)
  return version === undefined ? composition.text : (composition.variants[version] ?? '')
}

/** As the service takes it, but for when. Files that are still under way are left out. */
export function inputOf(composition: Composition, accounts: readonly Account[]) {
  const { account_ids, text, first_comment, files } = composition
  const { account_threads, account_times } = composition
  const moved = movedBy(composition)
  const chosen = account_ids.flatMap((id) => accounts.find((each) => each.id === id) ?? [])
  const { options, account_options } = withMentions(
    composition.mentions,
    composition,
    chosen.map((account) => ({ ...account, text: textFor(composition, account) })),
  )
  const platform_content = chosen.flatMap((account) => {
    const content = versionFor(composition, account) && textFor(composition, account)
    const own = account_options[account.id]
    const thread = account_threads[account.id]?.map((part) => ({ ...part }))
    const time = account_times[account.id]
    const later = time !== undefined && moved !== undefined && shifted(time, moved)
    if (content === undefined && !own && !thread && !later) return []
    return [
      {
        account_id: account.id,
        ...(content !== undefined && { content }),
        ...(own && { options: own }),
        ...(thread && { thread }),
        ...(later && { scheduled_at: later }),
      },
    ]
  })
  const platforms = new Set(chosen.map(({ platform }) => platform))
  return {
    content: text,
    social_account_ids: [...account_ids],
    media_ids: filesOfPart(composition, undefined).flatMap(({ id }) => id ?? []),
    ...threadOf(composition),
    first_comment: first_comment.trim() ? first_comment : null,
    platform_content,
    platform_options: Object.fromEntries(
      Object.entries(platforms.has('tiktok') ? withOff(options, files) : options).filter(
        ([platform, values]) => platforms.has(platform) && Object.keys(values).length > 0,
      ),
    ),
  }
}

/**
 * What a post that is there already says of its files: what stood in it and what was written here, whatever the library says by
 * now.
 */
export function altTextsOf(
  { alt_texts, files }: Pick<Composition, 'alt_texts' | 'files'>,
  { media_ids, thread, platform_content }: ReturnType<typeof inputOf>,
): Record<string, string | null> {
  const parts = [...thread, ...platform_content.flatMap((each) => each.thread ?? [])]
  const named = new Set([...media_ids, ...parts.flatMap((part) => part.media_ids)].map(String))
  const said: Record<string, string | null> = { ...alt_texts }
  for (const { id, alt_text } of files) if (id !== undefined) said[id] = alt_text || null
  return Object.fromEntries(Object.entries(said).filter(([id]) => named.has(id)))
}

/** By how much its time was moved, in milliseconds; undefined: it has no time of its own any more. */
function movedBy({ when, base }: Composition): number | undefined {
  if (when.way === 'draft') return 0
  if (when.way !== 'at') return undefined
  return base?.when.way === 'at' ? momentOf(when) - momentOf(base.when) : 0
}

const momentOf = ({ date, time }: { date: string; time: string }) =>
  Date.parse(`${date}T${time}:00Z`)

const shifted = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString()

const allowable = ['disable_comment', 'disable_duet', 'disable_stitch'] as const

/** TikTok's rule: what nobody allowed is off. Duets and stitches are of videos. */
function withOff(options: Composition['options'], files: readonly File[]) {
  const video = files.some(({ type }) => type.startsWith('video/'))
  const off = allowable.filter((name) => video || name === 'disable_comment')
  const tiktok = { ...Object.fromEntries(off.map((name) => [name, true])), ...options['tiktok'] }
  return { ...options, tiktok }
}

/** A post that somebody made elsewhere allows what it does not switch off. */
function withOn(options: Composition['options'], on_tiktok: boolean): Composition['options'] {
  if (!on_tiktok) return options
  const on = Object.fromEntries(allowable.map((name) => [name, false]))
  return { ...options, tiktok: { ...on, ...options['tiktok'] } }
}

/** The queue that it is to stand in, where it is sent by one. */
export function queueOf({ when }: Pick<Composition, 'when'>) {
  return when.way === 'next_slot' && when.queue !== undefined ? { queue: when.queue } : {}
}

/** `when`, in the service's words: a time without a zone is read by the workspace's clock. */
export function whenOf(when: When): string {
  return when.way === 'at' ? `${when.date}T${when.time}` : when.way
}

/** A post that is there already, to be changed. Its time by the clock of the workspace. */
export function fromPost(
  post: Post,
  uuid: string,
  workspace_id: number,
  timezone: string,
): Composition {
  const accounts = post.socialAccounts
  const own = new Map(post.platform_content.map((each) => [each.account_id, each]))
  const variants: Record<string, string> = {}
  for (const platform of new Set(accounts.map((each) => each.platform))) {
    const there = accounts.filter((each) => each.platform === platform)
    const texts = new Set(there.map(({ id }) => own.get(id)?.content))
    const [same] = texts
    if (texts.size === 1 && same !== undefined) variants[`p:${platform}`] = same
    if (texts.size > 1)
      for (const { id } of there) {
        const content = own.get(id)?.content
        if (content !== undefined) variants[`a:${id}`] = content
      }
  }
  return {
    ...empty(uuid, workspace_id),
    account_ids: accounts.map(({ id }) => id),
    text: post.content,
    variants,
    first_comment: post.first_comment ?? '',
    options: withOn(
      post.platform_options,
      accounts.some(({ platform }) => platform === 'tiktok'),
    ),
    account_options: Object.fromEntries(
      post.platform_content.flatMap(({ account_id, options }) =>
        options ? [[account_id, options]] : [],
      ),
    ),
    account_times: Object.fromEntries(
      post.platform_content.flatMap(({ account_id, scheduled_at }) =>
        scheduled_at ? [[account_id, scheduled_at]] : [],
      ),
    ),
    account_threads: Object.fromEntries(
      post.platform_content.flatMap(({ account_id, thread }) =>
        thread ? [[account_id, thread]] : [],
      ),
    ),
    alt_texts: Object.fromEntries(
      [...post.media, ...(post.part_media ?? [])].map(({ id, alt_text }) => [id, alt_text]),
    ),
    parts: partsOf(post),
    thread_as: post.thread_as ?? 'refuse',
    split: post.split ?? 'none',
    files: [...post.media.map(fileOf), ...filesOfThread(post)],
    when:
      post.scheduled_at === null
        ? { way: 'draft' }
        : { way: 'at', ...wallClock(post.scheduled_at, timezone) },
    post: { id: post.id, updated_at: post.updated_at, status: post.status },
  }
}

/** A picture may stand in several parts, and once in each. */
function filesOfThread(post: Post): File[] {
  const parts = partsOf(post)
  const media = [...post.media, ...(post.part_media ?? [])]
  return (post.thread ?? []).flatMap(({ media_ids }, index) => {
    const part = parts[index]?.key ?? ''
    return media_ids.flatMap((id) => {
      const item = media.find((each) => each.id === id)
      return item ? { ...fileOf(item), key: `media-${id}-${part}`, part } : []
    })
  })
}

/** Of a file that the service has. */
export function fileOf(item: AttachedMedia): File {
  return {
    key: `media-${item.id}`,
    name: item.original_name,
    type: item.mime_type,
    size: item.size_bytes,
    id: item.id,
    url: item.cdn_url,
    thumbnail_url: item.thumbnail_url,
    ...(item.width !== null && { width: item.width }),
    ...(item.height !== null && { height: item.height }),
    ...(item.duration !== null && { duration: item.duration }),
    alt_text: item.alt_text ?? '',
    alt_kept: item.alt_text ?? '',
  }
}

/** What a clock in the zone shows at a moment. */
export function wallClock(iso: string, timeZone: string): { date: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(iso))
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return {
    date: `${of('year')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}`,
  }
}
