/** A thread: parts that follow a post, each below the one before. What of it goes to which account, and how far it is. Pure. */
import { z } from 'zod'
import { stepOf } from '#platforms/kit/thread.ts'
import { type DeliveryStatus, ErrorCode } from './delivery.ts'
import type { Counted, Limit } from './counted.ts'
import { asKind } from './kind.ts'
import { isSent, partAt, Progress } from './progress.ts'
import type { Work } from './work.ts'

export const Part = z.object({ content: z.string(), media_ids: z.array(z.int().min(1)) })
export type Part = z.infer<typeof Part>

/** What becomes of a thread where the platform has none. */
export const ThreadAs = z.enum(['refuse', 'join', 'comments'])
export type ThreadAs = z.infer<typeof ThreadAs>

/** A text that is too long for a platform with threads is cut into one, with or without `2/5` behind each part. */
export const Split = z.enum(['plain', 'numbered'])
export type Split = z.infer<typeof Split>

/** As callers take it back: `none`. */
export function splitOf(said: Split | 'none' | null | undefined): Split | null {
  return said === undefined || said === 'none' ? null : said
}

/** How far one part is. */
export const PartOutcome = Part.extend({
  part: z.int().min(1).describe('1 is the post itself.'),
  status: z
    .enum(['pending', 'publishing', 'published', 'failed', 'blocked'])
    .describe('Behind one that failed they stay pending, until retry_post.'),
  platform_post_id: z.string().nullable(),
  platform_url: z.string().nullable(),
  error_code: ErrorCode.nullable(),
})
export type PartOutcome = z.infer<typeof PartOutcome>

export interface Threaded {
  content: string
  media_ids: readonly number[]
  thread: readonly Part[] | null
  thread_as: ThreadAs | null
  split: Split | null
  platform_content: readonly {
    account_id: number
    content?: string | undefined
    options?: Record<string, unknown> | undefined
    thread?: readonly Part[] | undefined
  }[]
  platform_options: Record<string, Record<string, unknown>>
}

/** Whether anything of it says thread: everything else goes its short way. */
export function isThreaded({ thread, split: cut, platform_content }: Omit<Threaded, 'content'>) {
  return Boolean(thread?.length || cut || platform_content.some((own) => own.thread))
}

/** As it is stored with the post. */
export function threadColumns(said: Omit<Threaded, 'content'>) {
  const { thread, thread_as, split: how } = said
  return { thread: isThreaded(said) ? [...(thread ?? [])] : null, thread_as, split: how }
}

/** The files of all parts behind the first, on whichever account. */
export function filesOf({
  thread,
  platform_content,
}: Pick<Threaded, 'thread' | 'platform_content'>): number[] {
  const own = platform_content.flatMap((each) => each.thread ?? [])
  return [...new Set([...(thread ?? []), ...own].flatMap(({ media_ids }) => media_ids))]
}

export interface PlacedPart extends Part {
  /** The fields in which its author wrote it. */
  content_field: string
  media_field: string
}

export interface Placed {
  /** Null: an ordinary post. */
  parts: PlacedPart[] | null
  as: 'post' | 'chain' | 'comments' | 'joined'
  /** It has a thread, and nobody said what becomes of it here. */
  refused?: { field: string; check: 'thread_none' | 'thread_or_comments' }
}

/** What a manifest says of threads and texts. */
interface Platform<Account> {
  id: string
  text: (account: Account) => readonly Limit[]
  thread?: { as: 'chain' | 'comments' }
  kinds?: Readonly<Record<string, object>>
  wordless?: true
  first_comment: boolean
}

/** What of it goes to this account, in the order in which it goes. */
export function* placeThread<Account extends { id: number }>(
  said: Threaded,
  account: Account,
  manifest: Platform<Account>,
  counted: Counted,
): Work<Placed> {
  const index = said.platform_content.findIndex(({ account_id }) => account_id === account.id)
  const own = said.platform_content[index]
  const field = own?.thread ? `platform_content.${index}.thread` : 'thread'
  const first: PlacedPart = {
    content: own?.content ?? said.content,
    media_ids: [...said.media_ids],
    content_field: own?.content === undefined ? 'content' : `platform_content.${index}.content`,
    media_field: 'media_ids',
  }
  const rest = (own?.thread ?? said.thread ?? []).map((part, place): PlacedPart => ({
    ...part,
    content_field: `${field}.${place}.content`,
    media_field: `${field}.${place}.media_ids`,
  }))
  const all = [first, ...rest]
  const options = { ...said.platform_options[manifest.id], ...own?.options }
  const rules = asKind(manifest, options['kind'])
  const isBare = rules.wordless || (rules.thread?.as === 'comments' && !rules.first_comment)
  const thread = isBare ? undefined : rules.thread
  if (thread?.as === 'chain') {
    const limits = manifest.text(account)
    const cut = said.split ? yield* cutUp(all, limits, said.split, counted) : all
    return cut.length > 1 ? { parts: cut, as: 'chain' } : { parts: null, as: 'post' }
  }
  if (!rest.length) return { parts: null, as: 'post' }
  if (said.thread_as === 'join') return { parts: [joined(all)], as: 'joined' }
  if (said.thread_as === 'comments' && thread?.as === 'comments')
    return { parts: all, as: 'comments' }
  const check = thread?.as === 'comments' ? 'thread_or_comments' : 'thread_none'
  return { parts: null, as: 'post', refused: { field, check } }
}

/** Each text that is too long, as several; its files stay with the first of them. */
function* cutUp(
  all: readonly PlacedPart[],
  limits: readonly Limit[],
  how: Split,
  counted: Counted,
): Work<PlacedPart[]> {
  const contents = all.map(({ content }) => content)
  const texts = yield* counted.split(contents, limits, { numbered: how === 'numbered' })
  return all.flatMap((part, place) =>
    (texts[place] ?? []).map((content, piece) => ({
      ...part,
      content,
      media_ids: piece === 0 ? part.media_ids : [],
    })),
  )
}

function joined([first, ...rest]: readonly PlacedPart[]): PlacedPart {
  if (!first) throw new Error('A thread begins with a post.')
  const all = [first, ...rest]
  const content = all
    .map((part) => part.content)
    .filter((text) => text.trim() !== '')
    .join('\n\n')
  return { ...first, content, media_ids: [...new Set(all.flatMap((part) => part.media_ids))] }
}

/** As it is stored with the delivery. */
export function bare(parts: readonly PlacedPart[] | null): Part[] | null {
  return parts && parts.map(({ content, media_ids }) => ({ content, media_ids }))
}

const Receipt = z.object({
  platform_post_id: z.string().nullish(),
  platform_url: z.string().nullish(),
})

export function partsShown(
  { parts, steps }: { parts: readonly Part[]; steps: unknown },
  { status, error_code }: { status: DeliveryStatus; error_code: ErrorCode | null },
): PartOutcome[] {
  const progress = Progress.safeParse(steps).data ?? {}
  const next = partAt(progress, parts.length)
  return parts.map((part, index): PartOutcome => {
    const number = index + 1
    const { result } = progress[stepOf(number)] ?? {}
    const { platform_post_id = null, platform_url = null } = Receipt.safeParse(result).data ?? {}
    const sent = isSent(progress, number)
    const settled = status === 'published' ? 'published' : number === next ? status : 'pending'
    return {
      ...part,
      part: number,
      status: sent ? 'published' : settled,
      platform_post_id,
      platform_url,
      error_code: !sent && number === next && status !== 'publishing' ? error_code : null,
    }
  })
}
