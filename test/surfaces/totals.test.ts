/** Totals are exact for programs, and go as far as anybody looks for people and models. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers } from './callers.ts'
import { newKey } from './kit.ts'
import { plant } from './many-posts.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

test('of more than 10,000 that a filter leaves REST tells how many, and MCP that there are at least so many', async () => {
  const { workspace_id } = await plant(service.db, 12_000)
  const { rest, mcp } = callers(service, (await newKey(service, ['*'], workspace_id)).token)
  const told = async (call: typeof rest, args = {}) => {
    const filter = { status: 'all', updated_since: '2020-01-01', per_page: 200 }
    const { body } = await call('list_posts', { ...filter, ...args })
    return {
      total: body['total'],
      is: body['total_is'],
      last: body['last_page'],
      next: body['next_cursor'],
    }
  }
  const { next: _, ...exact } = await told(rest)
  assert.deepEqual(exact, { total: 12_000, is: 'exact', last: 60 })
  const { next: cursor, ...bounded } = await told(mcp)
  assert.deepEqual(bounded, { total: 10_000, is: 'at_least', last: 51 })
  const { next, ...second } = await told(mcp, { cursor })
  assert.ok(next)
  assert.deepEqual(second, { total: 10_000, is: 'at_least', last: 51 })
  const few = await told(mcp, { labels: ['rare'] })
  assert.deepEqual([few.total, few.is], [20, 'exact'])
})
