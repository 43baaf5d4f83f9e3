/** The key of an instance of several processes, and the one command of an instance that has its key in DATA_DIR. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { z } from 'zod'
import { migrate } from '#database/migrate.ts'
import { secretKey } from '#rules/keyring.ts'
import { testDatabase } from '../database.ts'
import { urlOf } from '../engine-stage.ts'
import { crier, launch, type Launched, scratch, tokenOf } from '../start/kit.ts'
import { HALFWAY, NEW, OLD, sealedIn } from './kit.ts'

const Status = z.looseObject({
  state: z.string(),
  key: z.string(),
  other: z.string().nullable(),
  processes: z.array(z.looseObject({ kind: z.string(), knows: z.array(z.string()) })),
})

async function statusOf(environment: Record<string, string>) {
  const { code, said } = await crier(['secret', 'status', '--json'], environment)
  assert.equal(code, 0, said)
  return Status.parse(JSON.parse(said))
}

/** A dozen starts of services and commands. */
const SKIP = process.env['KEY_PROCESSES'] === '1' ? false : 'KEY_PROCESSES=1 starts them'

test(
  'processes learn of it one after the other; one that does not keeps the old key in force',
  { skip: SKIP },
  async () => {
    await using place = await scratch()
    await using database = await testDatabase()
    await migrate(database.config)
    const shared = {
      DATA_DIR: place.folder,
      DATABASE_URL: urlOf(database.config),
      SANDBOX: 'off',
    }
    const both = { ...shared, SECRET_KEY: OLD, SECRET_KEY_OTHER: NEW }
    const [old_id, new_id] = [secretKey(OLD).id, secretKey(NEW).id]
    await using api = await launch({ ...shared, SECRET_KEY: OLD, ROLE: 'api', API_PROCESSES: '2' })
    assert.match(api.said, /Crier is ready/)
    const unset = await crier(['secret', 'rotate'], { ...shared, SECRET_KEY: OLD })
    assert.equal(unset.code, 1)
    assert.match(unset.said, /Put a new key .* into SECRET_KEY_OTHER beside SECRET_KEY/)
    const same = await crier(['secret', 'status'], { ...both, SECRET_KEY_OTHER: OLD })
    assert.match(same.said, /SECRET_KEY_OTHER: Use another key than SECRET_KEY/)

    await using worker = await launch({ ...both, ROLE: 'worker' })
    assert.match(worker.said, /Crier is ready/)
    const early = await crier(['secret', 'rotate', '--wait', '1'], both)
    assert.equal(early.code, 1)
    assert.match(early.said, /[12] of the processes at work have not the new key/)
    const prepared = await statusOf(both)
    assert.equal(prepared.state, 'prepared')
    assert.equal(prepared.key, old_id)
    assert.ok(prepared.processes.some(({ knows }) => knows.length === 1))

    await api.kill('SIGTERM')
    // Which of both is which makes no difference.
    await using next = await launch({
      ...shared,
      SECRET_KEY: NEW,
      SECRET_KEY_OTHER: OLD,
      ROLE: 'api',
      API_PROCESSES: '2',
    })
    assert.match(next.said, /Crier is ready/)
    const done = await crier(['secret', 'rotate'], both)
    assert.equal(done.code, 0, done.said)
    assert.match(done.said, /Now set SECRET_KEY to the new key everywhere/)
    assert.ok(!done.said.includes(NEW) && !done.said.includes(OLD), 'no key is said')
    const changed = await statusOf(both)
    assert.deepEqual([changed.state, changed.key, changed.other], ['changed', new_id, old_id])
    const again = await crier(['secret', 'rotate'], both)
    assert.equal(again.code, 0, again.said)
    assert.match(again.said, /Nothing is sealed with the old key any more/)
    assert.ok(Object.keys(await sealedIn(database.config)).every((id) => id === new_id))

    await using refused = await launch({ ...shared, SECRET_KEY: OLD, ROLE: 'api' })
    assert.equal(refused.code, 1)
    assert.match(
      refused.said,
      /The key in SECRET_KEY was changed, .* put the new one into SECRET_KEY/,
    )
    await using alone = await launch({ ...shared, SECRET_KEY: NEW, ROLE: 'api' })
    assert.match(alone.said, /Crier is ready/)
  },
)

test('an older version at work, which shows no key, is named and waited for', async () => {
  await using place = await scratch()
  await using database = await testDatabase()
  await migrate(database.config)
  const environment = {
    DATA_DIR: place.folder,
    DATABASE_URL: urlOf(database.config),
    SANDBOX: 'off',
    SECRET_KEY: OLD,
    SECRET_KEY_OTHER: NEW,
  }
  const older = new pg.Client({ ...database.config, application_name: 'crier-listen' })
  await older.connect()
  const refused = await crier(['secret', 'rotate', '--wait', '1'], environment)
  await older.end()
  assert.equal(refused.code, 1)
  assert.match(
    refused.said,
    /1 of the processes at work have not the new key, 1 of them of an older/,
  )
  assert.equal((await crier(['secret', 'rotate'], environment)).code, 0)
})

test('one command changes the key in DATA_DIR; killed on the way it goes on', async () => {
  await using place = await scratch()
  const DATA_DIR = join(place.folder, 'data')
  const keyFile = join(DATA_DIR, 'secret-key')
  const environment = { DATA_DIR }
  await using service = await launch(environment)
  const token = tokenOf(service)
  const before = (await readFile(keyFile, 'utf8')).trim()

  await killed(environment)
  const halfway = await statusOf(environment)
  assert.deepEqual([halfway.state, halfway.other], ['changing', secretKey(before).id])
  assert.equal((await readFile(keyFile, 'utf8')).trim(), before)
  await publish(service, token, 'Halfway')
  const oldAlone = await crier(['key', 'list'], { DATA_DIR, SECRET_KEY: before })
  assert.equal(oldAlone.code, 1)
  assert.match(oldAlone.said, /has the old one alone: put the new one into SECRET_KEY_OTHER/)

  const done = await crier(['secret', 'rotate'], environment)
  assert.equal(done.code, 0, done.said)
  assert.match(done.said, /A change that was broken off goes on/)
  const now = (await readFile(keyFile, 'utf8')).trim()
  assert.notEqual(now, before)
  assert.equal((await readFile(join(DATA_DIR, 'secret-key.other'), 'utf8')).trim(), before)
  assert.equal((await statusOf(environment)).state, 'changed')
  await publish(service, token, 'Behind it')
  await service.kill('SIGTERM')

  const refused = await crier(['key', 'list'], { DATA_DIR, SECRET_KEY: before })
  assert.match(refused.said, /The key in SECRET_KEY was changed/)
  // Nobody is at work, and a year may have passed.
  const alone = await crier(['secret', 'rotate', '--at-once'], environment)
  assert.equal(alone.code, 0, alone.said)
  await assert.rejects(readFile(join(DATA_DIR, 'secret-key.other')), { code: 'ENOENT' })
  await using next = await launch({ ...environment, SANDBOX_URL: service.sandbox_url })
  assert.match(next.said, /Crier is ready/)
})

/** By a kill that nobody can catch, when all seal with the new key. */
async function killed(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['cli/crier.ts', 'secret', 'rotate'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', SECRET_KEY: '', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part
    if (said.includes(HALFWAY)) child.kill('SIGKILL')
  })
  await closed
  assert.equal(child.signalCode, 'SIGKILL', said)
}

const Post = z.looseObject({ outcome: z.string() })

async function publish({ base_url }: Launched, token: string, content: string) {
  const response = await fetch(`${base_url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, social_account_ids: [1, 2], publish_now: true }),
  })
  const answer: unknown = await response.json()
  assert.equal(response.status, 201, JSON.stringify(answer))
  const { id } = z.looseObject({ id: z.number() }).parse(answer)
  for (;;) {
    const asked = await fetch(`${base_url}/api/posts/${id}?wait=30`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { outcome } = Post.parse(await asked.json())
    if (outcome === 'published') return
    assert.ok(['scheduled', 'publishing'].includes(outcome), outcome)
  }
}
