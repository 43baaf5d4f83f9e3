/** Commands and the service on one folder: in either order, and at the same time. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { testDatabase } from '../test/database.ts'
import { type Place, place } from './testing.ts'

const here = await place()
after(() => here[Symbol.asyncDispose]())

const Created = z.object({
  id: z.string(),
  token: z.string(),
  base_url: z.string(),
  mcp_url: z.string(),
})
const Keys = z.array(
  z.object({ id: z.string(), name: z.string(), abilities: z.array(z.string()) }).loose(),
)

async function create(at: Place, words: string[], environment = {}) {
  const answer = await at.crier(['key', 'create', ...words, '--json'], environment)
  assert.equal(answer.code, 0, answer.stderr)
  return Created.parse(JSON.parse(answer.stdout))
}

function get(token: string, path = '/api/posts') {
  return fetch(`${here.base_url}${path}`, { headers: { authorization: `Bearer ${token}` } })
}

test('a key made before the first start works once the service runs, and no database stays behind', async () => {
  const { id, token, base_url, mcp_url } = await create(here, ['--name', 'Early'])
  assert.deepEqual([base_url, mcp_url], [here.base_url, `${here.base_url}/mcp`])
  assert(token.startsWith(`${id}|`))
  assert(!existsSync(join(here.folder, 'postgresql', 'postmaster.pid')))
  const again = await here.crier(['key', 'list'])
  assert.match(again.stdout, /^ID +NAME +KEY .*\n1 +Early +1\|/)
  await using _ = await here.serve()
  assert.equal((await get(token)).status, 200)
})

describe('beside an instance that runs', () => {
  let service: AsyncDisposable
  before(async () => {
    service = await here.serve()
  })
  after(() => service[Symbol.asyncDispose]())

  test('a key works at once, and a revoked one is refused at once', async () => {
    const { id, token } = await create(here, ['--name', 'Beside'])
    assert.equal((await get(token)).status, 200)
    const revoked = await here.crier(['key', 'revoke', id])
    assert.deepEqual(revoked, { code: 0, stdout: `Key ${id} is revoked.\n`, stderr: '' })
    assert.equal((await get(token)).status, 401)

    const twice = await here.crier(['key', 'revoke', id])
    assert.deepEqual(twice, {
      code: 1,
      stdout: '',
      stderr: `List the keys for their ids: there is no API key ${id}.\n`,
    })
    assert.equal((await fetch(`${here.base_url}/ready`)).status, 200, 'its database is still there')
  })

  test('a leash is given by flags, shown in the list, and taken in and let out', async () => {
    const leash = ['--actions', 'read,draft', '--posts-per-day', '5', '--requests-per-minute', '60']
    leash.push('--needs-approval')
    const expiry = ['--expires-at', '2998-01-01T00:00:00Z']
    const { id, token } = await create(here, ['--name', 'Leashed', ...leash, ...expiry])
    const { stdout } = await here.crier(['key', 'list'])
    assert.match(
      stdout,
      /Leashed .* only read,draft; 5 posts a day; 60 requests a minute; needs approval; until 2998-01-01T00:00:00.000Z +requests_per_minute 60\/60 /,
    )
    assert.equal((await get(token)).status, 200)
    assert.match((await here.crier(['key', 'list'])).stdout, / requests_per_minute 59\/60 /)
    const paused = await here.crier(['key', 'pause', id])
    assert.deepEqual(paused, { code: 0, stdout: `Key ${id} is paused.\n`, stderr: '' })
    assert.equal((await get(token)).status, 403)
    await here.crier(['key', 'resume', id])
    assert.equal((await get(token)).status, 200)
  })

  test('a key may do what its abilities say, and no more', async () => {
    const { id, token } = await create(here, [
      '--name',
      'Reader',
      '--abilities',
      'posts:read, media:read',
    ])
    assert.equal((await get(token)).status, 200)
    assert.equal((await get(token, '/api/api-keys')).status, 403)
    const { stdout } = await here.crier(['key', 'list', '--json'])
    const key = Keys.parse(JSON.parse(stdout)).find((each) => each.id === id)
    assert.deepEqual(key?.abilities, ['posts:read', 'media:read'])
  })

  test('the printed connect address opens the page on which accounts are connected', async () => {
    const { stdout } = await here.crier(['account', 'connect', '--json'])
    const { connect_url } = z.object({ connect_url: z.url() }).parse(JSON.parse(stdout))
    const page = await fetch(connect_url)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Connect Bluesky/)
    const plain = await here.crier(['account', 'connect'])
    assert.equal(new URL(plain.stdout.trim()).pathname, '/connect')
  })
})

test('accounts are listed as the API has them', async () => {
  await using fresh = await place()
  const nobody = await here.crier(['account', 'list'])
  assert.equal(nobody.stdout, 'There is no connected account.\n')
  await using _ = await fresh.serve()
  const { stdout } = await fresh.crier(['account', 'list', '--json'])
  const { token } = await create(fresh, ['--name', 'x'])
  const answer = await fetch(`${fresh.base_url}/api/accounts`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const Accounts = z.object({
    accounts: z.array(z.object({ id: z.int(), username: z.string(), health: z.string() })),
  })
  const { accounts } = Accounts.parse(JSON.parse(stdout))
  assert.equal(accounts.length, 2, 'the sandbox accounts of the first start')
  assert.deepEqual(accounts, Accounts.parse(await answer.json()).accounts)
})

test('DATABASE_URL is used instead of a database in the folder', async () => {
  await using database = await testDatabase()
  await using empty = await place()
  const { connectionString, host, port, user, database: name } = database.config
  const socket = encodeURIComponent(String(host))
  const DATABASE_URL =
    connectionString ??
    `postgresql://${String(user)}@localhost:${String(port)}/${String(name)}?host=${socket}`
  const { token } = await create(empty, ['--name', 'Elsewhere'], { DATABASE_URL })
  const { stdout } = await empty.crier(['key', 'list', '--json'], { DATABASE_URL })
  assert.equal(Keys.parse(JSON.parse(stdout)).length, 1)
  const here = await empty.crier(['key', 'list'])
  assert.doesNotMatch(here.stdout, new RegExp(token.slice(0, 4)))
})
