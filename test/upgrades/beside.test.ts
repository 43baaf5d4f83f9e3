/**
 * The program of the oldest release goes on serving and publishing while the newest one migrates, and beside it afterwards. Its source is taken
 * from the history by the commit that it was kept with, so this needs a whole clone: `OLDER_PROGRAM=1 npm test -- test/upgrades/beside.test.ts`.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { migrations } from '#store/migrations/index.ts'
import { addressOf, testDatabase } from '../database.ts'
import { launch, type Launched, scratch, tokenOf } from '../start/kit.ts'
import { keptOf, releases } from './reading.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const [release = ''] = releases()
const only = {
  skip: !process.env['OLDER_PROGRAM'] && 'OLDER_PROGRAM=1 runs it.',
  timeout: 300_000,
}

const Post = z.looseObject({
  id: z.number(),
  per_account: z.array(z.looseObject({ status: z.string() })),
})
const Shown = z.array(z.looseObject({ text: z.string() }))
const Events = z.looseObject({
  data: z.array(z.looseObject({ post_id: z.number() })),
  cursor: z.string(),
})

test(
  `a program of ${release} serves and publishes beside the newest one: nothing is twice, lost or untold`,
  only,
  async () => {
    await using place = await scratch()
    await using database = await testDatabase()
    await emptied(database.config)
    const settings = {
      DATABASE_URL: addressOf(database.config),
      SECRET_KEY: randomBytes(32).toString('base64url'),
      DATA_DIR: join(place.folder, 'data'),
    }
    const folder = await sourceOf(keptOf(release).commit, place.folder)
    await using older = await launch(settings, undefined, { folder, words: ['server/main.ts'] })
    assert.equal(older.code, undefined, older.said)
    const token = tokenOf(older)
    const answers = new Map<string, number>()
    const posts = new Map<number, string>()
    const begun = (service: Launched, name: string) =>
      begin({ service, name, token, answers, posts })

    await using first = begun(older, 'older')
    await Promise.race([enough(posts, 10), first.done])
    await using newer = await launch({ ...settings, SANDBOX_URL: older.sandbox_url })
    assert.equal(newer.code, undefined, newer.said)
    await first.end()
    assert.equal(await countOf(database.config), Object.keys(migrations).length)
    const meanwhile = posts.size
    await using second = begun(older, 'older, behind it')
    await using third = begun(newer, 'newer')
    await Promise.race([enough(posts, meanwhile + 30), second.done, third.done])
    await Promise.all([second.end(), third.end()])

    const ids = [...posts.keys()]
    await Promise.all(ids.map((id) => published(newer, token, id)))
    const told = Object.fromEntries(answers)
    process.stdout.write(
      `${meanwhile} posts until both ran, ${ids.length} in all; ${JSON.stringify(told)}\n`,
    )
    for (const platform of ['bluesky', 'x']) {
      const response = await fetch(`${older.sandbox_url}/_sandbox/${platform}/posts`)
      const texts = Shown.parse(await response.json()).map(({ text }) => text)
      assert.deepEqual(texts.toSorted(), [...posts.values()].toSorted(), platform)
    }
    assert.deepEqual(
      await publishedBy(newer, token, ids.length),
      ids.toSorted((a, b) => a - b),
    )
  },
)

interface Writing {
  service: Launched
  name: string
  token: string
  /** How often which status was answered to what. */
  answers: Map<string, number>
  /** What was acknowledged: the text of each. */
  posts: Map<number, string>
}

/** A caller who goes on until it is told to end, or the test has failed. */
function begin(caller: Omit<Writing, 'until'>) {
  const ends = new AbortController()
  const done = writing({ ...caller, until: ends.signal })
  const end = () => {
    ends.abort()
    return done
  }
  return { done, end, [Symbol.asyncDispose]: () => end().catch(() => {}) }
}

/** Publishes on both accounts and reads a list, one after the other; what is refused for a moment is asked again, as clients do. */
async function writing({
  service,
  name,
  token,
  answers,
  posts,
  until,
}: Writing & { until: AbortSignal }) {
  for (let count = 0; !until.aborted; count++) {
    const content = `Loaf ${count} of the ${name} one ${randomBytes(4).toString('hex')}`
    const body = { content, social_account_ids: [1, 2], publish_now: true }
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') }
    for (;;) {
      const response = await call(service, token, '/api/posts', { body, headers })
      note(answers, `${name} POST ${response.status}`)
      if (response.ok) {
        posts.set(Post.parse(await response.json()).id, content)
        break
      }
      assert.equal(response.status, 503, await response.text())
      await pause(100)
    }
    const list = await call(service, token, '/api/posts?status=all&per_page=20')
    note(answers, `${name} GET ${list.status}`)
    assert.equal(list.status, 200, await list.text())
    // X takes a hundred posts of an account in a quarter of an hour.
    await pause(150)
  }
}

async function published(service: Launched, token: string, id: number) {
  for (;;) {
    const response = await call(service, token, `/api/posts/${id}?wait=30`)
    const { per_account } = Post.parse(await response.json())
    if (per_account.every(({ status }) => status === 'published')) return
    assert.ok(
      per_account.every(({ status }) => ['pending', 'publishing', 'published'].includes(status)),
      JSON.stringify(per_account),
    )
  }
}

/** Of which posts the events tell that they were published, each time that they do: at least so many, and what comes within a second. */
async function publishedBy(service: Launched, token: string, count: number) {
  const ids: number[] = []
  for (let after = '', more = true; more || ids.length < count;) {
    const path = `/api/events?types=post.published&limit=200&wait=1${after}`
    const response = await call(service, token, path)
    const page = Events.parse(await response.json())
    ids.push(...page.data.map(({ post_id }) => post_id))
    after = `&after=${encodeURIComponent(page.cursor)}`
    more = page.data.length > 0
  }
  return ids.toSorted((a, b) => a - b)
}

function call(
  { base_url }: Launched,
  token: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
) {
  return fetch(`${base_url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function note(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

async function enough(posts: ReadonlyMap<number, string>, count: number) {
  while (posts.size < count) await pause(50)
}

/** The files of a commit in a folder of their own, with the libraries of now. */
async function sourceOf(commit: string, place: string) {
  const folder = join(place, 'older')
  const archive = join(place, 'older.tar')
  await mkdir(folder)
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function emptied(config: pg.PoolConfig) {
  await asked(config, 'drop schema public cascade; create schema public')
}

async function countOf(config: pg.PoolConfig) {
  return (await asked(config, 'select from kysely_migration')).rowCount
}

async function asked(config: pg.PoolConfig, statement: string) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
