import { z } from 'zod'
import { accept } from '#operations/accept.ts'
import { type Operation, operation } from '#operations/operation.ts'
import { Series } from '#rules/series.ts'
import { getSeries } from './get-series.ts'
import { listSeries } from './list-series.ts'
import { previewSeries } from './preview-series.ts'

const actions = ['list', 'get', 'preview'] as const
type Action = (typeof actions)[number]

/** What each action does is an operation of REST. */
const targets: Record<Action, Operation> = {
  list: listSeries,
  get: getSeries,
  preview: previewSeries,
}

const Brief = Series.pick({
  id: true,
  name: true,
  state: true,
  why: true,
  rule: true,
  starts_at: true,
  timezone: true,
})
const text = z.string().optional()

export const readSeries = operation({
  name: 'read_series',
  summary:
    'List the series of posts; get one with its next and last ten occurrences and their posts; or preview when a rule, or a series, comes.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    action: z.enum(actions),
    id: z.int().optional().describe('For get; for preview of a series.'),
    state: text.describe('For list: active, paused, ended; default all that have not ended.'),
    page: z.int().optional(),
    rule: text.describe('For preview, with starts_at: as manage_series takes it.'),
    starts_at: text,
    timezone: text,
    skip: z.array(z.string()).optional(),
    confirm_yearly: z.boolean().optional(),
    next: z.int().optional().describe('For preview: 1 to 100, default 10.'),
  }),
  output: z.looseObject({ data: z.array(z.looseObject({})).optional() }),
  refuses: ['invalid', 'series_not_found'],
  rest: { absent: '/api/series does this on REST.' },
  mcp: { title: 'Read series of posts', toolset: 'series' },

  async run({ action, ...fields }, context) {
    const target = targets[action]
    const raw = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    )
    const input = await accept({ operation: target, dialect: undefined, raw }, context)
    const output = Answer.parse(await target.run(input, context))
    return action === 'list' ? { ...output, data: z.array(Brief).parse(output['data']) } : output
  },
})

const Answer = z.looseObject({})
