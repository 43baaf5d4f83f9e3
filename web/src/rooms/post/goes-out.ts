/** What of a post goes out on which account: everything that a person has to have seen before they say yes. Pure. */
import type { Post, SocialAccount } from '@crier/sdk'
import { diffWords, type Piece } from './diff.ts'
import { common } from '../../words/common.ts'
import { optionLabels, storedLabel } from '../../words/options.ts'
import { words } from '../../words/posts.ts'

export interface Version {
  key: string
  accounts: SocialAccount[]
  content: string
  /** When it goes out there, where that is later than the post itself. */
  at: string | null
  /** What follows it as a thread, and files that it has beside those of the post itself. */
  following: readonly { content: string; media_ids: readonly number[] }[]
  more_media: readonly number[]
  /** Another text than the post's own. */
  differs: boolean
  /** Where the platform has such a thing. */
  first_comment: string | null
  options: readonly { name: string; value: string }[]
}

type Whole = Pick<
  Post,
  | 'content'
  | 'first_comment'
  | 'platform_content'
  | 'platform_options'
  | 'socialAccounts'
  | 'media'
  | 'thread'
  | 'per_account'
>

type Named = Pick<SocialAccount, 'id' | 'platform' | 'name' | 'username'>

/** As much of it as is compared. */
export type Shown = Omit<Whole, 'socialAccounts' | 'media'> & {
  socialAccounts: readonly Named[]
  media: readonly Pick<Post['media'][number], 'id' | 'original_name' | 'alt_text'>[]
}

/** Accounts for which exactly the same goes out are one version. `comments`: whether the platform takes a first comment. */
export function versionsOf(post: Whole, comments: (platform: string) => boolean): Version[] {
  const versions = new Map<string, Version>()
  for (const account of post.socialAccounts) {
    const own = post.platform_content.find(({ account_id }) => account_id === account.id)
    const [first, ...following] = partsFor(post, account.id)
    const { content } = first
    const at = own?.scheduled_at ?? null
    const wording = wordingFor(post, account.id)
    const comment = wording ? wording.first_comment : post.first_comment
    const more_media = first.media_ids.filter((id) => !post.media.some((each) => each.id === id))
    const first_comment = comments(account.platform) ? comment || null : null
    const given = { ...post.platform_options[account.platform], ...own?.options }
    const options = Object.entries(given).map(([name, value]) => ({ name, value: textOf(value) }))
    const key = JSON.stringify([content, at, following, more_media, first_comment, options])
    const known = versions.get(key)
    if (known) known.accounts.push(account)
    else
      versions.set(key, {
        key: `${account.id}`,
        accounts: [account],
        content,
        at,
        following,
        more_media,
        differs: [own?.content, wording?.content].some(
          (text) => text !== undefined && text !== post.content,
        ),
        first_comment,
        options,
      })
  }
  return [...versions.values()]
}

type Part = Version['following'][number]

/** As it is stored with the delivery: its own parts, cut ones, or all of them joined. */
function partsFor(post: Shown, account_id: number): [Part, ...Part[]] {
  const stored = post.per_account.find((each) => each.account_id === account_id)?.parts ?? []
  const [first, ...rest] = stored.map(({ content, media_ids }) => ({ content, media_ids }))
  if (first) return [first, ...rest]
  const own = post.platform_content.find((each) => each.account_id === account_id)
  return [
    {
      content: wordingFor(post, account_id)?.content ?? own?.content ?? post.content,
      media_ids: post.media.map(({ id }) => id),
    },
    ...(own?.thread ?? []),
  ]
}

/** With parameters on its links, where the workspace puts any. */
function wordingFor(post: Shown, account_id: number) {
  return post.per_account.find((each) => each.account_id === account_id)?.wording
}

export interface Change {
  what: string
  pieces: Piece[]
}

/** How a room says what stands in a post. */
interface Saying {
  account: (account: Named) => string
  platform: (id: string) => string
  time: (at: string) => string
}

/** What is another than when somebody looked, by what it is. */
export function changesBetween(
  before: Shown & Pick<Post, 'scheduled_at'>,
  after: Shown & Pick<Post, 'scheduled_at'>,
  { account: named, platform, time }: Saying,
): Change[] {
  const accounts = new Map(
    [...before.socialAccounts, ...after.socialAccounts].map((each) => [each.id, each]),
  )
  const own = (post: Shown, id: number) =>
    post.platform_content.find(({ account_id }) => account_id === id)
  const rows: [what: string, before: string, after: string][] = [
    [words.fields.text, before.content, after.content],
    [words.fields.thread, threadOf(before.thread), threadOf(after.thread)],
    [words.fields.comment, before.first_comment ?? '', after.first_comment ?? ''],
    [
      common.thing.accounts,
      before.socialAccounts.map(named).join(', '),
      after.socialAccounts.map(named).join(', '),
    ],
    [words.fields.files, filesOf(before), filesOf(after)],
    [
      words.fields.time,
      before.scheduled_at === null ? words.fields.atOnce : time(before.scheduled_at),
      after.scheduled_at === null ? words.fields.atOnce : time(after.scheduled_at),
    ],
    [
      words.fields.options,
      optionsOf(before.platform_options, platform),
      optionsOf(after.platform_options, platform),
    ],
  ]
  for (const [id, account] of accounts) {
    const [was, is] = [own(before, id), own(after, id)]
    const name = named(account)
    const [went, goes] = [wordingFor(before, id), wordingFor(after, id)]
    const at = (one: string | null | undefined) => (one ? time(one) : '')
    rows.push([words.fields.timeFor(name), at(was?.scheduled_at), at(is?.scheduled_at)])
    rows.push([words.fields.outFor(name), went?.content ?? '', goes?.content ?? ''])
    rows.push([words.fields.textFor(name), was?.content ?? '', is?.content ?? ''])
    rows.push([words.fields.threadFor(name), threadOf(was?.thread), threadOf(is?.thread)])
    const set = (one: typeof was) => lines(account.platform, one?.options)
    rows.push([words.fields.optionsFor(name), set(was), set(is)])
  }
  return rows
    .filter(([, was, is]) => was !== is)
    .map(([what, was, is]) => ({ what, pieces: diffWords(was, is) }))
}

function threadOf(parts: readonly Part[] | null | undefined) {
  return (parts ?? [])
    .map(({ content, media_ids }, index) => {
      const files = media_ids.length ? ` (${words.fields.filesNamed(media_ids.join(', '))})` : ''
      return `${index + 2}. ${content}${files}`
    })
    .join('\n')
}

function filesOf({ media }: Shown) {
  return media
    .map(
      ({ original_name, alt_text }) =>
        `${original_name} (${alt_text || words.fields.noDescription})`,
    )
    .join('\n')
}

function optionsOf(options: Post['platform_options'], named: Saying['platform']) {
  return Object.entries(options)
    .map(([platform, given]) => `${named(platform)}\n${lines(platform, given)}`)
    .join('\n')
}

function lines(platform: string, options: Record<string, unknown> = {}) {
  return Object.entries(options)
    .map(([name, value]) => `${optionName(platform, name)}: ${storedLabel(name, textOf(value))}`)
    .join('\n')
}

/** An option's value, for somebody who reads it. */
export function textOf(value: unknown): string {
  if (value === true) return words.fields.yes
  if (value === false) return words.fields.no
  if (value === null || value === undefined) return words.fields.none
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${name}: ${textOf(inner)}`)
      .join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** `reply_settings` as somebody reads it; without a word of its own, by its letters. */
export function optionName(platform: string, name: string) {
  const plain = name.replaceAll('_', ' ')
  return optionLabels[`${platform}.${name}`] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
