/** Series, as both surfaces are asked for them. */
import { z } from 'zod'
import type { Code } from '#rules/problem.ts'
import { idOf } from '../../surfaces/kit.ts'
import type { Body } from '../../service.ts'
import { type Cases, type Kit, never, plain } from './case.ts'

/** As test/mcp/cases/refusals.ts has them. */
type Refusal = readonly [name: string, code: Code, args: () => Body | Promise<Body>]

const tools: Readonly<Record<string, readonly [tool: string, action: string]>> = {
  create_series: ['manage_series', 'create'],
  update_series: ['manage_series', 'update'],
  pause_series: ['manage_series', 'pause'],
  resume_series: ['manage_series', 'resume'],
  skip_occurrence: ['manage_series', 'skip'],
  end_series: ['manage_series', 'end'],
  list_series: ['read_series', 'list'],
  get_series: ['read_series', 'get'],
  preview_series: ['read_series', 'preview'],
}

/** The tool that does it over MCP, with its arguments. */
export function overTools(name: string, args: Body): [tool: string, args: Body] {
  const [tool, action] = tools[name] ?? []
  return tool === undefined ? [name, args] : [tool, { action, ...args }]
}

const Made = z.looseObject({
  id: z.int(),
  upcoming: z.array(z.looseObject({ post_id: z.int().nullable() })),
})

type Asking = Pick<Kit, 'rest' | 'account_ids' | 'service'>

export function plan({ account_ids }: Pick<Kit, 'account_ids'>, more: Body = {}): Body {
  return {
    post: { content: 'A tip', social_account_ids: account_ids },
    rule: 'FREQ=DAILY;COUNT=3',
    starts_at: '2999-01-01T09:00',
    ...more,
  }
}

async function made({ rest, account_ids }: Asking) {
  return { id: idOf((await rest('create_series', plan({ account_ids }))).body) }
}

export function seriesCases(kit: Kit): Cases {
  let count = 0
  const { codeOf } = kit
  const found = async () => made(kit)
  const refused = (): [Body, 'series_not_found'] => [{ id: never.post }, 'series_not_found']
  const same = ({ state, why, rule }: Body) => [state, why, rule]
  const skipped = { occurrence: '2999-01-02T09:00' }
  const cases: Cases = {
    create_series: {
      input: () => plan(kit, { name: `Parity ${++count}` }),
      refused: () => [plan(kit, { rule: 'FREQ=HOURLY', skip: ['x'] }), 'invalid'],
      same,
    },
    list_series: { ...plain({ state: 'ended' }, { state: 'odd' }), same: ({ total }) => total },
    get_series: { input: found, refused, same },
    preview_series: plain({ rule: 'FREQ=DAILY;COUNT=2', starts_at: '2999-01-01T09:00' }, {}),
    update_series: {
      input: async () => ({ ...(await found()), applies: 'following', name: 'Other' }),
      refused: () => [{ id: never.post, applies: 'following' }, 'series_not_found'],
      same,
    },
    pause_series: { input: found, refused, same },
    resume_series: { input: found, refused, same },
    skip_occurrence: {
      input: async () => ({ ...(await found()), ...skipped }),
      refused: () => [{ id: never.post, ...skipped }, 'series_not_found'],
      same: ({ state, skip }) => [state, skip],
    },
    end_series: {
      input: found,
      refused,
      same: (_, { id }) => codeOf('pause_series', { id }),
    },
  }
  const onRest =
    (of: string) =>
    ({ action, ...args }: Body): [string, Body] => [
      Object.entries(tools).find(([, [tool, does]]) => tool === of && does === action)?.[0] ?? '',
      args,
    ]
  return {
    ...Object.fromEntries(
      Object.entries(cases).map(([name, each]) => [
        name,
        { ...each, over: { mcp: (args: Body) => overTools(name, args) } },
      ]),
    ),
    manage_series: {
      input: async () => ({ ...(await found()), action: 'pause' }),
      refused: () => [{ action: 'pause', id: never.post }, 'series_not_found'],
      over: { rest: onRest('manage_series') },
      same,
    },
    read_series: {
      input: async () => ({ ...(await found()), action: 'get' }),
      refused: () => [{ action: 'get', id: never.post }, 'series_not_found'],
      over: { rest: onRest('read_series') },
      same,
    },
  }
}

/** Beside those of the cases. */
export function seriesRefusals(kit: Asking): readonly Refusal[] {
  const ended = async () => {
    const { id } = await made(kit)
    await kit.rest('end_series', { id })
    return { id }
  }
  /** An occurrence whose post went out before its time. */
  const out = async () => {
    const occurrence = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
    const { body } = await kit.rest('create_series', plan(kit, { starts_at: occurrence }))
    const id = idOf(body)
    await kit.service.query(
      `update posts set status = 'published' where id = (select post_id from occurrences where series_id = ${id} order by at limit 1)`,
    )
    return { id, occurrence }
  }
  /** One that its series took back, and made again at another hour. */
  const replaced = async () => {
    const starts_at = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { body } = await kit.rest(
      'create_series',
      plan(kit, { rule: 'FREQ=DAILY;COUNT=1', starts_at: `${starts_at}T09:00` }),
    )
    const series = Made.parse(body)
    const moved = { id: series.id, applies: 'following', starts_at: `${starts_at}T11:00` }
    await kit.rest('update_series', moved)
    return { id: series.upcoming[0]?.post_id }
  }
  return [
    ['restore_post', 'day_taken', replaced],
    ['skip_occurrence', 'post_not_cancelable', out],
    ['manage_series', 'post_not_cancelable', async () => ({ action: 'skip', ...(await out()) })],
    ...['pause_series', 'resume_series', 'end_series'].map((name): Refusal => [
      name,
      'series_ended',
      ended,
    ]),
    ['update_series', 'series_ended', async () => ({ ...(await ended()), applies: 'following' })],
    [
      'skip_occurrence',
      'series_ended',
      async () => ({ ...(await ended()), occurrence: '2999-01-02T09:00' }),
    ],
    [
      'manage_series',
      'invalid',
      () => ({ action: 'create', ...plan(kit, { rule: 'FREQ=DAILY' }) }),
    ],
    ['manage_series', 'series_ended', async () => ({ action: 'pause', ...(await ended()) })],
    [
      'manage_series',
      'series_changed',
      async () => ({
        ...(await made(kit)),
        action: 'update',
        applies: 'following',
        updated_at: '2020-01-01T00:00:00Z',
      }),
    ],
    ['read_series', 'invalid', () => ({ action: 'preview' })],
    ['preview_series', 'series_not_found', () => ({ id: never.post })],
    [
      'update_series',
      'invalid',
      async () => ({ ...(await made(kit)), applies: 'following', rule: 'FREQ=DAILY' }),
    ],
    [
      'update_series',
      'series_changed',
      async () => ({
        ...(await made(kit)),
        applies: 'following',
        updated_at: '2020-01-01T00:00:00Z',
      }),
    ],
    [
      'skip_occurrence',
      'invalid',
      async () => ({ ...(await made(kit)), occurrence: '2999-02-02T09:00' }),
    ],
  ]
}
