import { z } from 'zod'
import { day, flag, listOf, number, wrongPlatform } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { listed } from '#operations/posts/list-posts.ts'
import { credentialOfKey } from '#rules/key.ts'
import { limits } from '#rules/limits.ts'
import { Id, Need, Outcome, outcome } from '#rules/post.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { RiskCode } from '#rules/risk.ts'
import { firstWords } from '#rules/text.ts'
import { datesIn, daysIn } from '#rules/window.ts'
import { accountsOn } from '#store/accounts.ts'
import { type DayPost, listPlannedDays, type Standing } from '#store/planned-days.ts'
import { findWorkspace } from '#store/workspaces.ts'
import type { Context } from '../context.ts'
import { freeSlots, startsOf } from './parts/days.ts'

const DAYS = 62
const PER_DAY = 50
const EXCERPT = 80

const Shown = Outcome.exclude(['deleted'])
const filters = z.object(listed).pick({
  needs: true,
  at_risk: true,
  account_ids: true,
  platform: true,
  labels: true,
  search: true,
  created_via: true,
  key_id: true,
  series_id: true,
}).shape

const Entry = z.object({
  id: Id,
  at: z.iso.datetime().describe('When it was published, or is to be.'),
  account_id: Id.optional().describe(
    'This entry is that account alone, which goes out later than the post.',
  ),
  excerpt: z.string().describe('The beginning of its text.'),
  kind: z.enum(['text', 'image', 'video', 'document', 'thread']),
  thumbnail_url: z.string().optional(),
  account_ids: z.array(Id),
  outcome: Shown,
  needs: z.array(Need.exclude(['reconnect'])).optional(),
  risks: z.array(RiskCode).optional(),
  queue_id: Id.optional().describe('The queue that it stands in. Left out: none.'),
  updated_at: z.iso.datetime(),
})

const Input = z.strictObject({
  from: day.describe('The first day.'),
  to: day.describe(`The last day; at most ${DAYS} days with the first.`),
  outcome: listOf(Shown).optional().describe('Only these.'),
  ...filters,
  mine: flag.optional().describe('Only what the caller made.'),
  per_day: number(1, limits.per_page_max)
    .optional()
    .describe(
      `So many posts of each day: 1 to ${PER_DAY}, default ${PER_DAY}; of one day alone up to ${limits.per_page_max}.`,
    ),
})

/** What a model asks by; the rest would cost it more than it is worth. */
const ToolInput = Input.pick({
  from: true,
  to: true,
  outcome: true,
  account_ids: true,
  labels: true,
  per_day: true,
})

export const listCalendar = operation({
  name: 'list_calendar',
  summary:
    'What is planned and was published, day by day: how much of each outcome, the first posts of each day in short, and the open slots of the posting schedule. Days are those of the workspace’s zone.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: Input,
  output: z.object({
    timezone: z.string(),
    days: z.array(
      z.object({
        date: z.iso.date(),
        counts: z.partialRecord(Shown, z.int()).describe('How many entries of each outcome.'),
        posts: z.array(Entry),
        more: z.int().min(0).describe('Entries of the day that are counted and not told.'),
      }),
    ),
    slots: z
      .array(
        z.object({
          iso: z.iso.datetime(),
          account_id: Id.nullable().describe('Null: of every account that has none of its own.'),
        }),
      )
      .describe('Open slots of the posting schedule within these days, soonest first.'),
  }),
  refuses: ['invalid'],
  rest: { method: 'GET', path: '/api/calendar' },
  mcp: { title: 'See the calendar', toolset: 'links', accepts: ToolInput },

  async check({ platform }, { environment }) {
    return wrongPlatform(platform, environment)
  },

  async run({ from, to, per_day = PER_DAY, mine, key_id, platform, ...wanted }, context) {
    const problem = invalid(wrongPlatform(platform, context.environment))
    if (problem) throw problem
    const days = daysIn({ from, to })
    if (days < 1) throw wrong('to', 'Use a day that is not before from.')
    if (days > DAYS) throw wrong('to', `At most ${DAYS} days with the first.`)
    const most = days === 1 ? limits.per_page_max : PER_DAY
    if (per_day > most) throw wrong('per_day', `At most ${most}.`)
    const { timezone } = await findWorkspace(context)
    const starts = startsOf({ from, to }, timezone)
    const account_ids = await sentTo(context, platform, wanted.account_ids)
    const by = key_id === undefined ? undefined : credentialOfKey(key_id)
    const made_by = mine ? context.caller.credential : by
    // What somebody else's key made is not the caller's own.
    const none = mine && by !== undefined && by !== made_by
    const filter = { ...wanted, account_ids: none ? [] : account_ids, created_by: made_by }
    const { counts, told } = await listPlannedDays(context, filter, { starts, most: per_day })
    const shown = datesIn({ from, to }).map((date, index) => {
      const posts = told.filter((each) => each.day === index + 1)
      const count: Partial<Record<z.infer<typeof Shown>, number>> = {}
      let total = 0
      for (const each of counts) {
        if (each.day !== index + 1) continue
        const word = outcomeOf(each)
        count[word] = (count[word] ?? 0) + each.count
        total += each.count
      }
      return {
        date,
        counts: count,
        posts: posts.map((post) => entryOf(post, context)),
        more: total - posts.length,
      }
    })
    return {
      timezone,
      days: shown,
      slots: await freeSlots(context, { starts, timezone, account_ids }),
    }
  },
})

/** Undefined: to whatever account. */
async function sentTo(
  context: Context,
  platform: string | undefined,
  account_ids: readonly number[] | undefined,
) {
  if (platform === undefined) return account_ids
  const there = await accountsOn(context, platform)
  return there.filter((id) => !account_ids || account_ids.includes(id))
}

function outcomeOf({ status, statuses }: Standing) {
  const socialAccounts = statuses.map((each) => ({ pivot: { status: each } }))
  return Shown.parse(outcome({ status, deleted_at: null, socialAccounts }))
}

function entryOf(
  post: DayPost,
  { environment: { cdn_url } }: Pick<Context, 'environment'>,
): z.input<typeof Entry> {
  const { id, at, account_id, account_ids, content, thumbnail_key, risks, updated_at } = post
  const needs = [
    ...(post.undecided ? (['decision'] as const) : []),
    ...(post.awaiting ? (['approval'] as const) : []),
  ]
  return {
    id,
    at,
    ...(account_id !== null && { account_id }),
    excerpt: firstWords(content, EXCERPT),
    kind: kindOf(post),
    ...(thumbnail_key !== null && { thumbnail_url: `${cdn_url}/media/${thumbnail_key}` }),
    account_ids,
    outcome: outcomeOf(post),
    ...(needs.length && { needs }),
    ...(risks && { risks }),
    ...(post.queue_id !== null && { queue_id: post.queue_id }),
    updated_at,
  }
}

function kindOf({ is_thread, mime_type }: DayPost) {
  if (is_thread) return 'thread'
  if (mime_type === null) return 'text'
  const [kind] = mime_type.split('/')
  return kind === 'image' || kind === 'video' ? kind : 'document'
}
