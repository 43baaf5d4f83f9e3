import { z } from 'zod'
import { accept } from '#operations/accept.ts'
import type { Context } from '#operations/context.ts'
import { dryRun, flag } from '#operations/ids.ts'
import { type Operation, operation } from '#operations/operation.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { type FieldErrors, Problem } from '#rules/problem.ts'
import { example } from '#rules/recurrence-text.ts'
import { Fields } from '#rules/series.ts'
import { createSeries } from './create-series.ts'
import { endSeries } from './end-series.ts'
import { pauseSeries } from './pause-series.ts'
import { resumeSeries } from './resume-series.ts'
import { skipOccurrence } from './skip-occurrence.ts'
import { updateSeries } from './update-series.ts'

const actions = ['create', 'update', 'pause', 'resume', 'skip', 'end'] as const
type Action = (typeof actions)[number]

/** What each action does is an operation of REST: its fields, its refusals, its rules. */
const targets: Record<Action, Operation> = {
  create: createSeries,
  update: updateSeries,
  pause: pauseSeries,
  resume: resumeSeries,
  skip: skipOccurrence,
  end: endSeries,
}

const text = z.string().optional()

const Input = z.strictObject({
  action: z.enum(actions),
  id: z.int().optional().describe('For all but create.'),
  post: Fields.optional().describe(
    'As schedule_post takes it (content, social_account_ids, media_ids …), without a time; for update what changes.',
  ),
  rule: text.describe(
    `RFC 5545: FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, COUNT or UNTIL. Such as ${example}.`,
  ),
  starts_at: text.describe('Local time such as 2026-11-20T09:00: from then on, at that time.'),
  timezone: text.describe("Default the workspace's."),
  name: text,
  variations: z
    .array(Fields)
    .optional()
    .describe('Fields (content, media_ids …) that replace those of post, in turn.'),
  skip: z.array(z.string()).optional().describe('Dates to leave out.'),
  confirm_yearly: flag
    .optional()
    .describe('For a rule without an end: resume confirms another year.'),
  applies: text
    .meta({ enum: ['this', 'following'] })
    .describe('For update: this occurrence, or all that follow; posts that somebody changed stay.'),
  occurrence: text.describe(
    'Its local time. For skip, and update of this; of following the first.',
  ),
  undo: flag.optional().describe('For skip: take it back.'),
  posts: text
    .meta({ enum: ['keep', 'cancel'] })
    .describe('For pause, end: what becomes of unchanged posts that are made; default keep.'),
  updated_at: text.describe('For update: of the series as you saw it.'),
  dry_run: dryRun.optional(),
})
type Input = z.output<typeof Input>

export const manageSeries = operation({
  name: 'manage_series',
  summary:
    'Repeat a post by a rule: create a series, change, pause or end it, resume it (also to confirm another year), skip an occurrence. It makes an ordinary post for each occurrence 14 days ahead.',
  effect: 'destroys',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  once: true,
  idempotent: false,
  input: Input,
  output: z.looseObject({
    id: z.int(),
    state: text,
    why: z.string().nullish(),
    upcoming: z.array(z.looseObject({})).optional().describe('With post_id of those made.'),
    cancelled_post_ids: z.array(Id).optional(),
    dry_run: rehearsed,
  }),
  refuses: [
    'invalid',
    'forbidden',
    'series_not_found',
    'series_changed',
    'series_ended',
    'post_not_cancelable',
  ],
  rest: { absent: '/api/series does this on REST, one method for each action.' },
  mcp: { title: 'Manage series of posts', toolset: 'series', open: true },

  async check({ action, ...fields }, context) {
    return action ? errorsOf(action, fields, context) : {}
  },

  async run({ action, ...fields }, context) {
    const target = targets[action]
    const input = await accept(
      { operation: target, dialect: undefined, raw: said(fields) },
      context,
    )
    const output = Answer.parse(await target.run(input, context))
    return action === 'create' && fields.dry_run ? { ...output, id: 0 } : output
  },
})

const Answer = z.looseObject({ id: z.int() })

type Given = Partial<Omit<Input, 'action'>>

function said(fields: Given) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** As the operation of REST would tell them. */
async function errorsOf(action: Action, given: Given, context: Context): Promise<FieldErrors> {
  try {
    const raw = said(given)
    await accept({ operation: targets[action], dialect: undefined, raw }, context)
    return {}
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid') throw error
    // A problem that is called invalid has them always.
    return error.recovery['errors'] as FieldErrors
  }
}
