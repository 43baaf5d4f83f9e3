import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { openReceiver, verified } from '../test/webhooks/receiver.ts'
import { place } from './testing.ts'

const receiver = await openReceiver()
const here = await place()
const reach = { WEBHOOK_PRIVATE_HOSTS: receiver.host }
const service = await here.serve(reach)
after(async () => {
  await service[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const crier = (words: string[]) => here.crier(words, reach)
const done = async (words: string[]) => {
  const { code, stdout, stderr } = await crier(words)
  assert.deepEqual([code, stderr], [0, ''])
  return stdout
}
const json = async (words: string[]) => JSON.parse(await done([...words, '--json'])) as unknown

const Made = z.looseObject({ id: z.string(), secret: z.string() })
const Sends = z.looseObject({ data: z.array(z.looseObject({ id: z.string(), state: z.string() })) })

async function settled(id: string, count: number) {
  for (let tries = 0; tries < 100; tries++) {
    const { data } = Sends.parse(await json(['webhook', 'sends', id]))
    if (data.length === count && data.every(({ state }) => state === 'delivered')) return data
    await wait(100)
  }
  throw new Error('The calls did not come out.')
}

test('a webhook is made, tried, given another secret, switched off and on, and deleted from the command line', async () => {
  const none = await done(['webhook', 'list'])
  assert.equal(none, 'There is no webhook: crier webhook create makes one.\n')
  const words = [
    '--types',
    'post.failed,webhook.*',
    '--accounts',
    'bluesky',
    '--description',
    'Chat',
  ]
  const made = await done(['webhook', 'create', receiver.url('/ok'), ...words])
  const [, id = '', secret = ''] = /^id +(\d+)\nurl +\S+\nsecret +(whsec_\S+)\n$/.exec(made) ?? []
  assert.ok(secret, made)
  const listed = await done(['webhook', 'list'])
  assert.match(
    listed,
    new RegExp(`^${id} +http\\S+/ok +post.failed, webhook.\\* +\\d+ +on +0 +Chat$`, 'm'),
  )
  assert.doesNotMatch(listed + (await done(['webhook', 'list', '--json'])), /whsec_/)

  await done(['webhook', 'test', id])
  const [first] = await receiver.soon('/ok', 1)
  assert.ok(first)
  assert.equal(verified(secret, first).type, 'webhook.test')
  const [send] = await settled(id, 1)
  assert.ok(send)

  const rotated = Made.parse(await json(['webhook', 'rotate-secret', id]))
  assert.notEqual(rotated.secret, secret)
  assert.equal(await done(['webhook', 'redeliver-send', id, send.id]), 'The call is made again.\n')
  const [, second] = await receiver.soon('/ok', 2)
  assert.ok(second)
  assert.equal(second.headers['webhook-id'], first.headers['webhook-id'])
  for (const each of [secret, rotated.secret]) verified(each, second)
  await settled(id, 1)
  const since = ['--since', '2020-01-01T00:00:00Z']
  assert.equal(
    await done(['webhook', 'redeliver', id, ...since]),
    'Calls that are made again: 0.\n',
  )
  const again = await done(['webhook', 'redeliver', id, ...since, '--state', 'delivered'])
  assert.equal(again, 'Calls that are made again: 1.\n')
  await receiver.soon('/ok', 3)

  assert.match(await done(['webhook', 'off', id]), /off \(by_hand\)/)
  const refused = await crier(['webhook', 'test', id])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /^Switch it on first/)
  assert.match(await done(['webhook', 'on', id]), / on +0 /)
  const freed = await done(['webhook', 'update', id, '--types', 'all', '--accounts', 'all'])
  assert.match(freed, new RegExp(`^${id} +\\S+ +all +all +on +0 +Chat$`, 'm'))
  assert.equal(await done(['webhook', 'delete', id]), `Webhook ${id} is deleted.\n`)
  const gone = await crier(['webhook', 'sends', id])
  assert.deepEqual([gone.code, gone.stdout], [1, ''])
  assert.match(gone.stderr, /there is no webhook/)
})

test('a secret of one’s own comes from a file', async () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const file = join(here.folder, 'hook-secret')
  await writeFile(file, `${secret}\n`)
  const words = ['webhook', 'create', receiver.url('/own'), '--secret-file', file]
  assert.equal(Made.parse(await json(words)).secret, secret)
})

test('what is wrong with a webhook is told by its flags, all at once, and an inner address is refused', async () => {
  const file = join(here.folder, 'short-secret')
  await writeFile(file, 'whsec_c2hvcnQ=')
  const words = ['--types', 'post.flown', '--accounts', '0', '--secret-file', file]
  const wrong = await crier(['webhook', 'create', 'ftp://example.com', ...words])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /URL: Give an address that begins with https:/)
  assert.match(wrong.stderr, /--types: There is no kind "post.flown"/)
  assert.match(wrong.stderr, /--accounts: /)
  assert.match(wrong.stderr, /--secret-file: Give whsec_ and 24 to 64 bytes/)
  const missing = await crier(['webhook', 'rotate-secret', '1', '--secret-file', '/nowhere'])
  assert.deepEqual([missing.code, missing.stdout], [2, ''])
  assert.match(missing.stderr, /^--secret-file: \/nowhere cannot be read/)
  const since = await crier([
    'webhook',
    'redeliver',
    'first',
    '--since',
    'yesterday',
    '--state',
    'lost',
  ])
  assert.equal(since.code, 2)
  assert.match(since.stderr, /ID: Use a whole number\..*--since: Use ISO 8601/)

  for (const url of [
    'https://127.0.0.1/hook',
    'https://10.0.0.7/hook',
    'http://example.com/hook',
  ]) {
    const inner = await crier(['webhook', 'create', url])
    assert.deepEqual([inner.code, inner.stdout], [2, ''], url)
    assert.match(inner.stderr, /^URL: Use a public https address on port 443: /)
  }
})
