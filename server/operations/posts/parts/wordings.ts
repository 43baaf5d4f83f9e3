/** How a post reads on each account: with parameters on its links when it is written, and as that was kept when it is looked at again. */
import type { Part, Threaded } from '#rules/thread.ts'
import { tagged, type Tags, tagsOf, templateFor, type Wording } from '#rules/utm.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import { placesFor } from '#store/many-posts.ts'
import { findUtm } from '#store/utm.ts'
import type { Context } from '../../context.ts'
import type { Draft } from './platform-check.ts'

type Texts = Draft & Threaded
/** Where a post has links. */
type Linked = Pick<Texts, 'content' | 'first_comment' | 'thread' | 'platform_content'>

export interface Worded {
  /** The same with the texts as they read there; undefined: as they are written. */
  on<Said extends Texts>(said: Said, account: AccountWithSettings): Said | undefined
  /** What becomes of one text there. */
  tag?: (text: string, account: AccountWithSettings) => string
}

/** What goes out there of a post whose texts are put on already. */
export function wordingOf(
  { content, first_comment, platform_content }: Texts,
  { id }: Pick<AccountWithSettings, 'id'>,
  parts: readonly Part[] | null,
): Wording {
  const own = platform_content.find(({ account_id }) => account_id === id)
  return { content: parts?.[0]?.content ?? own?.content ?? content, first_comment }
}

interface About {
  /** Undefined: a post to be. */
  id?: number | undefined
  labels?: readonly string[] | undefined
}

/** By the workspace's templates; `at` is the number that was taken for a post to be, where a template names it. */
export async function wordedFor(
  texts: Linked,
  { id, labels = [] }: About,
  context: Context,
): Promise<{ worded: Worded | undefined; at: number | undefined }> {
  if (!mayHaveLinks(texts)) return { worded: undefined, at: undefined }
  const { templates } = await findUtm(context)
  const chosen = templateFor(templates, labels)
  if (!chosen) return { worded: undefined, at: undefined }
  const { template, label } = chosen
  const named = Object.values(template.parameters).some((value) => value.includes('{post_id}'))
  const [at] = id === undefined && named ? await placesFor(context, 1) : []
  const post_id = String(id ?? at ?? '')
  const tags = ({ platform, name }: AccountWithSettings) =>
    tagsOf(template, { platform, account: name, post_id, label })
  return { worded: wordedBy(tags), at }
}

/** Whether there is anything that a template could be put on. */
export function mayHaveLinks({ content, first_comment, thread, platform_content }: Linked) {
  return /https?:\/\//i.test(JSON.stringify([content, first_comment, thread, platform_content]))
}

function wordedBy(tagsFor: (account: AccountWithSettings) => Tags): Worded {
  const tag = (text: string, account: AccountWithSettings) => tagged(text, tagsFor(account))
  return {
    tag,
    on(said, account) {
      const tags = tagsFor(account)
      const read = rewritten(said, account, (text) => tagged(text, tags))
      return JSON.stringify(read) === JSON.stringify(said) ? undefined : read
    },
  }
}

function rewritten<Said extends Texts>(
  said: Said,
  { id }: Pick<AccountWithSettings, 'id'>,
  write: (text: string) => string,
): Said {
  const parts = (thread: readonly Part[]) =>
    thread.map((part) => ({ ...part, content: write(part.content) }))
  return {
    ...said,
    content: write(said.content),
    first_comment: said.first_comment && write(said.first_comment),
    thread: said.thread && parts(said.thread),
    platform_content: said.platform_content.map((own) =>
      own.account_id === id
        ? {
            ...own,
            ...(own.content !== undefined && { content: write(own.content) }),
            ...(own.thread && { thread: parts(own.thread) }),
          }
        : own,
    ),
  }
}

interface Kept {
  wording?: Wording | null | undefined
  thread: { parts: readonly Part[] } | null
}

/** As it was put on when the post was written: what somebody approved is what is looked at, and what goes out. */
export function wordedAsKept(accounts: readonly { id: number; pivot: Kept }[]): Worded | undefined {
  if (!accounts.some(({ pivot }) => pivot.wording)) return undefined
  return {
    on(said, account) {
      const { pivot } = accounts.find(({ id }) => id === account.id) ?? {}
      if (!pivot?.wording) return undefined
      const { content, first_comment } = pivot.wording
      const rest = pivot.thread?.parts.slice(1)
      return {
        ...said,
        content,
        first_comment,
        ...(rest && { thread: rest, split: null }),
        platform_content: said.platform_content.map((own) =>
          own.account_id === account.id
            ? {
                ...own,
                ...(own.content !== undefined && { content }),
                ...(rest && own.thread && { thread: rest }),
              }
            : own,
        ),
      }
    },
  }
}
