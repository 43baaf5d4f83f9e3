/** The key is changed while everything goes on: nothing is lost, nothing is overwritten by what is dead. */
import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { start } from '#app/start.ts'
import { keyFiles } from '#config/secret-keys.ts'
import { secretKey } from '#rules/keyring.ts'
import { seal } from '#store/seal.ts'
import { sealedColumns } from '#store/sealed.ts'
import { sql } from 'kysely'
import { connect, openBrowser, opens, refresh } from '../oauth/browser.ts'
import { plainClient, register } from '../oauth/kit.ts'
import { bulk, chunk, openUpload, sha256 } from '../media/kit.ts'
import { openService } from '../service.ts'
import { newPost } from '../surfaces/kit.ts'
import { openHooks } from '../webhooks/stage.ts'
import { verified } from '../webhooks/receiver.ts'
import { configOf, HALFWAY, rotateOn, sealedBy } from './kit.ts'
import { freePort } from '../free-port.ts'

const MB = 1024 * 1024

test('posts, answers, tokens, uploads, webhooks and grants go on while the key is changed, and afterwards without the old one', async () => {
  await using stage = await openHooks()
  const { service, receiver } = stage
  const config = configOf({ DATA_DIR: service.data_dir })
  const old = config.secret_key.reveal()
  const hook = await stage.hook('/ok', { types: ['post.published'] })
  const browser = await openBrowser(service)
  const { client_id } = await register(service, { ...plainClient, client_name: 'Notes' })
  let grant = z
    .object({ access_token: z.string(), refresh_token: z.string() })
    .parse(await connect(service, browser, client_id))
  const film = bulk(9 * MB)
  const whole = { sha256: sha256(film) }
  const begun = await openUpload(service, film, whole)
  const { upload_url } = z.object({ upload_url: z.string() }).parse(begun)

  const ids: number[] = []
  const going = new AbortController()
  const traffic = async () => {
    for (let n = 0; !going.signal.aborted; n += 1) {
      // Whoever posts needs a token, and each account's has ended: a refresh token is good for once.
      await service.query(`update accounts set token_expires_at = now() - interval '1 minute'`)
      const key = { 'idempotency-key': `post-${n}` }
      const post = {
        content: `Number ${n}`,
        social_account_ids: Object.values(service.accounts),
        publish_now: true,
      }
      const answers = [
        await service.rest('POST', '/api/posts', post, key),
        await service.rest('POST', '/api/posts', post, key),
      ]
      const [one, two] = answers.map(({ status, body }) => {
        assert.ok(status < 300, JSON.stringify(body))
        return z.object({ id: z.number() }).parse(body).id
      })
      assert.equal(one, two, 'a repeated call is answered as before')
      ids.push(one ?? 0)
      const { status, text, body } = await refresh(service, client_id, grant.refresh_token)
      assert.equal(status, 200, text)
      grant = z.object({ access_token: z.string(), refresh_token: z.string() }).parse(body)
      assert.equal(await opens(service, grant.access_token), 200)
    }
  }
  const flowing = traffic()
  const until = async (count: number) => {
    while (ids.length < count) await Promise.race([pause(20), flowing])
  }
  await until(3)
  const first = await chunk(service, begun.upload_id, 0, film.subarray(0, begun.chunk_size))
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const report = await rotateOn(service.database, config, { settle_ms: 3_000 })
  assert.equal(report.changed, true)
  assert.ok(report.resealed >= 5, `${report.resealed}`)
  await until(ids.length + 3)
  going.abort()
  await flowing

  // By the address from before, which needs no other credential.
  const rest = await fetch(`${upload_url}?offset=${begun.chunk_size}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Blob([film.subarray(begun.chunk_size)]),
  })
  assert.equal(rest.status, 200, await rest.text())
  const complete = await service.rest('POST', `/api/media/uploads/${begun.upload_id}/complete`)
  assert.ok(complete.status < 300, JSON.stringify(complete.body))
  for (const id of ids) {
    await waitFor(async () => {
      const { body } = await service.rest('GET', `/api/posts/${id}`)
      return body['outcome'] === 'published'
    })
  }
  const calls = await receiver.soon('/ok', ids.length)
  const told = calls.map((call) => verified(hook.secret, call).event.post_id)
  assert.deepEqual(new Set(told), new Set(ids))
  for (const platform of ['x', 'bluesky']) {
    const texts = (await service.received(platform)).flatMap(
      (post) => /Number \d+/.exec(JSON.stringify(post)) ?? [],
    )
    assert.equal(texts.length, ids.length, `each once on ${platform}`)
  }

  const { rows } = await service.query('select distinct health from accounts')
  assert.deepEqual(rows, [{ health: 'healthy' }])
  const told_of = await service.query(`
    select distinct type from (select type from events union all select type from fresh_events) e
    where type like 'audit.webhook%'`)
  assert.deepEqual(told_of.rows, [{ type: 'audit.webhook_created' }], 'nobody changed it')
  assert.deepEqual(Object.keys(await sealedBy(service.db)), [report.key])
  const files = keyFiles(service.data_dir)
  assert.equal((await readFile(files.other, 'utf8')).trim(), old)
  const fresh = (await readFile(files.key, 'utf8')).trim()
  assert.equal(secretKey(fresh).id, report.key)

  // With the new one alone another process works as well.
  await rm(files.other)
  const PORT = String(await freePort())
  // One address of both, as behind a proxy: tokens are for that alone.
  const beside = { DATA_DIR: service.data_dir, ROLE: 'api', PORT, BASE_URL: service.base_url }
  await using _ = await start(configOf(beside), { database: service.database })
  assert.equal(await pinged({ port: PORT, at: service.base_url }, grant.access_token), 200)
  await service.query(`update accounts set token_expires_at = now() - interval '1 minute'`)
  const last = await newPost(service, { content: 'The last', publish_now: true })
  await waitFor(async () => {
    const { body } = await service.rest('GET', `/api/posts/${last}`)
    return body['outcome'] === 'published'
  })
})

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const config = () => configOf({ DATA_DIR: service.data_dir })

/** What authenticators and browsers show to anybody. */
const open = new Set(['passkeys.credential_id', 'passkeys.public_key', 'passkey_handles.handle'])

test('every column of bytes is sealed, a hash, or no secret', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and table_name <> 'instance'`.execute(
    service.db,
  )
  const found = rows
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !open.has(name))
  const hashed = found.filter((name) => /_hash$|\.fingerprint$/.test(name))
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(
    found.toSorted(),
    [...hashed, ...listed].toSorted(),
    'what is neither is not changed with the key',
  )
})

test('what somebody seals with the old key late is found, and sealed anew', async () => {
  const late = seal(config().secret_key.reveal()).close('its secret', 'platform app:x')
  let put: Promise<unknown> = Promise.resolve()
  const say = (line: string) => {
    if (line !== HALFWAY) return
    put = service.db
      .insertInto('platform_apps')
      .values({ platform: 'x', client_id: 'one', client_secret: late, changed_at: new Date() })
      .execute()
  }
  const { key } = await rotateOn(service.database, config(), { say, settle_ms: 3_000 })
  await put
  assert.deepEqual(Object.keys(await sealedBy(service.db)), [key])
  const { client_secret } = await service.db
    .selectFrom('platform_apps')
    .select('client_secret')
    .executeTakeFirstOrThrow()
  const now = seal(config().secret_key.reveal())
  assert.equal(now.open(client_secret, 'platform app:x'), 'its secret')
})

test('of two who change it at once one does', async () => {
  const before = config().secret_key.reveal()
  const both = await Promise.allSettled([1, 2].map(() => rotateOn(service.database, config())))
  const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  assert.ok(refused.length < 2)
  for (const reason of refused)
    assert.match(String(reason), /RotationError: The key is being changed by another command/)
  assert.notEqual(config().secret_key.reveal(), before)
  assert.deepEqual(Object.keys(await sealedBy(service.db)), [
    secretKey(config().secret_key.reveal()).id,
  ])
  assert.equal((await service.rest('GET', '/api/accounts')).status, 200)
})

test('what opens under no key stays as it is, and is told of', async () => {
  const lost = seal('a key that was lost long ago, and is nowhere').close('x', 'platform app:lost')
  await service.db
    .insertInto('platform_apps')
    .values({ platform: 'lost', client_id: 'one', client_secret: lost, changed_at: new Date() })
    .execute()
  const { unreadable } = await rotateOn(service.database, config())
  assert.equal(unreadable, 1)
  await service.db.deleteFrom('platform_apps').execute()
})

test('a process that has not the key any more answers nobody, and goes on when it has it again', async () => {
  const elsewhere = 'a key that only other processes have here'
  const word = seal(elsewhere).close('crier', 'instance')
  const before = await service.db
    .selectFrom('instance')
    .select('sealed_word')
    .executeTakeFirstOrThrow()
  const put = async (sealed_word: Buffer | null) => {
    await service.db.updateTable('instance').set({ sealed_word }).execute()
    await sql`select pg_notify('secret_keys', '')`.execute(service.db)
  }
  const listed = async () => (await service.rest('GET', '/api/accounts')).status
  await put(word)
  await waitFor(async () => (await listed()) === 503)
  await put(before.sealed_word)
  await waitFor(async () => (await listed()) === 200)
})

test('the key before is forgotten where it lies a day after, at a start', async () => {
  const { other } = keyFiles(service.data_dir)
  await rotateOn(service.database, config())
  const settle = async (now: Date) => {
    const { settleInstance } = await import('#app/instance.ts')
    return settleInstance(service.database, config(), { home: undefined, now })
  }
  await settle(new Date())
  assert.ok(await readFile(other))
  const { keys } = await settle(new Date(Date.now() + 25 * 3600_000))
  await assert.rejects(readFile(other), { code: 'ENOENT' })
  assert.equal(keys.ring.all.length, 1)
  await rotateOn(service.database, config(), { at_once: true })
  await assert.rejects(readFile(other), { code: 'ENOENT' })
  await assert.rejects(readFile(join(service.data_dir, 'secret-key.old')), { code: 'ENOENT' })
})

async function waitFor(is: () => Promise<boolean>) {
  while (!(await is())) await pause(50)
}

/** Asks the process at that port as a proxy does, which names the address of all. */
async function pinged({ port, at }: { port: string; at: string }, token: string) {
  const headers = {
    host: new URL(at).host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const asked = request({ host: '127.0.0.1', port, path: '/mcp-oauth', method: 'POST', headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject)
  })
  asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
  const answer = await answered
  answer.resume()
  return answer.statusCode
}
