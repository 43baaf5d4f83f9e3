/** "Tomorrow at nine, my time": times without a zone, and who is told which one is meant. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { modern, resultOf, sender } from '../mcp/rpc.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, newPost } from './kit.ts'

// Half past eight in the morning of a Sunday in Berlin.
const now = new Date('2026-11-22T07:30:00Z')
const service = await openService({ ROLE: 'api' }, { now: () => now })
after(() => service[Symbol.asyncDispose]())
await service.query(`update workspaces set timezone = 'Europe/Berlin'`)
const post = (content: string) => ({ content, social_account_ids: Object.values(service.accounts) })

for (const surface of surfaces) {
  const call = callers(service)[surface]
  const scheduled = async (when: string, timezone?: string) => {
    const about = { ...post(`${surface} ${when} ${timezone}`), when }
    const { body } = await call('schedule_post', { ...about, ...(timezone && { timezone }) })
    return body
  }

  test(`a time without a zone is read by the clock of the workspace, over ${surface}`, async () => {
    for (const [when, at] of [
      ['2026-11-23T09:00', '2026-11-23T08:00:00.000Z'],
      ['2027-07-01T09:00:30.5', '2027-07-01T07:00:30.500Z'],
      ['2026-11-23T09:00:00Z', '2026-11-23T09:00:00.000Z'],
    ] as const) {
      const { scheduled_at, warnings } = await scheduled(when)
      assert.equal(scheduled_at, at)
      const told = when.endsWith('Z') ? [] : [`${when} was read by the clock of Europe/Berlin.`]
      assert.deepEqual(warnings, told)
    }
  })

  test(`timezone says whose clock it is, over ${surface}`, async () => {
    const { scheduled_at, id } = await scheduled('2026-11-23T09:00', 'America/New_York')
    assert.equal(scheduled_at, '2026-11-23T14:00:00.000Z')
    const moved = { id, when: '2026-11-24T09:00', timezone: 'Asia/Kolkata' }
    const { body } = await call('update_post', moved)
    assert.equal(body['scheduled_at'], '2026-11-24T03:30:00.000Z')
    const later = { id, scheduled_at: '2026-11-25T09:00' }
    assert.equal(
      (await call('update_post', later)).body['scheduled_at'],
      '2026-11-25T08:00:00.000Z',
    )
    const { scheduled_at: same, warnings } = await scheduled('2026-11-23T09:00:00Z', 'Asia/Kolkata')
    assert.equal(same, '2026-11-23T09:00:00.000Z')
    assert.match(String(warnings), /timezone was ignored/)
    const { errors } = await call('schedule_post', { ...post('x'), when: 'now', timezone: 'Mars' })
    assert.deepEqual(Object.keys(errors), ['timezone'])
  })

  test(`a time that clocks skip or show twice is one moment, and that is told, over ${surface}`, async () => {
    const skipped = await scheduled('2027-03-28T02:30')
    assert.equal(skipped['scheduled_at'], '2027-03-28T01:30:00.000Z')
    assert.match(String(skipped['warnings']), /skip/)
    const twice = await scheduled('2027-10-31T02:30')
    assert.equal(twice['scheduled_at'], '2027-10-31T00:30:00.000Z')
    assert.match(String(twice['warnings']), /first of two/)
  })

  test(`a local time that has passed is refused, and one that is none, over ${surface}`, async () => {
    // It lies ahead in UTC, and has passed in Berlin.
    const passed = { ...post('x'), when: '2026-11-22T08:00' }
    const { errors } = await call('schedule_post', passed)
    assert.match(String(errors['when']), /in the future/)
    for (const when of ['2026-02-30T09:00', '2026-11-23T25:00', '2026-11-23 09:00', '9:00']) {
      const answer = await call('schedule_post', { ...post('x'), when })
      assert.deepEqual(Object.keys(answer.errors), ['when'], when)
    }
  })

  test(`lists take times of the workspace's clock, over ${surface}`, async () => {
    const id = await newPost(service, { when: '2099-01-01T09:00' })
    const listed = async (from: string, to: string) => {
      const { body } = await call('list_posts', { status: 'all', from, to })
      return z.array(z.looseObject({ id: z.number() })).parse(body['data'])
    }
    assert.deepEqual(
      (await listed('2099-01-01T09:00', '2099-01-01T09:00')).map((each) => each.id),
      [id],
    )
    assert.deepEqual(await listed('2099-01-01T09:01', '2099-01-01T12:00'), [])
    assert.deepEqual(await listed('2099-01-01T07:00', '2099-01-01T08:59:59'), [])
    await call('cancel_post', { id })
  })

  test(`get_accounts tells the zone and the time there, over ${surface}`, async () => {
    const { body } = await call('get_accounts')
    assert.equal(body['timezone'], 'Europe/Berlin')
    assert.equal(body['now'], now.toISOString())
    assert.equal(body['local_time'], 'Sunday 2026-11-22 08:30')
  })
}

test('a client is told the zone and the time first, in both eras', async () => {
  const send = sender(service)
  const { instructions } = await resultOf(send(...modern('server/discover')))
  assert.match(String(instructions), /In Europe\/Berlin it is Sunday 2026-11-22 08:30/)
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  }
  const greeted = await resultOf(
    send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }),
  )
  assert.equal(greeted['instructions'], instructions)
})

test('tools that take a local time name the zone of the workspace and the day', async () => {
  const { tools } = await (await service.client()).listTools()
  // A series has a zone of its own.
  const zoned = tools.filter(
    ({ name, inputSchema }) =>
      'timezone' in (inputSchema.properties ?? {}) && !name.endsWith('_series'),
  )
  assert.deepEqual(
    zoned.map(({ name }) => name),
    ['schedule_post', 'update_post', 'update_posts'],
  )
  for (const { inputSchema } of zoned) {
    const said = JSON.stringify(inputSchema.properties?.['timezone'])
    assert.match(said, /Europe\/Berlin, today Sunday 2026-11-22/)
  }
})

test('a post keeps the moment that it was given when the zone of the workspace changes', async () => {
  const id = await newPost(service, { when: '2027-01-01T09:00' })
  await service.query(`update workspaces set timezone = 'Asia/Tokyo'`)
  const { body } = await callers(service).rest('get_post', { id })
  assert.equal(body['scheduled_at'], '2027-01-01T08:00:00.000Z')
  assert.equal(idOf(body), id)
})
