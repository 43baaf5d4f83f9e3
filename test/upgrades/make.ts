/**
 * `node test/upgrades/make.ts`: keeps a small data set of the version that is checked out, made by its own API on Debian's
 * PostgreSQL and dumped by its pg_dump. Once a release; what was kept is never made anew.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompressSync } from 'node:zlib'
import { passwords } from '#access/passwords.ts'
import { secretContext } from '#connecting/secrets.ts'
import { operations } from '#operations/index.ts'
import { manifests } from '#platforms/catalog.ts'
import { insertMember } from '#store/members.ts'
import { insertPerson } from '#store/persons.ts'
import { seal } from '#store/seal.ts'
import { numberAll } from '../events/numbered.ts'
import manifest from '../../package.json' with { type: 'json' }
import { SERVER_VARIABLE, testServer } from '../database.ts'
import { openBrowser } from '../oauth/browser.ts'
import { granter } from '../oauth/granted.ts'
import { openService, type Body, type TestService } from '../service.ts'
import { debianPostgres } from '../start/debian-postgres.ts'
import { demoWorkspace, newAccount } from '../surfaces/kit.ts'
import { postIn, states } from '../surfaces/states.ts'
import { makePng } from '../png.ts'
import { answersAt, databaseOf, FOLDER, type Kept, serving } from './reading.ts'

const run = promisify(execFile)
/** What some are asked for besides. */
const QUERIES = new Map([
  ['list_calendar', '?from=2090-01-01&to=2090-01-31'],
  ['preview_series', '?rule=FREQ%3DDAILY%3BCOUNT%3D2&starts_at=2999-01-01T09:00'],
  ['list_posts', '?status=all&per_page=200'],
])
const { version } = manifest
if (existsSync(join(FOLDER, `${version}.json`))) throw new Error(`${version} is kept already.`)

await using server = await debianPostgres()
const { host = '' } = server.config
const address = `postgresql://crier@localhost/crier?host=${encodeURIComponent(host)}`
await using _template = await testServer(address)
process.env[SERVER_VARIABLE] = JSON.stringify({ connectionString: address })

const secret_key = randomBytes(32).toString('base64url')
const person = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
const { dump, known } = await filled()

const empty: Kept = {
  commit: (await run('git', ['rev-parse', 'HEAD'])).stdout.trim(),
  taken_at: new Date().toISOString(),
  secret_key,
  ...known,
  email: person.email,
  password: person.password,
  answers: {},
}
await using database = await databaseOf(dump)
await using service = await serving(database.config, empty)
const kept = { ...empty, answers: await answersAt(service, empty, known.addresses) }
const { addresses: _addresses, ...whole } = { ...kept, addresses: [] }
await writeFile(join(FOLDER, `${version}.sql.zst`), dump)
await writeFile(join(FOLDER, `${version}.json`), `${JSON.stringify(whole)}\n`)
process.stdout.write(
  `${version}: ${dump.length} bytes, ${known.addresses.length} addresses answered\n`,
)

async function filled() {
  await using made = await openService({ ROLE: 'api', SECRET_KEY: secret_key })
  const addresses = await fill(made)
  const { pathname } = new URL(made.database.connectionString ?? '')
  const at = ['-h', host, '-U', 'crier', pathname.slice(1)]
  const flags = [
    '--inserts',
    '--rows-per-insert=100',
    '--no-owner',
    '--no-privileges',
    '-N',
    'pgboss',
  ]
  const { stdout } = await run(join(server.programs, 'pg_dump'), [...flags, ...at], {
    maxBuffer: 2 ** 28,
  })
  const token = made.token
  return { dump: zstdCompressSync(Buffer.from(stdout)), known: { token, addresses } }
}

/** Something of everything; answers where it is read. */
async function fill(made: TestService) {
  const call = async (method: string, path: string, body?: Body) => {
    const answer = await made.rest(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await connectAll(made)
  const { x = 0, bluesky = 0 } = made.accounts
  const both = [x, bluesky]
  const later = '2090-01-01T09:00:00Z'
  const posts: unknown[] = []
  for (const state of states) posts.push(await postIn(state, made))
  const form = new FormData()
  form.set('file', new Blob([makePng()], { type: 'image/png' }), 'Ünï cøde.png')
  form.set('alt_text', 'A square')
  const uploaded = await fetch(`${made.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.token}`, accept: 'application/json' },
    body: form,
  })
  const media: unknown = await uploaded.json()
  const media_id = typeof media === 'object' && media && 'id' in media ? media.id : undefined
  const write = async (body: Body) => {
    posts.push((await call('POST', '/api/posts', { social_account_ids: both, ...body }))['id'])
  }
  await write({ content: 'With a picture', media_ids: [media_id], scheduled_at: later })
  await write({ content: 'Each its own', scheduled_at: later, labels: ['spring', 'sale'] })
  await write({
    content: 'A thread',
    scheduled_at: later,
    thread: [{ content: 'Second part' }, { content: 'Third part' }],
  })
  await write({
    content: 'Its own words',
    platform_content: [{ account_id: x, content: 'For X alone' }],
  })
  const changed = posts.at(-1)
  await call('PUT', `/api/posts/${String(changed)}`, { content: 'Changed words' })
  await call('POST', '/api/series', {
    post: { content: 'A tip', social_account_ids: both },
    rule: 'FREQ=WEEKLY;COUNT=5',
    starts_at: '2999-01-01T09:00',
    name: 'Tips',
  })
  await call('POST', '/api/webhooks', {
    url: 'https://example.com/hook',
    types: ['post.*'],
    description: 'Ours',
  })
  await call('POST', '/api/calendars', { name: 'Plan', with_text: true })
  await call('POST', '/api/account-sets', { name: 'Both', account_ids: both })
  await call('POST', '/api/queues', {
    name: 'Mornings',
    times: [{ weekday: 'mon', time: '09:00' }],
  })
  await call('POST', '/api/api-keys', {
    name: 'On a leash',
    abilities: ['posts:read', 'posts:write'],
    leash: { posts_per_day: 3 },
  })
  await call('PUT', '/api/utm-templates', {
    templates: [{ label: 'spring', parameters: { utm_source: 'crier' } }],
  })
  const browser = await openBrowser(made)
  await (
    await granter(made)
  )(browser, { posts_per_day: 5 })
  const invited = await browser.call(
    'POST',
    `/console/workspaces/${browser.workspace_id}/invitations`,
    {
      email: 'grace@example.org',
      role: 'editor',
    },
  )
  if (invited.status >= 300) throw new Error(invited.text)
  await signUp(made, browser.workspace_id)
  await numberAll(made)
  const inWorkspace = `/console/workspaces/${browser.workspace_id}`
  return [
    ...listing(),
    ...posts.map((id) => `/api/posts/${String(id)}`),
    `/api/posts/${String(changed)}/revisions/2`,
    `/api/media/${String(media_id)}`,
    '/console/me',
    `${inWorkspace}/members`,
    `${inWorkspace}/grants`,
  ]
}

/** An account of each platform that has none yet, with a token as connecting leaves it. */
async function connectAll(made: TestService) {
  const workspace_id = await demoWorkspace(made)
  const there = await made.db.selectFrom('accounts').select('platform').execute()
  for (const { id: platform } of Object.values(manifests)) {
    if (there.some((each) => each.platform === platform)) continue
    const { id } = await newAccount(made, workspace_id, platform)
    const token = { access_token: `token of ${platform}`, refresh_token: 'refresh' }
    const secret = seal(secret_key).close(token, secretContext(workspace_id))
    await made.db.updateTable('accounts').set({ secret }).where('id', '=', id).execute()
  }
}

/** A person with a password, who is a member. */
async function signUp(made: TestService, workspace_id: number) {
  const password_hash = await passwords().hash(person.password)
  const now = new Date()
  const { name, email } = person
  const inserted = await insertPerson(made.db, { name, email, password_hash, confirmed: true }, now)
  await insertMember(
    { db: made.db, workspace_id },
    { person_id: inserted?.id ?? 0, role: 'owner' },
    now,
  )
}

/** Everything that is read without naming one of a kind, but for what the program knows by itself. */
function listing() {
  return operations.flatMap(({ name, rest }) =>
    'absent' in rest ||
    rest.method !== 'GET' ||
    rest.path.includes(':') ||
    name === 'get_capabilities'
      ? []
      : [`${rest.path}${QUERIES.get(name) ?? ''}`],
  )
}
