/** A table that is sent piece by piece: each piece is read as far as the key reaches at that moment. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { demoWorkspace } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const POSTS = 4_000

test('accounts that are taken from a key are left out of what is still to come', async () => {
  const workspace_id = await demoWorkspace(service)
  await service.query(`
    with made as (
      insert into posts (workspace_id, content, platform_options, platform_content, status, created_via, created_by, created_at, updated_at)
      select ${workspace_id}, 'SECRET ' || repeat('x', 9000), '{}', '[]', 'draft', 'rest', 'key:1', date_trunc('second', now()) + i * interval '1 millisecond', date_trunc('second', now())
      from generate_series(1, ${POSTS}) i returning id)
    insert into deliveries (workspace_id, post_id, position, account_id, platform, sandbox, status)
    select ${workspace_id}, id, 0, ${bluesky}, 'bluesky', true, 'pending' from made`)
  const key = await leashed(service, { account_ids: [x, bluesky] })
  const headers = { authorization: `Bearer ${key.token}` }
  // Unlike fetch it takes no more in than somebody reads.
  const asked = get(`${service.base_url}/api/posts.csv`, { headers })
  const [table]: IncomingMessage[] = await once(asked, 'response')
  await key.adjust({ account_ids: [x] })
  assert.equal((await key.rest('list_posts', { per_page: 1 })).body['total'], 0)
  let text = ''
  for await (const part of table ?? []) text += String(part)
  const told = text.split('SECRET').length - 1
  assert.ok(told > 0 && told < POSTS, `${told} posts of ${POSTS} were told`)
})
