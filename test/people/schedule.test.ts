import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openService, type TestService } from '../service.ts'
import { type Actor, invited, owner } from './cast.ts'

let service: TestService
let host: Actor

before(async () => {
  service = await openService()
  host = await owner(service)
})
after(() => service[Symbol.asyncDispose]())

const times = [{ weekday: 'mon', time: '09:00', account_id: null }]

test('an editor changes the schedule, a viewer sees it, a stranger hears of none', async () => {
  const at = `/console/workspaces/${host.workspace_id}/schedule`
  const editor = await invited(service, host, { name: 'Edith', role: 'editor' })
  const viewer = await invited(service, host, { name: 'Viola', role: 'viewer' })
  const set = await editor.page.ask('PUT', at, { timezone: 'Asia/Tokyo', entries: times })
  assert.equal(set.status, 200, JSON.stringify(set.body))
  const seen = await viewer.page.ask('GET', at)
  assert.deepEqual(seen.body, { ...set.body, timezone: 'Asia/Tokyo', entries: times })
  assert.equal((await viewer.page.ask('PUT', at, { entries: [] })).status, 403)

  const own = await host.page.ask('POST', '/console/workspaces', { name: 'Own', timezone: 'UTC' })
  const { id } = own.body['workspace'] as { id: number }
  const elsewhere = await viewer.page.ask('GET', `/console/workspaces/${id}/schedule`)
  assert.equal(elsewhere.status, 404)
})

test('what is wrong with a schedule is told by field, and nothing is kept of it', async () => {
  const at = `/console/workspaces/${host.workspace_id}/schedule`
  const before = (await host.page.ask('GET', at)).body
  const wrong = { timezone: 'Moon/Base', entries: [{ weekday: 'mon', time: '99:00' }], more: 1 }
  const refused = await host.page.ask('PUT', at, wrong)
  assert.equal(refused.status, 422)
  const fields = Object.keys(refused.body['errors'] as object).toSorted()
  assert.deepEqual(fields, ['entries.0.time', 'more', 'timezone'])
  assert.deepEqual((await host.page.ask('GET', at)).body, before)
})

test('a schedule that was changed since it was seen is not overwritten, and comes back as it is', async () => {
  const at = `/console/workspaces/${host.workspace_id}/schedule`
  const { updated_at } = (await host.page.ask('GET', at)).body
  const first = await host.page.ask('PUT', at, { entries: times, updated_at })
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const second = await host.page.ask('PUT', at, { entries: [], updated_at })
  assert.equal(second.status, 409)
  const { code, schedule } = second.body['error'] as { code: string; schedule: unknown }
  assert.equal(code, 'schedule_changed')
  assert.deepEqual(schedule, first.body)
  assert.deepEqual((await host.page.ask('GET', at)).body, first.body)
  const third = await host.page.ask('PUT', at, {
    entries: [],
    updated_at: first.body['updated_at'],
  })
  assert.equal(third.status, 200)
  assert.equal((await host.page.ask('PUT', at, { entries: times })).status, 200, 'it is optional')
})
