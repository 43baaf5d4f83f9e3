import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { dryRun } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { timezoneOf } from '#operations/posts/parts/timing.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { yearsAfter } from '#rules/recurrence.ts'
import { example } from '#rules/recurrence-text.ts'
import type { Fields } from '#rules/series.ts'
import { countSeries, findSeries, insertSeries, lockSeriesOf } from '#store/series.ts'
import { altTextsOf, checkTexts, checkTimes, templateOf } from './parts/check.ts'
import { makeAhead } from './parts/making.ts'
import { seriesFields as fields, seriesWhole, Whole } from './parts/series.ts'

const Input = z.strictObject({
  post: fields.post,
  rule: fields.rule,
  starts_at: fields.starts_at,
  timezone: fields.timezone.optional(),
  name: fields.name.optional(),
  variations: fields.variations.optional(),
  skip: fields.skip.optional(),
  confirm_yearly: fields.confirm_yearly.optional(),
  dry_run: dryRun.optional(),
})
type Input = z.output<typeof Input>

export const createSeries = operation({
  name: 'create_series',
  summary:
    'Repeat a post by a rule, with texts that take turns if wanted. Makes an ordinary post for each occurrence 14 days ahead.',
  effect: 'writes',
  ability: 'posts:write',
  actions: ['schedule'],
  about: 'series',
  once: true,
  idempotent: false,
  input: Input,
  output: Whole.extend({ id: z.int().min(0) }),
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/series', status: 201 },
  mcp: { absent: 'manage_series does this on MCP.' },
  stand_ins: { post: {}, rule: example, starts_at: '2000-01-01T00:00' },

  check: checkAll,

  async run(input, context) {
    const problem = invalid(await checkAll(input, context))
    if (problem) throw problem
    await lockSeriesOf(context)
    if ((await countSeries(context, ['active', 'paused'])) >= limits.series)
      throw wrong('rule', `End one first: a workspace has ${limits.series} series at the most.`)
    const { now, caller } = context
    const { rule, starts_at, name = '', variations = [], skip = [] } = input
    const post = await templateOf({ ...variations[0], ...input.post }, context)
    const template: Fields = Object.fromEntries(
      Object.entries(post).filter(
        ([field]) => field in input.post || field === 'social_account_ids',
      ),
    )
    const id = await insertSeries(
      context,
      {
        name,
        rule: rule.trim(),
        starts_at,
        timezone: input.timezone ?? (await timezoneOf(context)),
        post: template,
        variations,
        alt_texts: await altTextsOf([post, ...variations], context),
        account_ids: accountsOf(template),
        skip,
        state: 'active',
        confirmed_until: input.confirm_yearly ? yearFrom(now) : null,
        seen_until: now,
        made_by: caller.credential,
        created_via: caller.via,
      },
      now,
    )
    await makeAhead(await madeSeries(context, id), context, { strict: true })
    return seriesWhole(await madeSeries(context, id), context)
  },
})

async function madeSeries(context: Context, id: number) {
  const row = await findSeries(context, id)
  if (!row) throw new Error('A series that was just made is not there.')
  return row
}

export function yearFrom(now: Date) {
  return yearsAfter(now.toISOString().slice(0, 16), 1)
}

export function accountsOf({ social_account_ids: ids }: Fields) {
  return z.array(Id).parse(ids)
}

async function checkAll(given: Partial<Input>, context: Context) {
  const timezone = given.timezone ?? (await timezoneOf(context))
  const { rule, starts_at, confirm_yearly, post, variations = [] } = given
  return {
    ...checkTimes({ rule, starts_at, timezone, confirm_yearly, begins: true }, context),
    ...(post && (await checkTexts({ post, variations }, context))),
  }
}
