import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { setSchedule } from '#operations/queue/parts/schedule.ts'
import { weekdays } from '#rules/schedule.ts'
import { periods, windowOfPeriod } from '#surfaces/mcp/periods.ts'
import { mondayAfter } from '#surfaces/mcp/prompts.ts'
import { demoWorkspace, newPost } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { messageOf, modern, resultOf, sender } from './rpc.ts'

const frozen = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => frozen })
after(() => service[Symbol.asyncDispose]())
const send = sender(service)

const Message = z.looseObject({
  role: z.literal('user'),
  content: z.looseObject({
    type: z.enum(['text', 'resource']),
    text: z.string().optional(),
    resource: z.looseObject({ uri: z.string(), text: z.string() }).optional(),
  }),
})
async function messages(name: string, args: Record<string, string> = {}) {
  const result = await resultOf(send(...modern('prompts/get', { name, arguments: args })))
  return z
    .array(Message)
    .parse(result['messages'])
    .map(({ content }) => content)
}

test('there are two prompts, with arguments that may all be left out', async () => {
  const { prompts } = await resultOf(send(...modern('prompts/list')))
  const Listed = z.array(
    z.looseObject({
      name: z.string(),
      title: z.string(),
      arguments: z.array(z.looseObject({ required: z.boolean().optional() })),
    }),
  )
  const listed = Listed.parse(prompts)
  assert.deepEqual(
    listed.map(({ name }) => name),
    ['plan_week', 'performance_review'],
  )
  for (const { name, arguments: args } of listed) {
    assert.ok(args.every(({ required }) => !required))
    assert.ok((await messages(name)).length > 1)
  }
})

test('plan_week brings accounts, slots and what is scheduled, and asks before it schedules', async () => {
  const { x = 0 } = service.accounts
  const one = { content: 'Tea at last', social_account_ids: [x] }
  const id = await newPost(service, { ...one, when: '2998-01-03T09:00:00Z' })
  await newPost(service, { ...one, content: 'Another week', when: '2998-01-08T09:00:00Z' })
  const [task, ...attached] = await messages('plan_week', {
    week: '2998-01-01',
    theme: 'tea',
    posts: '3',
  })
  assert.match(task?.text ?? '', /2998-01-01 to 2998-01-07 .*: 3 of them, about tea/)
  assert.match(task?.text ?? '', /Schedule nothing before I agree/)
  const [accounts = '', slots = '', scheduled = ''] = attached.map(({ text }) => text)
  for (const [platform, id] of Object.entries(service.accounts))
    assert.ok(accounts.includes(`\n${id}: ${platform}, `), accounts)
  assert.match(slots, /^Open slots of the week/)
  assert.match(scheduled, new RegExp(`\n2998-01-03 09:00, accounts ${x}, post ${id}: Tea at last$`))
})

test('plan_week has the open slots of its week, however many there are before, and says where it has not all', async () => {
  const scope = { db: service.db, workspace_id: await demoWorkspace(service) }
  const hours = Array.from({ length: 8 }, (_, hour) => `${String(8 + hour).padStart(2, '0')}:00`)
  const entries = weekdays.flatMap((weekday) =>
    hours.map((time) => ({ weekday, time, account_id: null })),
  )
  await setSchedule(scope, { timezone: 'UTC', entries }, frozen)
  const inTenWeeks = new Date(frozen.getTime() + 70 * 86_400_000)
  const [, , slots] = await messages('plan_week', { week: inTenWeeks.toISOString().slice(0, 10) })
  const [title, first, ...others] = slots?.text?.split('\n') ?? []
  assert.equal(title, 'The first 50 open slots of the week:')
  assert.equal(first, `${inTenWeeks.toISOString().slice(0, 10)}T08:00:00.000Z`)
  assert.equal(others.length, 49)
  await setSchedule(scope, { timezone: 'UTC', entries: [] }, frozen)
})

test('performance_review holds what get_analytics answers for the window, to the byte', async () => {
  const [task, numbers] = await messages('performance_review', {
    period: 'last_7_days',
    platform: 'x',
  })
  const [, from, to] = /from (\S+) to (\S+) on x/.exec(task?.text ?? '') ?? []
  const { result } = await service.tool('get_analytics', { from, to, platform: 'x' })
  assert.equal(numbers?.text, JSON.stringify(result))
})

test('an argument that can not be is named, with what it may be', async () => {
  for (const [name, args, text] of [
    ['plan_week', { week: 'soon' }, /Use a date/],
    ['plan_week', { posts: '0' }, /from 1 to 50/],
    ['plan_week', { color: 'red' }, /no such field/],
    ['performance_review', { period: 'ever' }, /last_30_days/],
    ['performance_review', { platform: 'myspace' }, /./],
  ] as const) {
    const { error } = messageOf(await send(...modern('prompts/get', { name, arguments: args })))
    assert.equal(error?.code, -32_602, name)
    assert.match(error?.message ?? '', text)
  }
})

test('a field that a client left empty says nothing', async () => {
  assert.deepEqual(
    await messages('plan_week', { week: '', theme: '' }),
    await messages('plan_week'),
  )
})

test('periods end today, and months are whole', () => {
  assert.deepEqual(windowOfPeriod('last_7_days', '2026-03-03'), {
    from: '2026-02-25',
    to: '2026-03-03',
  })
  assert.deepEqual(windowOfPeriod('this_month', '2026-03-03'), {
    from: '2026-03-01',
    to: '2026-03-03',
  })
  assert.deepEqual(windowOfPeriod('last_month', '2024-03-31'), {
    from: '2024-02-01',
    to: '2024-02-29',
  })
  assert.deepEqual(windowOfPeriod('last_month', '2026-01-05'), {
    from: '2025-12-01',
    to: '2025-12-31',
  })
  for (const period of periods) assert.ok(windowOfPeriod(period, '2026-01-01').from <= '2026-01-01')
})

test('the next week begins on the Monday after today', () => {
  for (const [day, monday] of [
    ['2026-11-22', '2026-11-23'],
    ['2026-11-23', '2026-11-30'],
    ['2026-11-24', '2026-11-30'],
  ] as const)
    assert.equal(mondayAfter(day), monday)
})
