/** Who may what, over every route of the console; a new one has to say it first. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openService, type TestService } from '../service.ts'
import { browser, trusting, type Browser } from './browser.ts'
import { type Actor, invited, owner } from './cast.ts'
import { declared, type Rank, ranks, routes } from './routes.ts'

let service: TestService
let host: Actor
let people: Record<Rank, Browser>
before(async () => {
  service = await openService(trusting)
  host = await owner(service)
  const editor = await invited(service, host, { name: 'Edith', role: 'editor' })
  const author = await invited(service, host, { name: 'Arthur', role: 'author' })
  const viewer = await invited(service, host, { name: 'Viola', role: 'viewer' })
  const stranger = await invited(service, host, { name: 'Sally', role: 'viewer' })
  await service.query(`delete from members where person_id = ${stranger.id}`)
  people = {
    anybody: browser(service),
    signed: stranger.page,
    viewer: viewer.page,
    author: author.page,
    editor: editor.page,
    owner: host.page,
  }
})
beforeEach(() => service.query('delete from attempts_at_secrets'))
after(() => service[Symbol.asyncDispose]())

/** In the workspace, about things that are not there: the answer is about who asks, and nothing is done. */
const pathIn = (path: string) =>
  path.replace('workspaces/:id', `workspaces/${host.workspace_id}`).replaceAll(':id', '424242')

test('every route of the console is in the list, and every line of it is a route', () => {
  assert.deepEqual(declared().sort(), routes.map(({ method, path }) => `${method} ${path}`).sort())
})

test('whoever is less than a route wants is refused, and hears no more of a workspace than that it is none of theirs', async () => {
  for (const { method, path, may } of routes) {
    for (const rank of ranks.slice(0, ranks.indexOf(may))) {
      const { status } = await people[rank].ask(
        method,
        pathIn(path),
        method === 'GET' ? undefined : {},
      )
      const expected =
        rank === 'anybody' ? 401 : rank === 'signed' && path.includes('/workspaces/') ? 404 : 403
      assert.equal(status, expected, `${rank}: ${method} ${path}`)
    }
  }
})

test('whoever is enough is not refused for who they are', async () => {
  // These would end what the rest is done with, wait for a mail, or never end by themselves (test/events/live.test.ts).
  const others = routes.filter(
    ({ path }) => !/sign-(in|up|out)|\/email\b|password|\/live$/.test(path),
  )
  for (const { method, path, may } of others) {
    for (const rank of ranks.slice(Math.max(1, ranks.indexOf(may)))) {
      if (rank === 'signed' && path.includes('/workspaces/')) continue
      const { status, body } = await people[rank].ask(
        method,
        pathIn(path),
        method === 'GET' ? undefined : {},
      )
      const where = `${rank}: ${method} ${path}: ${status} ${JSON.stringify(body)}`
      assert.ok(![401, 403, 405].includes(status) && status < 500, where)
    }
    await service.query('delete from attempts_at_secrets')
  }
})
