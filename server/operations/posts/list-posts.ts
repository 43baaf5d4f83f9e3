import { z } from 'zod'
import type { Caller } from '#operations/context.ts'
import { flag, idList, keyId, listOf, postId, wordList, wrongPlatform } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { cursorField, pageFields, pageIn, pageMade, pageOf, startOf } from '#operations/page.ts'
import { ShortPost } from '#operations/short.ts'
import { heldBy, holdsAmong, showPosts, shownBeside, soonDue } from '#operations/shown.ts'
import { limits } from '#rules/limits.ts'
import { credentialOfKey } from '#rules/key.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { CreatedVia, Need, Outcome, Post, PostStatus, type StoredPost } from '#rules/post.ts'
import { MomentOrDate } from '#rules/when.ts'
import { accountsOn } from '#store/accounts.ts'
import { countPosts, listAndCountPosts, listFor, listPosts as readPosts } from '#store/posts.ts'
import type { PostOrder } from '#store/post-filter.ts'

const which = {
  from: MomentOrDate.optional().describe(
    "Scheduled on or after: a date or an ISO 8601 time; without a zone, in the workspace's.",
  ),
  to: MomentOrDate.optional().describe(
    'Scheduled on or before: a date (its whole day) or an ISO 8601 time.',
  ),
  outcome: listOf(Outcome)
    .optional()
    .describe('Only these: partial and failed is what did not get through.'),
  needs: listOf(Need).optional().describe('Only posts for which a person has to do this.'),
  deleted: flag.optional().describe('Only soft-deleted posts.'),
}
const kept = {
  account_ids: idList.optional().describe('To any of these.'),
  platform: z.string().max(50).optional(),
  labels: wordList(limits.labels_per_post).optional().describe('With any of these.'),
  external_id: z.string().max(limits.external_id_chars).optional(),
  search: z
    .string()
    .max(limits.search_chars)
    .regex(/[\p{L}\p{N}]/u, 'Use a letter or a digit.')
    .optional()
    .describe('Words of the content, or their beginnings.'),
  created_via: CreatedVia.optional(),
  key_id: keyId.optional().describe('Made with this key.'),
  updated_since: MomentOrDate.optional(),
  sort: z
    .enum(['created_at', 'scheduled_at', 'published_at', 'updated_at'])
    .optional()
    .describe('Default created_at. By published_at: only what is out.'),
  order: z.enum(['asc', 'desc']).optional().describe('Default desc.'),
}
const risky = {
  at_risk: flag
    .optional()
    .describe('Only posts that something may keep from going out as planned; false: only others.'),
}
const planned = {
  series_id: postId.optional().describe('Made by this series.'),
  queue_id: postId.optional().describe('Put into this queue.'),
}
/** Which posts, and in which order; without pages. */
export const listed = { ...which, ...risky, ...kept, ...planned }

const filters = { ...which, ...pageFields(limits.posts_per_page) }
const more = { ...kept, cursor: cursorField }
const Input = z.strictObject({
  status: PostStatus.optional(),
  ...filters,
  ...risky,
  ...more,
  ...planned,
})

const Status = z.enum([...PostStatus.options, 'all'])
const RestInput = z
  .strictObject({ status: Status.optional(), ...filters, ...risky, ...more, ...planned })
  .transform(({ status, ...rest }) => ({ ...rest, ...(status && status !== 'all' && { status }) }))
/** What is asked for by these is seldom on schedule, or never. */
const anyStatus = ['outcome', 'needs', 'search', 'external_id', 'updated_since'] as const
const ofAnyStatus = (asked: z.output<typeof Input>) =>
  anyStatus.some((field) => asked[field] !== undefined) ||
  asked.deleted === true ||
  asked.sort === 'published_at'
const ToolInput = z
  .strictObject({
    status: Status.optional().describe(
      'Default scheduled; all with deleted, outcome, needs, search, external_id, updated_since.',
    ),
    ...filters,
    ...risky,
    ...more,
    ...planned,
  })
  .transform(({ status, ...rest }) => {
    const wanted = status ?? (ofAnyStatus(rest) ? 'all' : 'scheduled')
    return { ...rest, ...(wanted !== 'all' && { status: wanted }) }
  })
const AliasInput = z
  .strictObject(filters)
  .transform((rest) => ({ ...rest, status: 'scheduled' as const }))

export const listPosts = operation({
  name: 'list_posts',
  summary:
    'Posts that match all that is given, newest first, a page at a time. Compare the length of data to total before concluding that you saw all.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: Input,
  output: pageOf(Post).extend({
    total_is: z
      .enum(['exact', 'at_least'])
      .describe('Over MCP and in the dashboard nobody counts further than 10,000.'),
    next_cursor: z.string().nullable(),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/posts', accepts: RestInput },
  mcp: {
    title: 'List posts',
    links: 'posts',
    brief: ShortPost,
    accepts: ToolInput,
    aliases: {
      list_scheduled: {
        notice:
          'list_scheduled is deprecated and goes with the next release; use list_posts with status scheduled.',
        accepts: AliasInput,
      },
    },
  },

  /** The key, the page and its total in one packet: what is looked up one by one is mostly sending. What keeps accounts is asked for only if some of it is due soon. */
  swift(input, { db, workspace_id, now, environment, via }) {
    const { platform, cursor, after, from, to, updated_since } = input
    const others = [platform, cursor, after, from, to, updated_since]
    if (workspace_id === undefined || others.some((field) => field !== undefined)) return undefined
    const { query, filter, by, page: asked } = readingOf(input, input.account_ids)
    const most = mostTold(via)
    const scope = { db, workspace_id }
    const { page, window } = startOf(asked)
    const list = listFor(scope, filter, window, { by, most })
    if (!list) return undefined
    let holds: ReturnType<typeof holdsAmong> | undefined
    return {
      look: [list.rows, list.counted],
      further(found) {
        const ids = soonDue(found(list.rows), now)
        holds = ids.length ? holdsAmong({ environment, now, workspace_id }, ids) : undefined
        return holds ? [holds] : []
      },
      make(found, { caller }) {
        const { per_page } = asked
        const total = list.read(found(list.counted))
        const made = pageMade(
          { page, per_page, found: found(list.rows), total },
          listingOf(query, by),
          { environment },
        )
        const held = heldBy(found(holds))
        const data = made.rows.map((post) =>
          shownBeside({ environment, now, caller }, post, held, []),
        )
        return { output: answer(made, data, most), writes: [] }
      },
    }
  },

  async check({ platform }, { environment }) {
    return wrongPlatform(platform, environment)
  },

  async run(input, context) {
    const { platform, account_ids } = input
    const problem = invalid(wrongPlatform(platform, context.environment))
    if (problem) throw problem
    const sent_to =
      platform === undefined
        ? account_ids
        : (await accountsOn(context, platform)).filter(
            (id) => !account_ids || account_ids.includes(id),
          )
    const { query, filter, by, page } = readingOf(input, sent_to)
    const { sort, order } = by
    if (page.cursor !== undefined && !page.cursor.startsWith(`${sort}.${order}~`))
      throw wrong('cursor', 'Begin anew without it: it is from a list in another order.')
    const most = mostTold(context.caller.via)
    const made = await pageIn(
      page,
      {
        list: (window) => readPosts(context, filter, window, by),
        both: (window) =>
          listAndCountPosts(context, filter, window, { by, most, trip: context.environment.trip }),
        count: (after_it) => countPosts(context, filter, { after: after_it, by, most }),
        ...listingOf(query, by),
      },
      context,
    )
    return answer(made, await showPosts(context, made.rows), most)
  },
})

/** Which posts, in which order, on which page. */
function readingOf(input: z.output<typeof Input>, sent_to: number[] | undefined) {
  const { per_page = limits.posts_per_page, page, after, cursor, ...query } = input
  const { sort = 'created_at', order = 'desc', key_id, platform: _, ...wanted } = query
  const filter = {
    ...wanted,
    account_ids: sent_to,
    ...(key_id !== undefined && { created_by: credentialOfKey(key_id) }),
  }
  return { query, filter, by: { sort, order }, page: { per_page, page, after, cursor } }
}

function listingOf(query: Record<string, unknown>, { sort, order }: PostOrder) {
  return {
    anchorOf: (post: StoredPost) => ({ at: post[sort], id: post.id }),
    order: `${sort}.${order}`,
    path: '/api/posts',
    query,
  }
}

/** Further than this nobody counts; undefined: to the end. */
function mostTold(via: Caller['via']) {
  return via === 'rest' ? undefined : limits.total_told
}

function answer(
  { envelope, next_cursor }: ReturnType<typeof pageMade>,
  data: Post[],
  most: number | undefined,
) {
  const isMore = most !== undefined && envelope.total === most + 1
  const total = isMore ? most : envelope.total
  const total_is = isMore ? ('at_least' as const) : ('exact' as const)
  return { data, ...envelope, total, total_is, next_cursor }
}
