/** `crier post`, `crier posts`, `crier cancel`, `crier edit`, `crier unpublish`, `crier republish`: writing and looking after posts without a program of one's own. */
import { z } from 'zod'
import { cancelPost } from '#operations/posts/cancel-post.ts'
import { listPosts } from '#operations/posts/list-posts.ts'
import { schedulePost } from '#operations/posts/schedule-post.ts'
import { editPublishedPost } from '#operations/posts/edit-published-post.ts'
import { publishNow } from '#operations/posts/publish-now.ts'
import { unpublishPost } from '#operations/posts/unpublish-post.ts'
import { InDoubt } from '#rules/delivery.ts'
import { Split, ThreadAs } from '#rules/thread.ts'
import type { Command } from './command.ts'
import { openInstance } from './instance.ts'
import { filterChoices, filterFlags, filterNames, filterOf, filterTakes } from './post-filter.ts'
import { manyPostsCommands } from './posts-many.ts'
import { table } from './table.ts'
import { idsIn, whens } from './words.ts'

const Post = z.looseObject({
  id: z.int(),
  content: z.string(),
  outcome: z.string(),
  scheduled_at: z.string().nullable(),
  published_at: z.string().nullable(),
  warnings: z.array(z.string()),
  per_account: z.array(
    z.looseObject({
      username: z.string(),
      platform: z.string(),
      removal: z.looseObject({ state: z.string(), act_url: z.string().nullable() }).optional(),
      edit: z.looseObject({ state: z.string(), act_url: z.string().nullable() }).optional(),
    }),
  ),
})
type Post = z.infer<typeof Post>
const Page = z.looseObject({ data: z.array(Post), total: z.int() })

const write: Command = {
  name: 'post',
  takes:
    'TEXT --accounts NAME,ID [--account-sets ID,ID] --when WHEN [--queue ID] [--timezone ZONE] [--media ID,ID] [--first-comment T] [--thread JSON] [--thread-as comments] [--split numbered] [--options JSON] [--in-doubt ask] [--external-id ID] [--labels WORD,WORD] [--note T] [--metadata JSON] [--dry-run] [--json]',
  summary:
    'Write a post: --when draft, now, next_slot or a time such as 2026-11-20T09:00. --thread has the parts behind the first: ["Second", "Third"]. A running instance publishes it.',
  values: ['text'],
  flags: {
    accounts: 'optional',
    'account-sets': 'optional',
    when: 'required',
    queue: 'optional',
    timezone: 'optional',
    media: 'optional',
    'first-comment': 'optional',
    thread: 'optional',
    'thread-as': 'optional',
    split: 'optional',
    options: 'optional',
    'in-doubt': 'optional',
    'external-id': 'optional',
    labels: 'optional',
    note: 'optional',
    metadata: 'optional',
    'dry-run': 'switch',
  },
  names: {
    content: 'text',
    social_account_ids: 'accounts',
    account_set_ids: 'account-sets',
    media_ids: 'media',
    thread_as: 'thread-as',
    platform_options: 'options',
    in_doubt: 'in-doubt',
    external_id: 'external-id',
  },
  choices: {
    'thread-as': ThreadAs.options,
    split: ['none', ...Split.options],
    'in-doubt': InDoubt.options,
  },
  suggestions: { when: whens },
  json: true,

  async run(given, config) {
    const { text: content, accounts, when, queue, timezone, media } = given
    const sets = given['account-sets']
    const [first_comment, in_doubt] = [given['first-comment'], given['in-doubt']]
    const { 'external-id': external_id, labels, note, metadata, thread, split, options } = given
    const thread_as = given['thread-as']
    const fields = {
      content,
      when,
      ...(queue !== undefined && { queue: idsIn(queue)[0] }),
      ...(accounts !== undefined && { social_account_ids: idsIn(accounts) }),
      ...(sets !== undefined && { account_set_ids: idsIn(sets) }),
      ...(timezone !== undefined && { timezone }),
      ...(media !== undefined && { media_ids: idsIn(media) }),
      ...(first_comment !== undefined && { first_comment }),
      ...(thread !== undefined && { thread: partsIn(thread) }),
      ...(thread_as !== undefined && { thread_as }),
      ...(split !== undefined && { split }),
      ...(options !== undefined && { platform_options: jsonIn(options) }),
      ...(in_doubt !== undefined && { in_doubt }),
      ...(external_id !== undefined && { external_id }),
      ...(labels !== undefined && { labels: labels.split(',') }),
      ...(note !== undefined && { note }),
      ...(metadata !== undefined && { metadata: jsonIn(metadata) }),
      ...(given['dry-run'] && { dry_run: true }),
    }
    await using instance = await openInstance(config)
    const post = Post.parse(await instance.ask(schedulePost, fields))
    return { data: post, text: [listed([post]), ...post.warnings].join('\n') }
  },
}

const pages = ['per-page', 'page', 'cursor'] as const

const list: Command = {
  name: 'posts',
  takes: `${filterTakes} [--per-page N] [--page N] [--cursor C] [--json]`,
  summary: 'List posts, the newest first: draft, scheduled, published, failed or all of them.',
  flags: {
    ...filterFlags,
    ...Object.fromEntries(pages.map((flag) => [flag, 'optional' as const])),
  },
  names: filterNames,
  choices: filterChoices,
  json: true,

  async run(given, config) {
    const { 'per-page': per_page, page, cursor } = given
    const fields = {
      ...filterOf(given),
      ...(per_page !== undefined && { per_page }),
      ...(page !== undefined && { page }),
      ...(cursor !== undefined && { cursor }),
    }
    await using instance = await openInstance(config)
    const found = Page.parse(await instance.ask(listPosts, fields))
    const { data, total } = found
    if (!data.length)
      return { data: found, text: `There are no such posts here (${total} in all).` }
    return { data: found, text: `${listed(data)}\n${data.length} of ${total}` }
  },
}

const cancel: Command = {
  name: 'cancel',
  takes: 'ID [--json]',
  summary: 'Stop a scheduled post of which nothing is out; it can be restored.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    const post = Post.parse(await instance.ask(cancelPost, { id }))
    return { data: post, text: `Post ${post.id} is cancelled.` }
  },
}

const edit: Command = {
  name: 'edit',
  takes: 'ID [--text T] [--accounts NAME,ID] [--options JSON] [--dry-run] [--json]',
  summary: 'Change a post where it is out, on platforms that let us; a running instance does it.',
  values: ['id'],
  flags: { text: 'optional', accounts: 'optional', options: 'optional', 'dry-run': 'switch' },
  names: { content: 'text', account_ids: 'accounts', platform_options: 'options' },
  json: true,

  async run({ id, text: content, accounts, options, ...given }, config) {
    const fields = {
      id,
      ...(content !== undefined && { content }),
      ...(accounts !== undefined && { account_ids: accounts }),
      ...(options !== undefined && { platform_options: jsonIn(options) }),
      ...(given['dry-run'] && { dry_run: true }),
    }
    await using instance = await openInstance(config)
    const post = Post.parse(await instance.ask(editPublishedPost, fields))
    return { data: post, text: statesOf(post, 'edit') }
  },
}

const unpublish: Command = {
  name: 'unpublish',
  takes: 'ID [--accounts NAME,ID] [--dry-run] [--json]',
  summary: 'Take a published post down on the platforms; a running instance does it.',
  values: ['id'],
  flags: { accounts: 'optional', 'dry-run': 'switch' },
  names: { account_ids: 'accounts' },
  json: true,

  async run({ id, accounts, ...given }, config) {
    const fields = {
      id,
      ...(accounts !== undefined && { account_ids: accounts }),
      ...(given['dry-run'] && { dry_run: true }),
    }
    await using instance = await openInstance(config)
    const post = Post.parse(await instance.ask(unpublishPost, fields))
    return { data: post, text: statesOf(post, 'removal') }
  },
}

const republish: Command = {
  name: 'republish',
  takes: 'ID [--dry-run] [--json]',
  summary: 'Publish a post once more wherever it was taken down; it counts as a new post.',
  values: ['id'],
  flags: { 'dry-run': 'switch' },
  json: true,

  async run({ id, ...given }, config) {
    const fields = { id, republish: true, ...(given['dry-run'] && { dry_run: true }) }
    await using instance = await openInstance(config)
    const post = Post.parse(await instance.ask(publishNow, fields))
    return { data: post, text: listed([post]) }
  },
}

function statesOf({ per_account }: Post, of: 'removal' | 'edit') {
  const rows = per_account.flatMap(({ platform, username, [of]: asked }) =>
    asked ? [[`${platform}:${username}`, asked.state, asked.act_url ?? '']] : [],
  )
  return table([['ACCOUNT', 'STATE', 'WHERE A PERSON DOES IT'], ...rows])
}

/** What is no JSON is left for the operation to refuse. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** Parts that are words alone have nothing but their text. */
function partsIn(text: string): unknown {
  const parts = jsonIn(text)
  if (!Array.isArray(parts)) return parts
  return parts.map((part: unknown) => (typeof part === 'string' ? { content: part } : part))
}

function listed(posts: readonly Post[]) {
  const rows = posts.map(({ id, outcome, scheduled_at, published_at, per_account, content }) => [
    String(id),
    outcome,
    published_at ?? scheduled_at ?? '',
    per_account.map(({ platform, username }) => `${platform}:${username}`).join(' '),
    shortened(content),
  ])
  return table([['ID', 'OUTCOME', 'TIME', 'ACCOUNTS', 'TEXT'], ...rows])
}

const LONGEST = 50

function shortened(content: string) {
  const line = Array.from(content.split('\n')[0] ?? '')
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).join('')}…` : line.join('')
}

export const postCommands = [write, ...manyPostsCommands, list, cancel, edit, unpublish, republish]
