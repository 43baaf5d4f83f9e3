import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { flag, number } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { timezoneOf } from '#operations/posts/parts/timing.ts'
import { limits } from '#rules/limits.ts'
import { invalid, type FieldErrors } from '#rules/problem.ts'
import { localIn } from '#rules/recurrence.ts'
import { SeriesTime } from '#rules/series.ts'
import { occurrencesFrom } from '#store/occurrences.ts'
import { findSeries, type SeriesRow } from '#store/series.ts'
import { checkTimes } from './parts/check.ts'
import { yearFrom } from './create-series.ts'
import { nextOf, requireSeries, seriesFields as fields, seriesId } from './parts/series.ts'

/** A query writes a list with commas. */
const skip = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',') : value),
  fields.skip,
)

const Input = z.strictObject({
  id: seriesId.optional().describe('A series; what is sent beside it stands instead.'),
  rule: fields.rule.optional(),
  starts_at: fields.starts_at.optional(),
  timezone: fields.timezone.optional(),
  skip: skip.optional(),
  confirm_yearly: flag.optional(),
  next: number(1, limits.occurrences_previewed).optional().describe('1 to 100, default 10.'),
})
type Input = z.output<typeof Input>

export const previewSeries = operation({
  name: 'preview_series',
  summary: 'When a rule, or a series, comes next. Nothing is written.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: Input,
  output: z.object({
    timezone: z.string(),
    data: z.array(SeriesTime),
    more: z.boolean().describe('Others come behind these.'),
  }),
  refuses: ['invalid', 'series_not_found'],
  rest: { method: 'GET', path: '/api/series/preview' },
  mcp: { absent: 'read_series does this on MCP.' },

  check: checkAll,

  async run(input, context) {
    const problem = invalid(await checkAll(input, context))
    if (problem) throw problem
    const { id, next = limits.occurrences_told } = input
    const row = id === undefined ? undefined : await requireSeries(context, id)
    const planned = await plannedOf(input, row, context)
    const rows =
      id === undefined
        ? []
        : await occurrencesFrom(context, id, localIn(planned.timezone, context.now))
    const made = new Map(rows.map((each) => [each.local_at, each]))
    const found = nextOf(planned, { after: context.now, count: next + 1, made })
    const { timezone } = planned
    return { timezone, data: found.slice(0, next), more: found.length > next }
  },
})

async function plannedOf(input: Input, row: SeriesRow | undefined, context: Context) {
  const { rule = row?.rule ?? '', starts_at = row?.starts_at ?? '' } = input
  const timezone = input.timezone ?? row?.timezone ?? (await timezoneOf(context))
  return {
    rule,
    starts_at,
    timezone,
    variations: row?.variations ?? [],
    skip: input.skip ?? row?.skip ?? [],
    confirmed_until: input.confirm_yearly ? yearFrom(context.now) : (row?.confirmed_until ?? null),
  }
}

async function checkAll(given: Partial<Input>, context: Context): Promise<FieldErrors> {
  const { id, rule, starts_at, confirm_yearly } = given
  const row = id === undefined ? undefined : await findSeries(context, id)
  const timezone = given.timezone ?? row?.timezone ?? (await timezoneOf(context))
  const missing: FieldErrors = {}
  if (id === undefined && rule === undefined)
    missing['rule'] = ['Send a rule with starts_at, or the id of a series.']
  if (id === undefined && starts_at === undefined)
    missing['starts_at'] = ['Send when it starts, or the id of a series.']
  const times = {
    rule: rule ?? row?.rule,
    starts_at: starts_at ?? row?.starts_at,
    timezone,
    // A series that is there was confirmed.
    confirm_yearly: confirm_yearly ?? (rule === undefined && row !== undefined ? undefined : false),
    begins: starts_at !== undefined,
  }
  return { ...missing, ...(rule === undefined && !starts_at ? {} : checkTimes(times, context)) }
}
