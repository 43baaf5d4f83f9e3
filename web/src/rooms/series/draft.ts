/** What a series says, as the form holds it: its texts in turn, where it goes, and what comes with it unseen. Pure. */
import type { Post } from '@crier/sdk'
import type { Series } from '../../api/series.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Text {
  content: string
  /** What else is this turn's own, such as its files. */
  own: Fields
}

export interface Draft {
  name: string
  texts: readonly Text[]
  account_ids: readonly number[]
  /** Everything else of the post. */
  rest: Fields
}

export const empty: Draft = {
  name: '',
  texts: [{ content: '', own: {} }],
  account_ids: [],
  rest: {},
}

/** As it is, but for its time and what is known by it alone. */
export function draftOfPost(post: Post): Draft {
  const { content, social_account_ids, media, first_comment, platform_content, thread, split } =
    fieldsOf(post)
  const versions = platform_content.map((version) => said({ ...version, scheduled_at: undefined }))
  return {
    ...empty,
    texts: [{ content, own: {} }],
    account_ids: social_account_ids,
    rest: said({
      media_ids: media.length ? media.map(({ id }) => id) : undefined,
      first_comment,
      platform_content: versions.length ? versions : undefined,
      platform_options: Object.keys(post.platform_options).length
        ? post.platform_options
        : undefined,
      thread: thread?.length ? thread : undefined,
      thread_as: post.thread_as ?? undefined,
      split,
      in_doubt: post.in_doubt,
      labels: post.labels.length ? post.labels : undefined,
    }),
  }
}

function fieldsOf(post: Post) {
  return { ...post, social_account_ids: post.socialAccounts.map(({ id }) => id) }
}

/** Without what is not said. */
function said(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}

export function draftOfSeries({ name, post, variations }: Series): Draft {
  const { content, social_account_ids, ...rest } = post
  const common = typeof content === 'string' ? content : ''
  const turns = variations.map(({ content: own, ...more }) => ({
    content: typeof own === 'string' ? own : common,
    own: more,
  }))
  return {
    name,
    texts: turns.length ? turns : [{ content: common, own: {} }],
    account_ids: Array.isArray(social_account_ids)
      ? social_account_ids.filter((each) => typeof each === 'number')
      : [],
    rest,
  }
}

/** As the service takes it. One text alone is the post's own. */
export function fieldsFor({ texts, account_ids, rest }: Draft) {
  const [first] = texts
  const turns = texts.length > 1 || Object.keys(first?.own ?? {}).length > 0
  return {
    post: { ...rest, content: first?.content ?? '', social_account_ids: [...account_ids] },
    variations: turns ? texts.map(({ content, own }) => ({ ...own, content })) : [],
  }
}

/** What the service calls the text of a turn. */
export function fieldOf(texts: readonly Text[], index: number) {
  const turns = texts.length > 1 || Object.keys(texts[0]?.own ?? {}).length > 0
  return turns ? `variations.${index}.content` : 'post.content'
}

/** The text of an occurrence. */
export function textOf(series: Pick<Series, 'post' | 'variations'>, variation: number | null) {
  const own = variation === null ? undefined : series.variations[variation]?.['content']
  const content = own ?? series.post['content']
  return typeof content === 'string' ? content : ''
}
