import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSecret, secretContext } from '#connecting/secrets.ts'
import { seal } from '#store/seal.ts'
import { openEngine } from '../engine.ts'
import { SECRET_KEY } from '../engine-stage.ts'

const secret = { access_token: 'a-token-that-nobody-sees' }

test('a sealed token opens for its workspace only, with this key only, and unchanged only', () => {
  const ours = seal(SECRET_KEY)
  const sealed = ours.close(secret, secretContext(7))
  assert.deepEqual(openSecret(sealed, ours, 7), secret)
  assert.ok(!sealed.includes('a-token'))
  assert.notDeepEqual(ours.close(secret, secretContext(7)), sealed)
  assert.throws(() => openSecret(sealed, ours, 8))
  assert.throws(() => openSecret(sealed, seal(`${SECRET_KEY}, another`), 7))
  for (const at of [0, 1, 13, 29, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    if (at > 0) assert.throws(() => openSecret(changed, ours, 7), `byte ${at}`)
  }
})

test('an account row moved to another workspace publishes nothing', async () => {
  await using engine = await openEngine()
  const [one, two] = [await engine.workspace(), await engine.workspace()]
  const mine = await engine.connect(one, 'x')
  const theirs = await engine.connect(two, 'x', 1)
  const { secret: stolen } = await engine.account(mine)
  await engine.db.updateTable('accounts').set({ secret: stolen }).where('id', '=', theirs).execute()
  const id = await engine.post(two, { text: 'As somebody else', accounts: [theirs] })
  await engine.run()
  assert.deepEqual(engine.texts('x'), [])
  const { status, error_code } = await engine.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'internal_error'])
})

test('what comes into the database of a connection is sealed', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const { secret: sealed, ...row } = await engine.account(account)
  const { access_token } = openSecret(sealed, engine.deps.seal, workspace)
  assert.ok(typeof access_token === 'string')
  assert.ok(!JSON.stringify(row).includes(access_token))
})
