/** Setting up platforms at the dashboard: who may, what is kept and told of it, and what a test of an app says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openApps, readApps } from '#app/platform-apps.ts'
import { listen } from '#database/listen.ts'
import { manifests } from '#platforms/catalog.ts'
import { seal } from '#store/seal.ts'
import { type Actor, invited, owner } from '../people/cast.ts'
import { browser, trusting } from '../people/browser.ts'
import { type Body, openService, type TestService } from '../service.ts'
import { openWorld, right } from './world.ts'

const stack = new AsyncDisposableStack()
after(() => stack.disposeAsync())

const inEnvironment = 'linkedin'

let service: TestService
let host: Actor
let platforms: string[]

before(async () => {
  const { environment } = stack.use(await openWorld())
  service = stack.use(
    await openService({
      ...trusting,
      ...environment,
      [`${inEnvironment.toUpperCase()}_CLIENT_ID`]: 'set-where-crier-starts',
      [`${inEnvironment.toUpperCase()}_CLIENT_SECRET`]: 'likewise',
    }),
  )
  host = await owner(service)
  platforms = (await told()).map(({ platform }) => String(platform))
})

async function told() {
  const { status, body } = await host.page.ask('GET', '/console/instance/platforms')
  assert.equal(status, 200, JSON.stringify(body))
  return body['platforms'] as Body[]
}
const of = (platform: string, more = '') => `/console/instance/platforms/${platform}${more}`
const standing = async (id: string) => (await told()).find(({ platform }) => platform === id)

test('every platform that wants an app is told with its callback, and none with a secret', async () => {
  const wanting = Object.values(manifests).filter(({ client }) => client === 'required')
  assert.deepEqual(
    platforms,
    wanting.map(({ id }) => id),
  )
  for (const { platform, callback } of await told())
    assert.equal(callback, `${service.base_url}/connect/${String(platform)}/callback`)
})

test('only owners of the workspace that the instance began with may, and others are told who', async () => {
  const editor = await invited(service, host, { name: 'Eda', role: 'editor' })
  // An owner, elsewhere.
  const made = await editor.page.ask('POST', '/console/workspaces', { name: 'Elsewhere' })
  assert.equal(made.status, 201)
  const calls = [
    ['GET', '/console/instance/platforms', undefined],
    ['PUT', of('x'), right],
    ['DELETE', of('x'), undefined],
    ['POST', of('x', '/test'), right],
    ['POST', '/console/instance/examine', {}],
  ] as const
  for (const [method, path, given] of calls) {
    const refused = await editor.page.ask(method, path, given)
    assert.equal(refused.status, 403, path)
    assert.match(JSON.stringify(refused.body), /owners of the workspace that it began with/)
    assert.equal((await browser(service).ask(method, path, given)).status, 401, path)
  }
  const asked = async ({ page }: Actor) => (await page.ask('GET', '/console/instance')).body
  assert.deepEqual(await asked(editor), { administers: false })
  assert.deepEqual(await asked(host), { administers: true })
})

/** Where id and secret are told apart. Others have one refusal for both, or say of either that it is the secret. */
const apart = new Set(['facebook', 'youtube'])

test('each platform says what is wrong with an app: its id, its secret, or nothing', async () => {
  for (const platform of platforms) {
    const tried = async (change: Partial<typeof right>) => {
      const given = { ...right, ...change }
      const { status, body } = await host.page.ask('POST', of(platform, '/test'), given)
      assert.equal(status, 200, `${platform}: ${JSON.stringify(body)}`)
      assert.ok(!JSON.stringify(body).includes(given.client_secret), platform)
      return body['verdict']
    }
    assert.equal(await tried({}), 'good', platform)
    const told = apart.has(platform)
    assert.equal(await tried({ client_id: 'another' }), told ? 'id' : 'app', platform)
    assert.equal(await tried({ client_secret: 'wrong' }), told ? 'secret' : 'app', platform)
  }
})

test('an app that is set can be used at once, by other processes too, and its secret is never seen again', async () => {
  const reading = { db: service.db, seal: seal(keyOf(service)) }
  const listener = stack.use(await listen(service.database, ['platform_apps']))
  const another = await openApps(reading, { listener, now: () => new Date() })

  assert.equal((await host.page.ask('PUT', of('x'), right)).status, 204)
  const x = await standing('x')
  assert.deepEqual(
    [x?.['source'], x?.['client_id'], x?.['has_secret']],
    ['stored', right.client_id, true],
  )
  const at = `/console/workspaces/${host.workspace_id}`
  const { body } = await host.page.ask('POST', `${at}/connect`, { platform: 'x', sandbox: false })
  const url = new URL(String(body['url']))
  assert.equal(url.searchParams.get('client_id'), right.client_id)
  assert.equal(url.searchParams.get('redirect_uri'), x?.['callback'])

  while (another.of('x') === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(another.of('x'), right)

  const { rows } = await service.query("select * from platform_apps where platform = 'x'")
  // Events have their numbers a moment after what they tell of.
  const changes = async () => {
    const { body: page } = await service.rest('GET', '/api/events?types=audit.setting_changed')
    return (page['data'] as Body[]).filter(({ data }) => JSON.stringify(data).includes('platforms'))
  }
  let mine = await changes()
  while (!mine.length) mine = await changes()
  for (const seen of [
    await told(),
    mine,
    rows.map((row) => ({
      ...row,
      client_secret: Buffer.from(row['client_secret'] as Buffer).toString('latin1'),
    })),
  ])
    assert.ok(!JSON.stringify(seen).includes(right.client_secret))
  assert.deepEqual(
    mine.map(({ actor }) => (actor as Body)['id']),
    [String(host.id)],
  )
})

test('an id that stays keeps its secret, another one needs its own, and both are tried before they are kept', async () => {
  const { client_id } = right
  assert.equal((await host.page.ask('PUT', of('x'), { client_id })).status, 204)
  const apps = await readApps({ db: service.db, seal: seal(keyOf(service)) })
  assert.deepEqual(apps.get('x'), right)
  const other = await host.page.ask('PUT', of('tiktok'), { client_id: 'another' })
  assert.deepEqual(errorsOf(other.body), { client_secret: ['Paste the secret of the app, too.'] })
  const spaced = await host.page.ask('PUT', of('x'), { client_id: 'a b' })
  assert.deepEqual(errorsOf(spaced.body), { client_id: ['An id has no spaces or line breaks.'] })
  const { body } = await host.page.ask('POST', of('x', '/test'), {})
  assert.equal(body['verdict'], 'good')
})

test('what is set where Crier starts wins, and says so', async () => {
  const before = await standing(inEnvironment)
  assert.equal(before?.['source'], 'environment')
  for (const method of ['PUT', 'DELETE'] as const) {
    const { status, body } = await host.page.ask(
      method,
      of(inEnvironment),
      method === 'PUT' ? right : undefined,
    )
    assert.equal(status, 422)
    assert.match(JSON.stringify(body), /Change LINKEDIN_CLIENT_ID where Crier is started/)
  }
})

test('an app that is forgotten is gone, and a platform that wants none is no platform here', async () => {
  assert.equal((await host.page.ask('DELETE', of('x'))).status, 204)
  assert.equal((await standing('x'))?.['source'], null)
  assert.equal((await host.page.ask('DELETE', of('x'))).status, 404)
  for (const id of ['bluesky', 'nowhere', '__proto__'])
    assert.equal((await host.page.ask('PUT', of(id), right)).status, 404, id)
})

test('the doctor examines the instance for the same person, and leaves no key behind', async () => {
  const { status, body } = await host.page.ask('POST', '/console/instance/examine', {})
  assert.equal(status, 200)
  const steps = body['steps'] as Body[]
  assert.ok(steps.length > 15)
  assert.deepEqual(
    steps.filter(({ result }) => result !== 'ok'),
    [],
  )
  const keys = await service.rest('GET', '/api/api-keys')
  assert.ok(!JSON.stringify(keys.body).includes('crier doctor'))
})

function keyOf({ data_dir }: TestService) {
  return readFileSync(join(data_dir, 'secret-key'), 'utf8').trim()
}

function errorsOf({ error, errors }: Body) {
  return errors ?? (error as Body | undefined)?.['errors']
}
