import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSecret } from '#connecting/secrets.ts'
import { type Engine, openEngine } from '../engine.ts'
import { SECRET_KEY, urlOf } from '../engine-stage.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

interface Child extends AsyncDisposable {
  process: ChildProcess
  /** Everything it has logged. */
  log(): string
  stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** A worker process of the real service on the engine's database. */
function workerProcess({ config, sandbox, folder }: Engine): Child {
  const child = spawn(process.execPath, [main], {
    env: {
      ROLE: 'worker',
      DATABASE_URL: urlOf(config),
      SANDBOX_URL: sandbox.url,
      SECRET_KEY,
      DATA_DIR: folder,
      WORKER_LEASE_MS: '1000',
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => heard.push(text))
  }
  const gone = once(child, 'exit')
  const stop: Child['stop'] = async (signal) => {
    child.kill(signal)
    await gone
    return child.exitCode
  }
  return {
    process: child,
    log: () => heard.join(''),
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL')
    },
  }
}

async function opened(platform: string) {
  const engine = await openEngine({ real: true })
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  const add = (text: string) => engine.post(workspace, { text, accounts: [account] })
  const played = () => engine.emulator(platform).faults.played['slow'] ?? 0
  return Object.assign(engine, { space: workspace, account_id: account, add, played })
}

/** Every token that can be opened right now. */
async function secretsOf({ db, deps }: Engine) {
  const accounts = await db.selectFrom('accounts').selectAll().execute()
  const opened = accounts.map(({ secret, workspace_id }) =>
    openSecret(secret, deps.seal, workspace_id),
  )
  const strings = opened.flatMap((each) => Object.entries(each))
  return strings.flatMap(([name, value]) =>
    name.endsWith('token') && typeof value === 'string' ? [value] : [],
  )
}

async function until(done: () => boolean | Promise<boolean>, seconds = 120) {
  const end = performance.now() + seconds * 1000
  while (!(await done())) {
    assert.ok(performance.now() < end, 'it never happens')
    await new Promise((next) => setTimeout(next, 20))
  }
}

for (const platform of ['x', 'bluesky']) {
  test(`${platform}: a worker killed in the middle of its call is followed by one that adopts the post`, async () => {
    await using engine = await opened(platform)
    engine.fault(platform, 'slow', { ms: 300 })
    await using first = workerProcess(engine)
    const id = await engine.add('Killed over this')
    await until(() => engine.played() === 1)
    await first.stop('SIGKILL')
    await using _second = workerProcess(engine)
    await until(async () => (await engine.delivery(id)).status === 'published')
    const [post, ...others] = engine.emulator(platform).posts()
    assert.equal(others.length, 0)
    assert.equal((await engine.delivery(id)).platform_post_id, post?.id)
    assert.deepEqual(await engine.timeline(id), ['', 'look', 'published'])
  })
}

test('a worker that is told to stop finishes what it has begun, and leaves the rest to others', async () => {
  await using engine = await opened('x')
  engine.fault('x', 'slow', { ms: 700, times: 2 })
  await using first = workerProcess(engine)
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push(await engine.add(`Stopped over ${n}`))
  await until(() => engine.played() === 2)
  assert.equal(await first.stop('SIGTERM'), 0)
  const rows = await engine.db.selectFrom('deliveries').select('status').orderBy('id').execute()
  const statuses = rows.map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [
    'pending',
    'pending',
    'pending',
    'pending',
    'published',
    'published',
  ])
  await using _second = workerProcess(engine)
  await until(() => engine.texts('x').length === 6)
  await until(async () => (await engine.postRow(ids.at(-1) ?? 0)).status === 'published')
  assert.equal(new Set(engine.texts('x')).size, 6)
})

test('a frozen worker that thaws behind its lease neither repeats nor unsettles what another did', async () => {
  await using engine = await opened('bluesky')
  engine.fault('bluesky', 'slow', { ms: 300 })
  await using frozen = workerProcess(engine)
  const id = await engine.add('Frozen over this')
  await until(() => engine.played() === 1)
  frozen.process.kill('SIGSTOP')
  await using _other = workerProcess(engine)
  await until(async () => (await engine.delivery(id)).status === 'published')
  const settled = await engine.delivery(id)
  frozen.process.kill('SIGCONT')
  await until(() => /lease/.test(frozen.log()))
  assert.deepEqual(await engine.delivery(id), settled)
  assert.equal(engine.texts('bluesky').length, 1)
})

test('logs and timelines hold no token, whatever the platforms answer', async () => {
  await using engine = await opened('x')
  const other = await engine.connect(engine.space, 'bluesky')
  const secrets = await secretsOf(engine)
  for (const fault of ['landed_garbage', 'token_expired', 'suspended']) engine.fault('x', fault)
  for (const fault of ['refuse_500', 'token_expired', 'scope_missing'])
    engine.fault('bluesky', fault)
  await using child = workerProcess(engine)
  for (let n = 0; n < 3; n++) {
    const id = await engine.post(engine.space, {
      text: `Secret ${n}`,
      accounts: [engine.account_id, other],
    })
    // Behind the page nobody else is asked for a while: it is the only account.
    await until(async () => (await engine.deliveries(id)).every(({ attempt }) => attempt > 0), 60)
  }
  secrets.push(...(await secretsOf(engine)))
  await child.stop('SIGTERM')
  const shown =
    child.log() + JSON.stringify(await engine.db.selectFrom('attempts').selectAll().execute())
  assert.match(shown, /attempt ended/)
  for (const secret of [...secrets, SECRET_KEY]) assert.ok(!shown.includes(secret))
  assert.ok(!/Secret \d/.test(child.log()), 'nor what the posts say')
})
