/** `crier series …`: posts that recur. */
import { z } from 'zod'
import { createSeries } from '#operations/series/create-series.ts'
import { endSeries } from '#operations/series/end-series.ts'
import { getSeries } from '#operations/series/get-series.ts'
import { listSeries } from '#operations/series/list-series.ts'
import { pauseSeries } from '#operations/series/pause-series.ts'
import { previewSeries } from '#operations/series/preview-series.ts'
import { resumeSeries } from '#operations/series/resume-series.ts'
import { skipOccurrence } from '#operations/series/skip-occurrence.ts'
import { updateSeries } from '#operations/series/update-series.ts'
import { SeriesState } from '#rules/series.ts'
import { type Command, type Given, UsageError } from './command.ts'
import { openInstance } from './instance.ts'
import { table } from './table.ts'
import { idsIn } from './words.ts'

const Times = z.array(
  z.looseObject({
    occurrence: z.string(),
    at: z.string().nullable(),
    skipped: z.boolean(),
    post_id: z.int().nullable(),
    refused: z.object({ message: z.string() }).nullable(),
  }),
)
const Series = z.looseObject({
  id: z.int(),
  name: z.string(),
  state: z.string(),
  why: z.string().nullable(),
  rule: z.string(),
  timezone: z.string(),
})
const Whole = Series.extend({ upcoming: Times, recent: Times })

const create: Command = {
  name: 'series create',
  takes:
    'TEXT --accounts NAME,ID --rule RULE --starts-at TIME [--timezone ZONE] [--name T] [--post JSON] [--variations JSON] [--skip DATE,DATE] [--confirm-yearly] [--dry-run] [--json]',
  summary:
    'Repeat a post by a rule such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10; --post has further fields, --variations other texts in turn.',
  values: ['text'],
  flags: {
    accounts: 'required',
    rule: 'required',
    'starts-at': 'required',
    timezone: 'optional',
    name: 'optional',
    post: 'optional',
    variations: 'optional',
    skip: 'optional',
    'confirm-yearly': 'switch',
    'dry-run': 'switch',
  },
  names: { starts_at: 'starts-at', confirm_yearly: 'confirm-yearly' },
  json: true,

  async run({ text, accounts = '', ...given }, config) {
    const post = { ...postIn(given), content: text, social_account_ids: idsIn(accounts) }
    await using instance = await openInstance(config)
    const data = Whole.parse(await instance.ask(createSeries, { ...fieldsIn(given), post }))
    const made = given['dry-run'] ? 'A series that would be made' : `Series ${data.id}`
    return { data, text: `${made}\n${listed(data.upcoming)}` }
  },
}

const update: Command = {
  name: 'series update',
  takes:
    'ID --applies this|following [--occurrence TIME] [--post JSON] [--rule RULE] [--starts-at TIME] [--timezone ZONE] [--name T] [--variations JSON] [--skip DATE,DATE] [--confirm-yearly] [--dry-run] [--json]',
  summary: 'Change one occurrence, or all that follow; posts that somebody changed stay.',
  values: ['id'],
  flags: {
    applies: 'required',
    occurrence: 'optional',
    post: 'optional',
    rule: 'optional',
    'starts-at': 'optional',
    timezone: 'optional',
    name: 'optional',
    variations: 'optional',
    skip: 'optional',
    'confirm-yearly': 'switch',
    'dry-run': 'switch',
  },
  choices: { applies: ['this', 'following'] },
  names: { starts_at: 'starts-at', confirm_yearly: 'confirm-yearly' },
  json: true,

  async run({ id, applies, occurrence, ...given }, config) {
    const fields = {
      id,
      applies,
      ...(occurrence !== undefined && { occurrence }),
      ...fieldsIn(given),
      ...(given['post'] !== undefined && { post: postIn(given) }),
    }
    await using instance = await openInstance(config)
    const data = Changed.parse(await instance.ask(updateSeries, fields))
    const { rewritten, removed, kept } = data.posts
    const text = `Posts: ${rewritten.length} changed, ${removed.length} taken back, ${kept.length} kept.`
    return { data, text: `${text}\n${listed(data.upcoming)}` }
  },
}

const ids = z.array(z.int())
const Changed = Whole.extend({ posts: z.object({ rewritten: ids, removed: ids, kept: ids }) })

const list: Command = {
  name: 'series list',
  takes: '[--state active,paused,ended] [--page N] [--json]',
  summary: 'List series, the newest first; without --state those that have not ended.',
  flags: { state: 'optional', page: 'optional' },
  choices: { state: SeriesState.options },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    const data = z
      .looseObject({ data: z.array(Series) })
      .parse(await instance.ask(listSeries, { ...given }))
    const rows = data.data.map(({ id, name, state, why, rule, timezone }) => [
      String(id),
      name,
      why ? `${state} (${why})` : state,
      rule,
      timezone,
    ])
    if (!rows.length) return { data, text: 'There are no such series here.' }
    return { data, text: table([['ID', 'NAME', 'STATE', 'RULE', 'ZONE'], ...rows]) }
  },
}

const show: Command = {
  name: 'series show',
  takes: 'ID [--json]',
  summary: 'A series with what comes next, and what came last.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    return told(await instance.ask(getSeries, { id }))
  },
}

const preview: Command = {
  name: 'series preview',
  takes:
    '[--id ID] [--rule RULE] [--starts-at TIME] [--timezone ZONE] [--skip DATE,DATE] [--next N] [--confirm-yearly] [--json]',
  summary: 'When a rule, or a series, comes next. Nothing is written.',
  flags: {
    id: 'optional',
    rule: 'optional',
    'starts-at': 'optional',
    timezone: 'optional',
    skip: 'optional',
    next: 'optional',
    'confirm-yearly': 'switch',
  },
  names: { starts_at: 'starts-at', confirm_yearly: 'confirm-yearly' },
  json: true,

  async run({ id, next, ...given }, config) {
    const fields = {
      ...(id !== undefined && { id }),
      ...(next !== undefined && { next }),
      ...fieldsIn(given),
    }
    await using instance = await openInstance(config)
    const data = z.looseObject({ data: Times }).parse(await instance.ask(previewSeries, fields))
    return { data, text: listed(data.data) }
  },
}

const pause: Command = {
  name: 'series pause',
  takes: 'ID [--posts keep|cancel] [--json]',
  summary: 'Make no more posts until it is resumed; those that are made stay, or are cancelled.',
  values: ['id'],
  flags: { posts: 'optional' },
  choices: { posts: ['keep', 'cancel'] },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    return told(await instance.ask(pauseSeries, { ...given }))
  },
}

const resume: Command = {
  name: 'series resume',
  takes: 'ID [--json]',
  summary: 'Let a series go on, or confirm another year of one without an end.',
  values: ['id'],
  json: true,

  async run({ id }, config) {
    await using instance = await openInstance(config)
    return told(await instance.ask(resumeSeries, { id }))
  },
}

const skip: Command = {
  name: 'series skip',
  takes: 'ID OCCURRENCE [--undo] [--json]',
  summary: 'Leave one occurrence out and cancel its post, or take that back.',
  values: ['id', 'occurrence'],
  flags: { undo: 'switch' },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    return told(await instance.ask(skipOccurrence, { ...given }))
  },
}

const end: Command = {
  name: 'series end',
  takes: 'ID [--posts keep|cancel] [--json]',
  summary: 'End a series for good.',
  values: ['id'],
  flags: { posts: 'optional' },
  choices: { posts: ['keep', 'cancel'] },
  json: true,

  async run(given, config) {
    await using instance = await openInstance(config)
    const answer = await instance.ask(endSeries, { ...given })
    const data = z.looseObject({ id: z.int(), cancelled_post_ids: ids }).parse(answer)
    const text = `Series ${data.id} has ended; ${data.cancelled_post_ids.length} posts were cancelled.`
    return { data, text }
  },
}

function told(answer: unknown) {
  const data = Whole.parse(answer)
  const { id, name, state, why, rule, timezone, recent, upcoming } = data
  const about = `Series ${id}${name && ` “${name}”`}: ${state}${why ? ` (${why})` : ''}, ${rule}, ${timezone}`
  return { data, text: [about, ...[recent, upcoming].map(listed).filter(Boolean)].join('\n') }
}

function listed(times: z.output<typeof Times>) {
  const rows = times.map(({ occurrence, at, skipped, post_id, refused }) => [
    occurrence,
    at ?? 'left out by the zone',
    skipped ? 'skipped' : post_id === null ? (refused?.message ?? '') : `post ${post_id}`,
  ])
  return rows.length ? table([['OCCURRENCE', 'AT', ''], ...rows]) : ''
}

/** As they are typed; a text that is no JSON is told by its flag. */
function fieldsIn(given: Given): Record<string, unknown> {
  const texts = ['rule', 'timezone', 'name'] as const
  return {
    ...Object.fromEntries(
      texts.flatMap((each) => (given[each] === undefined ? [] : [[each, given[each]]])),
    ),
    ...(given['starts-at'] !== undefined && { starts_at: given['starts-at'] }),
    ...(given['skip'] !== undefined && { skip: given['skip'] ? given['skip'].split(',') : [] }),
    ...(given['variations'] !== undefined && { variations: jsonOf(given, 'variations') }),
    ...(given['confirm-yearly'] && { confirm_yearly: true }),
    ...(given['dry-run'] && { dry_run: true }),
  }
}

function postIn(given: Given) {
  const { data } = z.record(z.string(), z.unknown()).safeParse(jsonOf(given, 'post') ?? {})
  if (!data) throw new UsageError('--post: Give the fields of a post as a JSON object.')
  return data
}

function jsonOf(given: Given, flag: string): unknown {
  const text = given[flag]
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError(`--${flag}: This is no JSON.`)
  }
}

export const seriesCommands = [create, list, show, preview, update, pause, resume, skip, end]
