/** What an owner takes along of a workspace, read by somebody else's program for zips. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { zipOf } from '#operations/zip.ts'
import { seal } from '#store/seal.ts'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'
import { secretContext } from '#connecting/secrets.ts'
import { form, picture, send } from '../media/kit.ts'
import { ensurePython, findPython } from '../media/python.ts'
import { openService, type TestService } from '../service.ts'
import { newNeighbour } from '../surfaces/kit.ts'
import { browser, trusting, type Browser } from './browser.ts'
import { type Actor, invited, owner } from './cast.ts'

let service: TestService
let me: Actor
let folder: string
before(async () => {
  ensurePython()
  service = await openService({ ...trusting, LOG_LEVEL: 'error' })
  me = await owner(service)
  folder = await mkdtemp(join(tmpdir(), 'crier-zip-'))
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

function download({ cookies }: Pick<Browser, 'cookies'>, workspace_id: number) {
  return fetch(`${service.base_url}/console/workspaces/${workspace_id}/export`, {
    headers: {
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      'x-forwarded-for': '10.77.0.1',
    },
  })
}

/** Python tests every entry by its checksum, and unpacks them. */
async function unpacked(bytes: ArrayBuffer, name: string) {
  const file = join(folder, `${name}.zip`)
  const into = join(folder, name)
  await writeFile(file, new Uint8Array(bytes))
  for (const words of [
    ['-t', file],
    ['-e', file, into],
  ]) {
    const done = spawnSync(findPython() ?? '', ['-m', 'zipfile', ...words], { encoding: 'utf8' })
    assert.equal(done.status, 0, done.stderr)
  }
  const names = (await readdir(into, { recursive: true, withFileTypes: true })).flatMap((each) =>
    each.isFile() ? [join(each.parentPath, each.name).slice(into.length + 1)] : [],
  )
  const read = async (entry: string) => readFile(join(into, entry))
  const rows = async (entry: string) =>
    (await read(entry))
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  return { names, read, rows }
}

test('everything is in it, files as they were sent, and no secret, nor anything of another workspace', async () => {
  const at = `/console/workspaces/${me.workspace_id}/api`
  const bytes = picture()
  const sent = await send(
    service,
    'POST',
    '/api/media',
    form(bytes, { alt_text: 'A square of grey' }, 'Ünï/cøde.png'),
  )
  assert.equal(sent.status, 201)
  const social_account_ids = Object.values(service.accounts)
  for (let count = 0; count < 205; count++)
    await service.rest('POST', '/api/posts', { content: `Draft ${count}`, social_account_ids })
  const gone = await service.rest('POST', '/api/posts', {
    content: 'In the bin',
    social_account_ids,
  })
  await service.rest('DELETE', `/api/posts/${String(gone.body['id'])}`)
  const daily = {
    name: 'Tips',
    post: { content: 'Tip', social_account_ids },
    rule: 'FREQ=DAILY;COUNT=2',
    starts_at: '2999-01-01T09:00',
  }
  const series = await service.rest('POST', '/api/series', daily)
  assert.equal(series.status, 201, JSON.stringify(series.body))
  const hook = await service.rest('POST', '/api/webhooks', { url: 'https://hooks.example/a' })
  const calendar = await service.rest('POST', '/api/calendars', { name: 'Mine' })
  const key = await me.page.ask('POST', `${at}/api-keys`, { name: 'Program' })
  // Two years of an account, and one that told nothing; where it is tomorrow already for fourteen hours of a day.
  const [counted = 0] = social_account_ids
  await service.query(
    `update workspaces set created_at = now() - interval '700 days', timezone = 'Pacific/Kiritimati' where id = ${me.workspace_id}`,
  )
  await service.query(`
    insert into account_snapshots (workspace_id, account_id, taken_at, followers)
    select ${me.workspace_id}, ${counted}, now() - i * interval '1 day', 1000 - i from generate_series(0, 699) i`)
  const next = await newNeighbour(service)
  await service.rest(
    'POST',
    '/api/posts',
    { content: 'Of the neighbours', social_account_ids: [next.account_id] },
    { authorization: `Bearer ${next.token}` },
  )
  await service.query(`
    insert into account_snapshots (workspace_id, account_id, taken_at, followers)
    select workspace_id, id, now() - interval '2 days', 424242 from accounts where id = ${next.account_id}`)

  const answer = await download(me.page, me.workspace_id)
  assert.equal(answer.status, 200)
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /attachment; filename="crier-workspace\.zip"/,
  )
  const { names, read, rows } = await unpacked(await answer.arrayBuffer(), 'whole')
  const posts = await rows('posts.jsonl')
  assert.equal(posts.filter(({ content }) => /^Draft \d+$/.test(String(content))).length, 205)
  assert.ok(posts.every(({ socialAccounts }) => Array.isArray(socialAccounts)))
  assert.deepEqual(
    (await rows('deleted-posts.jsonl')).map(({ content }) => content),
    ['In the bin'],
  )
  assert.equal((await read('posts.csv')).toString().trim().split('\r\n').length, posts.length + 1)
  const [item] = await rows('media.jsonl')
  assert.equal(item?.['alt_text'], 'A square of grey')
  const file = names.find((name) => name.startsWith(`media/${String(item?.['id'])}-`))
  assert.ok(file)
  assert.deepEqual(await read(file), bytes)
  assert.deepEqual(
    (await rows('series.jsonl')).map(({ name }) => name),
    ['Tips'],
  )
  assert.match((await read('accounts.json')).toString(), /"username"/)
  assert.match((await read('members.json')).toString(), /ada@example\.org/)
  assert.match((await read('keys.json')).toString(), /Program/)
  const audience = await rows('audience.jsonl')
  assert.deepEqual(
    audience.map(({ followers }) => followers),
    Array.from({ length: 700 }, (_, index) => 301 + index),
    'each day once, the oldest first, of this workspace alone',
  )
  assert.equal(new Set(audience.map(({ date }) => date)).size, 700)
  assert.ok(audience.every(({ account_id }) => account_id === counted))
  const [webhook] = list(await read('webhooks.json'))
  assert.equal(webhook?.['url'], 'https://hooks.example/a')
  assert.ok(webhook && !('secret' in webhook))
  const { calendars } = z
    .object({ calendars: z.array(Row) })
    .parse(JSON.parse((await read('calendars.json')).toString()))
  assert.deepEqual(
    calendars.map(({ name, url }) => [name, url]),
    [['Mine', undefined]],
  )
  for (const name of [
    'about.txt',
    'workspace.json',
    'labels.json',
    'queues.json',
    'analytics.jsonl',
  ])
    assert.ok(names.includes(name), name)

  // Whatever lets anybody in, as it stands in the database and as it is used.
  const { secret_key } = readConfig(manifests, { DATA_DIR: service.data_dir })
  const opener = seal(secret_key.reveal())
  const accounts = await service.db
    .selectFrom('accounts')
    .select(['workspace_id', 'secret'])
    .where('workspace_id', '=', me.workspace_id)
    .execute()
  const tokens = accounts.flatMap(({ workspace_id, secret }) =>
    textsIn(opener.open(secret, secretContext(workspace_id))),
  )
  assert.ok(tokens.length >= accounts.length)
  const { rows: hashes } = await service.query(`
    select encode(secret_hash, 'hex') as secret from keys union select encode(token_hash, 'hex') from calendars
    union select encode(token_hash, 'hex') from sessions union select password_hash from persons
    union select encode(secret, 'hex') from accounts union select encode(secret, 'base64') from accounts`)
  const secrets = [
    ...tokens,
    ...hashes.map(({ secret }) => String(secret)),
    service.token.split('|')[1] ?? '',
    String(key.body['token']).split('|')[1] ?? '',
    String(hook.body['secret']),
    new URL(String(calendar.body['url'])).pathname.split('/').at(-1)?.replace('.ics', '') ?? '',
    'ticket=',
  ].filter((secret) => secret.length > 5)
  assert.ok(secrets.length > 10)
  for (const name of names) {
    const text = (await read(name)).toString('latin1')
    for (const secret of secrets) assert.ok(!text.includes(secret), `${name}: ${secret}`)
    assert.ok(!text.includes('Of the neighbours'), name)
  }
})

test('owners only, and of their own workspace', async () => {
  const editor = await invited(service, me, { name: 'Edith', role: 'editor' })
  assert.equal((await download(editor.page, me.workspace_id)).status, 403)
  const { rows } = await service.query('select max(id) as id from workspaces')
  assert.equal((await download(me.page, Number(rows[0]?.['id']))).status, 404)
  assert.equal((await download(browser(service), me.workspace_id)).status, 401)
})

test('what nobody reads is not made, and who stops reading stops it', async () => {
  let made = 0
  let ended = false
  async function* endless() {
    try {
      for (;;) {
        made++
        yield new Uint8Array(65_536)
      }
    } finally {
      ended = true
    }
  }
  async function* entries() {
    yield { name: 'endless', bytes: endless(), packed: true }
  }
  const zip = zipOf(entries(), new Date())
  const iterator = zip[Symbol.asyncIterator]()
  for (let count = 0; count < 20; count++) await iterator.next()
  const before = made
  assert.ok(before < 60, `${before} pieces were made for 20 that were read`)
  zip.destroy()
  for (let turn = 0; turn < 1_000 && !ended; turn++) await new Promise(setImmediate)
  assert.ok(ended)
})

test('what breaks in the middle breaks the zip off, and is not taken for a whole one', async () => {
  async function* breaking() {
    yield 'begun'
    throw new Error('The store is away.')
  }
  async function* entries() {
    yield { name: 'a.txt', bytes: breaking(), packed: false }
  }
  await assert.rejects(async () => {
    for await (const _piece of zipOf(entries(), new Date()));
  }, /The store is away/)
})

const Row = z.record(z.string(), z.unknown())

function list(bytes: Buffer) {
  return z.array(Row).parse(JSON.parse(bytes.toString()))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 5 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
