import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

/** A post with a first comment; `faults` are armed once the post itself is out. */
async function commented(platform: string, faults: string[] = []) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  const id = await engine.post(workspace, {
    text: 'The post that is commented on',
    first_comment: 'The comment, said below it',
    accounts: [account],
  })
  let armed = false
  engine.wire.around = async (call) => {
    if (!armed && engine.texts(platform).length === 1) {
      armed = true
      for (const fault of faults) engine.fault(platform, fault)
    }
    return call()
  }
  await engine.run()
  const [post, ...replies] = engine.emulator(platform).posts()
  engine.wire.around = undefined
  return Object.assign(engine, {
    id,
    workspace,
    root: post,
    replies,
    row: await engine.delivery(id),
  })
}

for (const platform of ['x', 'bluesky']) {
  test(`${platform}: the first comment answers the post, once`, async () => {
    await using at = await commented(platform)
    assert.equal(at.root?.text, 'The post that is commented on')
    assert.deepEqual(
      at.replies.map(({ text, reply_to }) => [text, reply_to]),
      [['The comment, said below it', at.root.id]],
    )
    assert.deepEqual([at.row.status, at.row.warnings], ['published', []])
  })

  for (const fault of ['landed_500', 'landed_cut', 'landed_garbage', 'refuse_500', 'cut_before']) {
    test(`${platform}: after ${fault} on the comment there is one comment, and one post`, async () => {
      await using at = await commented(platform, [fault])
      assert.deepEqual(
        at.replies.map(({ text }) => text),
        ['The comment, said below it'],
      )
      assert.deepEqual([at.row.status, at.row.warnings], ['published', []])
      assert.equal(at.row.platform_post_id, at.root?.id)
    })
  }

  test(`${platform}: a comment that is refused is a warning, and nothing is repeated`, async () => {
    await using at = await commented(platform, ['suspended'])
    assert.deepEqual(at.replies, [])
    assert.equal(at.row.status, 'published')
    assert.equal(at.row.warnings.length, 1)
    assert.equal((await at.postRow(at.id)).status, 'published')
    assert.deepEqual(await at.timeline(at.id), ['published'])
  })
}

test('a comment that is lost for good is a warning too', async () => {
  await using at = await commented('x', Array(5).fill('refuse_500'))
  assert.deepEqual(at.replies, [])
  assert.deepEqual(
    [at.row.status, at.row.warnings],
    ['published', ['comment: Its outcome is not known.']],
  )
})

test('a comment that has to wait is written later, while the post is out', async () => {
  await using at = await commented('x', ['rate_limited'])
  assert.deepEqual(
    at.replies.map(({ text }) => text),
    ['The comment, said below it'],
  )
  assert.deepEqual(await at.timeline(at.id), ['look rate_limited', 'published'])
})

test('an account that is disconnected behind the post leaves a published post with a warning', async () => {
  await using at = await commented('x', ['rate_limited'])
  const id = await at.post(at.workspace, {
    text: 'Another',
    first_comment: 'Too late',
    accounts: [at.row.account_id],
  })
  assert.ok(await at.kill('before', (url, number) => url.endsWith('/2/tweets') && number === 2))
  await at.db.updateTable('accounts').set({ health: 'needs_reconnect' }).execute()
  await at.run()
  const { status, warnings } = await at.delivery(id)
  assert.deepEqual([status, warnings.length], ['published', 1])
})
