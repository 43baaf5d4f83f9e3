/** Data that was sealed before keys had names, and what is carried elsewhere while the key is changed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type pg from 'pg'
import { start } from '#app/start.ts'
import { isSealedWith, keyFor } from '#app/secret-keys.ts'
import { backup } from '#backup/backup.ts'
import { move } from '#backup/move.ts'
import { checkBackup, restore, secretsIn } from '#backup/restore.ts'
import { diskBlobs } from '#blobs/disk.ts'
import { openSecret, secretContext } from '#connecting/secrets.ts'
import { connect } from '#database/connect.ts'
import { links } from '#access/links.ts'
import { tickets } from '#access/tickets.ts'
import { keyring, secretKey } from '#rules/keyring.ts'
import { seal } from '#store/seal.ts'
import pgClient from 'pg'
import manifest from '../../package.json' with { type: 'json' }
import { testDatabase } from '../database.ts'
import { databaseOf, dumpOf, keptOf } from '../upgrades/reading.ts'
import { configOf, NEW, OLD, rotateHalf, rotateOn, sealedIn, settledOn } from './kit.ts'

const folder = await mkdtemp(join(tmpdir(), 'crier-secret-'))
after(() => rm(folder, { recursive: true, force: true }))
const { version } = manifest
const both = configOf({ DATA_DIR: folder, SECRET_KEY: OLD, SECRET_KEY_OTHER: NEW })
const names = { old: secretKey(OLD).id, new: secretKey(NEW).id }

test('what was sealed before keys had names is read, written so as long as older processes may read along, and changed', async () => {
  const kept = keptOf('0.1.0')
  await using database = await databaseOf(dumpOf('0.1.0'))
  const config = configOf({
    DATA_DIR: folder,
    ROLE: 'api',
    SECRET_KEY: kept.secret_key,
    SECRET_KEY_OTHER: NEW,
  })
  await using service = await start(config, { database: database.config })
  const call = async (n: number) =>
    fetch(`${service.base_url}/api/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${kept.token}`,
        'content-type': 'application/json',
        'idempotency-key': `k-${n}`,
      },
      body: JSON.stringify({ content: 'One', social_account_ids: [1], is_draft: true }),
    }).then((response) => response.json())
  const [one, two] = [await call(1), await call(1)]
  assert.deepEqual(one, two)
  assert.deepEqual(Object.keys(await sealedIn(database.config)), [''], 'as an older one reads it')

  await using connected = connect(database.config, { max: 1, name: 'test' })
  const secretsUnder = async (text: string) => {
    const rows = await connected.db
      .selectFrom('accounts')
      .select(['id', 'workspace_id', 'secret'])
      .orderBy('id')
      .execute()
    return rows
      .filter(({ secret }) => secret.length)
      .map(({ id, secret, workspace_id }) => [id, openSecret(secret, seal(text), workspace_id)])
  }
  const before = await secretsUnder(kept.secret_key)
  assert.ok(before.length >= 10)
  const { unreadable } = await rotateOn(database.config, config)
  assert.equal(unreadable, 0, 'what is empty was never sealed')
  assert.deepEqual(await secretsUnder(NEW), before)
  assert.deepEqual(await call(1), one, 'a repeated call is answered as before')
  assert.deepEqual(Object.keys(await sealedIn(database.config)), [names.new])
})

/** An instance that stands in the middle of a change, with a value under each key. */
async function halfway() {
  const database = await testDatabase()
  await settledOn(database.config, configOf({ DATA_DIR: folder, SECRET_KEY: OLD }))
  await using connected = connect(database.config, { max: 1, name: 'test' })
  await rotateHalf(database.config, both)
  for (const [platform, key] of [
    ['x', OLD],
    ['bluesky', NEW],
  ] as const)
    await connected.db
      .insertInto('platform_apps')
      .values({
        platform,
        client_id: 'one',
        client_secret: seal(key).close(platform, `platform app:${platform}`),
        changed_at: new Date(),
      })
      .execute()
  return database
}

async function finishes(database: pg.PoolConfig) {
  const alone = (SECRET_KEY: string) => configOf({ DATA_DIR: folder, SECRET_KEY })
  await assert.rejects(
    settledOn(database, alone(NEW)),
    /values are still sealed with the one before, which this process has not: put it into SECRET_KEY_OTHER/,
  )
  await assert.rejects(settledOn(database, alone(OLD)), /has the old one alone/)
  await assert.rejects(
    settledOn(database, alone('another key that belongs to nobody here')),
    /is not the one that this database was sealed with/,
  )
  assert.deepEqual(await sealedIn(database), { [names.old]: 1, [names.new]: 1 })
  const { resealed } = await rotateOn(database, both)
  assert.equal(resealed, 1)
  assert.deepEqual(await sealedIn(database), { [names.new]: 2 })
  const { keys } = await settledOn(database, alone(NEW))
  // The keys by which platforms know the instance are those from before.
  const first = await settledKeyOf(OLD)
  assert.deepEqual(keys.clientKey('bluesky'), first)
  await assert.rejects(
    settledOn(database, alone(OLD)),
    /was changed, and nothing is sealed with it/,
  )
}

async function settledKeyOf(SECRET_KEY: string) {
  await using database = await testDatabase()
  const config = configOf({ DATA_DIR: folder, SECRET_KEY })
  return (await settledOn(database.config, config)).keys.clientKey('bluesky')
}

test('a backup from the middle of a change holds both keys, and what it fills goes on with the change', async () => {
  await using source = await halfway()
  await using target = await testDatabase()
  const blobs = diskBlobs(join(folder, 'blobs'))
  const file = join(folder, 'crier.backup')
  const secret = {
    keyOf: (word: Buffer | null) => (word ? keyFor([OLD, NEW], word) : undefined),
    passphrase: 'correct horse',
  }
  await backup(source.config, blobs, file, { version, now: new Date(), secret })
  const about = await checkBackup(file, version)
  assert.deepEqual(await secretsIn(about, 'correct horse'), [NEW, OLD])
  const client = new pgClient.Client(target.config)
  await client.connect()
  await restore(client, blobs, file, about, new Date())
  await client.end()
  // Files of the instance came with it, accounts of people did not change.
  await finishes(target.config)
})

test('a database that is moved in the middle of a change goes on with it', async () => {
  await using source = await halfway()
  await using target = await testDatabase()
  await move(source.config, target.config, {
    version,
    isOurs: async (db) => {
      const { sealed_word } = await db
        .selectFrom('instance')
        .select('sealed_word')
        .executeTakeFirstOrThrow()
      return isSealedWith(db, [OLD, NEW], sealed_word)
    },
    target_name: 'postgres://other/crier',
    patience_ms: 1_000,
    now: () => new Date(),
    say() {},
    signal: new AbortController().signal,
  })
  await finishes(target.config)
  await assert.rejects(rotateOn(source.config, both), /was moved to/)
})

test('what was signed with either key is known while both are there, and then with the new one alone', () => {
  const ring = keyring([OLD, NEW])
  const [link, ticket] = [links(ring), tickets(ring)]
  const now = new Date()
  const later = new Date(now.getTime() + 3600_000)
  const about = { workspace_id: 1, key_id: null, account_id: null }
  const signed = (key: string) => ({
    link: Object.fromEntries(new URLSearchParams(links(key).sign('a.png', later))),
    ticket: tickets(key).issue(about, now),
  })
  const knows = (key: string) => {
    const { link: given, ticket: word } = signed(key)
    const { expires = '', signature = '' } = given
    return [link.verify('a.png', { expires, signature }, now), ticket.read(word, now) !== undefined]
  }
  const first = () => ticket.issue(about, now) === signed(ring.first.text).ticket
  assert.deepEqual([knows(OLD), knows(NEW), first()], [[true, true], [true, true], true])
  assert.equal(ring.first.text, OLD)
  ring.hold(ring.all, ring.all[1])
  assert.deepEqual([knows(OLD), knows(NEW), first()], [[true, true], [true, true], true])
  assert.equal(ring.first.text, NEW)
  ring.hold([ring.first])
  assert.deepEqual([knows(OLD), knows(NEW), first()], [[false, false], [true, true], true])
  const ours = seal(ring)
  assert.throws(() => ours.open(seal(OLD).close(1, secretContext(1)), secretContext(1)), /not here/)
})
