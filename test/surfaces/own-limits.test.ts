/** What an account may write, where it may write more than others of its platform. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openService, type TestService } from '../service.ts'

let service: TestService

before(async () => {
  service = await openService()
})
after(async () => service[Symbol.asyncDispose]())

test('an account with limits of its own is told with them, the others are not', async () => {
  const before = await service.rest('GET', '/api/capabilities')
  assert.equal(before.body['accounts'], undefined)
  await service.query(
    `update accounts set settings = settings || '{"subscription_type":"Premium"}' where platform = 'x'`,
  )
  const { body } = await service.rest('GET', '/api/capabilities')
  const [own] = body['accounts'] as { account_id: number; text: { max: number; unit: string } }[]
  assert.equal(own?.account_id, service.accounts['x'])
  assert.equal(own?.text.max, 25_000)
  assert.equal(own?.text.unit, 'weighted')
  const other = await service.rest('GET', '/api/capabilities?platforms=bluesky')
  assert.equal(other.body['accounts'], undefined)
})
