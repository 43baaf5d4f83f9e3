import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isOnLeash } from '#operations/leash.ts'
import { operations } from '#operations/index.ts'
import { abilitiesOf, leashOf, Role } from '#rules/role.ts'
import { openService, type TestService } from '../service.ts'
import { trusting } from './browser.ts'
import { type Actor, invited, owner } from './cast.ts'

let service: TestService
const cast = new Map<Role, Actor>()
before(async () => {
  service = await openService(trusting)
  const me = await owner(service)
  cast.set('owner', me)
  for (const role of ['editor', 'author', 'viewer'] as const)
    cast.set(role, await invited(service, me, { name: role, role }))
})
after(() => service[Symbol.asyncDispose]())

function actor(role: Role) {
  const found = cast.get(role)
  assert.ok(found)
  return found
}

test('every role may do in the dashboard what it says, of all operations', async () => {
  for (const role of Role.options) {
    const { page, workspace_id } = actor(role)
    for (const operation of operations) {
      const { name, rest, ability } = operation
      if ('absent' in rest) continue
      const path = rest.path.replaceAll(/:\w+/g, '999999')
      const body = rest.method === 'GET' ? undefined : {}
      const { status } = await page.ask(
        rest.method,
        `/console/workspaces/${workspace_id}${path}`,
        body,
      )
      const abilities = abilitiesOf(role)
      const leashed = { leash: leashOf(role), credential: 'person:1' }
      const may =
        (abilities.includes('*') || abilities.includes(ability)) && isOnLeash(operation, leashed)
      assert.equal(status === 403, !may, `${name} as ${role}: ${status}`)
      assert.ok(status !== 401 && status < 500, `${name} as ${role}: ${status}`)
    }
  }
  assert.ok(!abilitiesOf('editor').includes('keys:manage'))
  assert.ok(abilitiesOf('viewer').every((ability) => ability.endsWith(':read')))
})

test('what an author posts waits for somebody else, who is told whose it is; a draft does not', async () => {
  const { page, workspace_id, id: person_id } = actor('author')
  const at = `/console/workspaces/${workspace_id}/api`
  const given = { content: 'By an author', social_account_ids: [service.accounts['x']] }
  const draft = await page.ask('POST', `${at}/posts`, given)
  assert.equal(draft.body['approval'], null)
  const asked = await page.ask('POST', `${at}/posts`, {
    ...given,
    content: 'An author wants this out',
    publish_now: true,
  })
  assert.equal(asked.status, 201, JSON.stringify(asked.body))
  assert.equal(asked.body['status'], 'draft')
  const id = Number(asked.body['id'])
  const mine = await page.ask('GET', `${at}/approvals`)
  const [waiting] = mine.body['data'] as { id: number; asked_by: unknown }[]
  assert.deepEqual([waiting?.id, waiting?.asked_by], [id, { person_id, name: 'author' }])
  assert.equal((await page.ask('POST', `${at}/posts/${id}/approve`, {})).status, 403)
  const editor = actor('editor').page
  const yes = await editor.ask('POST', `${at}/posts/${id}/approve`, {})
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const out = await editor.ask('GET', `${at}/posts/${id}?wait=20`)
  assert.equal(out.body['outcome'], 'published')
  // What is out is neither taken down nor changed, and what others put on schedule waits when it is changed.
  for (const [what, body] of [
    ['unpublish', {}],
    ['edit-published', { content: 'x' }],
  ] as const)
    assert.equal((await page.ask('POST', `${at}/posts/${id}/${what}`, body)).status, 403)
  const scheduled = await editor.ask('POST', `${at}/posts`, {
    ...given,
    content: 'On schedule',
    scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
  })
  const changed = await page.ask('PUT', `${at}/posts/${Number(scheduled.body['id'])}`, {
    content: 'Changed by an author',
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal(changed.body['status'], 'draft')
})

test('what the dashboard makes says so, and is kept under the person', async () => {
  const { page, workspace_id, id } = actor('editor')
  const at = `/console/workspaces/${workspace_id}/api/posts`
  const given = { content: 'From a person', social_account_ids: [service.accounts['x']] }
  const made = await page.ask('POST', at, given, { 'idempotency-key': 'once' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body['created_via'], 'dashboard')
  const { rows } = await service.query(
    `select created_by from posts where id = ${Number(made.body['id'])}`,
  )
  assert.deepEqual(rows, [{ created_by: `person:${id}` }])
  const again = await page.ask('POST', at, given, { 'idempotency-key': 'once' })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await page.ask('GET', `${at}?per_page=5`)).status, 200)
})

test('an editor uploads in chunks, as a key needs every ability for', async () => {
  const { page, workspace_id } = actor('editor')
  const at = `/console/workspaces/${workspace_id}/api/media/uploads`
  const opened = await page.ask('POST', at, {
    filename: 'a.png',
    mime_type: 'image/png',
    size_bytes: 10,
  })
  assert.equal(opened.status, 201, JSON.stringify(opened.body))
  const id = String(opened.body['id'] ?? opened.body['upload_id'])
  const chunk = await page.ask('PATCH', `${at}/${id}`, '0123456789', {
    'content-type': 'application/octet-stream',
    'upload-offset': '0',
    'content-range': 'bytes 0-9/10',
  })
  assert.ok(
    chunk.status !== 401 && chunk.status !== 403 && chunk.status < 500,
    JSON.stringify(chunk),
  )
})

test('a key opens nothing of the console, and a session nothing of the API', async () => {
  const { page, workspace_id } = actor('owner')
  const authorization = `Bearer ${service.token}`
  const byKey = await service.rest('GET', `/console/workspaces/${workspace_id}/api/posts`)
  assert.equal(byKey.status, 401)
  assert.equal(byKey.headers.get('www-authenticate'), null)
  assert.equal((await page.ask('GET', '/api/posts')).status, 401)
  assert.equal((await page.ask('GET', '/api/posts', undefined, { authorization })).status, 200)
})
