/** Between noticing and mailing a process may die; and there may be several. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { urlOf } from '../engine-stage.ts'
import { soon } from '../people/post.ts'
import { IN_DOUBT, openNotices } from './kit.ts'
import { freePort } from '../free-port.ts'

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

let kit: Awaited<ReturnType<typeof openNotices>>
before(async () => {
  kit = await openNotices()
})
after(() => kit[Symbol.asyncDispose]())

/** Another worker of the same instance. */
async function worker() {
  const { service, mail } = kit
  const secret = await readFile(join(service.data_dir, 'secret-key'), 'utf8')
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      ...mail,
      ROLE: 'worker',
      DATABASE_URL: urlOf(service.database),
      DATA_DIR: service.data_dir,
      SECRET_KEY: secret.trim(),
      BASE_URL: service.base_url,
      SANDBOX_URL: service.sandbox_url,
      HEALTH_PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const gone = once(child, 'exit')
  const ready = () => fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
  while (child.exitCode === null && !(await ready())?.ok) await pause(50)
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

const counted = async () => {
  const { rows } = await kit.service.query(
    'select coalesce(sum(count), 0)::int as count, count(*)::int as notices from notices',
  )
  return rows[0]
}

test('two processes tell everything once', async () => {
  await using _ = await worker()
  for (let round = 0; round < 20; round++) await kit.settled(10, IN_DOUBT)
  await kit.looked()
  assert.deepEqual(await counted(), { count: 200, notices: 1 })
  await kit.mailed(/^200 posts wait for your answer$/)
  await kit.quiet()
  assert.deepEqual(kit.server.received, [])
  await kit.service.query('delete from notices')
})

test('what a process noticed before it was killed is mailed by another, once', async () => {
  const alone = await openNotices({ ROLE: 'api' })
  const before = kit
  kit = alone
  try {
    {
      await using _ = await worker()
      await kit.settled(3, IN_DOUBT)
      await soon('the notice', async () =>
        (await counted())?.['notices'] === 1 ? true : undefined,
      )
    }
    assert.deepEqual(kit.server.received, [], 'it waits for others of its cause')
    await using _ = await worker()
    await kit.settled(2, IN_DOUBT)
    await kit.mailed(/^5 posts wait for your answer$/)
    await kit.quiet()
    assert.deepEqual(kit.server.received, [])
  } finally {
    kit = before
    await alone[Symbol.asyncDispose]()
  }
})
