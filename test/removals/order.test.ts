/** What goes first, what is waited for, and what is left to a person. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { publishNow } from '#operations/posts/publish-now.ts'
import { deletePost } from '#operations/posts/delete-post.ts'
import { restorePost } from '#operations/posts/restore-post.ts'
import { Post } from '#rules/post.ts'
import { onStage } from './removal-stage.ts'

const stages = new AsyncDisposableStack()
after(() => stages.disposeAsync())
const open = async (platform: string) => stages.use(await onStage(platform))

for (const platform of ['x', 'bluesky', 'threads'])
  test(`on ${platform} a thread goes from behind, its first comment before its parts`, async () => {
    const stage = await open(platform)
    const id = await stage.out('First of three', {
      thread: ['Second of three', 'Third of three'],
      first_comment: 'A comment on it',
    })
    assert.equal(stage.texts(platform).length, 4)
    await stage.unpublish(id)
    const whole = stage.texts(platform)
    const seen = new Set<string>()
    stage.wire.around = async (call) => {
      for (const text of whole)
        if (!stage.texts(platform).includes(text) && !seen.has(text)) seen.add(text)
      return call()
    }
    await stage.runRemovals()
    stage.wire.around = undefined
    const order = [...seen, ...whole.filter((text) => !seen.has(text))]
    assert.deepEqual(order, [
      'A comment on it',
      'Third of three',
      'Second of three',
      'First of three',
    ])
    assert.deepEqual(stage.texts(platform), [])
    assert.equal((await stage.removal(id))?.state, 'removed')
    assert.equal((await stage.events('delivery.removed')).length, 1)
  })

test('killed between two parts it makes that call again, and goes on with the next', async () => {
  const stage = await open('x')
  const id = await stage.out('One of two', { thread: ['Two of two'] })
  await stage.unpublish(id)
  const [part] = stage.emulator('x').posts().toReversed()
  assert.ok(part)
  assert.equal(await stage.killRemoval('after', (url) => url.endsWith(part.id)), true)
  assert.deepEqual(stage.texts('x'), ['One of two'])
  const called = stage.counting((url) => url.endsWith(`/2/tweets/${part.id}`))
  await stage.runRemovals()
  assert.ok(called.length > 0, 'a look alone may be wrong')
  assert.deepEqual(stage.texts('x'), [])
  assert.equal((await stage.removal(id))?.state, 'removed')
})

test('a comment goes with its post where the platform takes it along', async () => {
  const stage = await open('facebook')
  const id = await stage.out('With a comment', { first_comment: 'The comment' })
  await stage.unpublish(id)
  const calls = stage.counting(() => true)
  await stage.runRemovals()
  assert.equal(calls.length, 1)
  assert.equal((await stage.removal(id))?.state, 'removed')
})

test('what is on its way is waited for, and then taken down', async () => {
  const stage = await open('x')
  const id = await stage.post(stage.workspace_id, { text: 'Going', accounts: [stage.account_id] })
  const [work] = await stage.claim()
  assert.ok(work)
  assert.equal((await stage.unpublish(id)).per_account[0]?.removal?.state, 'pending')
  assert.deepEqual(await stage.claimRemovals(), [])
  await stage.carry(work)
  assert.deepEqual(stage.texts('x'), ['Going'])
  await stage.runRemovals()
  assert.deepEqual(stage.texts('x'), [])
  assert.equal((await stage.removal(id))?.state, 'removed')
})

test('what went back to waiting is not sent any more', async () => {
  const stage = await open('x')
  const id = await stage.post(stage.workspace_id, { text: 'Later', accounts: [stage.account_id] })
  stage.fault('x', 'rate_limited', { on: 'post', ms: 60_000 })
  const [work] = await stage.claim()
  assert.ok(work)
  await stage.unpublish(id)
  await stage.carry(work)
  assert.equal((await stage.delivery(id)).status, 'pending')
  await stage.runRemovals()
  await stage.run()
  assert.deepEqual(stage.texts('x'), [])
  const { status, error_code } = await stage.delivery(id)
  assert.deepEqual([status, error_code], ['failed', 'given_up'])
  assert.equal((await stage.removal(id))?.error_code, 'nothing_out')
  assert.equal((await stage.postRow(id)).status, 'failed')
})

test('one in doubt is looked for before it is taken down', async () => {
  const stage = await open('x')
  const id = await stage.post(stage.workspace_id, {
    text: 'Lost, and found later',
    accounts: [stage.account_id],
  })
  stage.fault('x', 'landed_cut', { on: 'post' })
  for (const work of await stage.claim()) await stage.carry(work)
  assert.equal((await stage.delivery(id)).status, 'publishing')
  await stage.unpublish(id)
  assert.deepEqual(await stage.claimRemovals(), [])
  await stage.run()
  assert.equal((await stage.delivery(id)).status, 'published')
  await stage.runRemovals()
  assert.deepEqual(stage.texts('x'), [])
})

test('an account that must be connected again holds it up, and it goes on then', async () => {
  const stage = await open('x')
  const id = await stage.out('Held up')
  stage.fault('x', 'token_revoked', { on: 'delete' })
  await stage.unpublish(id)
  await stage.runRemovals()
  const held = await stage.removal(id)
  assert.deepEqual([held?.state, held?.error_code], ['pending', 'account_disconnected'])
  assert.equal((await stage.account(stage.account_id)).health, 'needs_reconnect')
  stage.advance(48 * 3600_000)
  assert.deepEqual(await stage.claimRemovals(), [])
  await stage.connect(stage.workspace_id, 'x')
  await stage.runRemovals()
  assert.equal((await stage.removal(id))?.state, 'removed')
})

test('a permission that only taking down needs leaves publishing alone', async () => {
  const stage = await open('threads')
  const id = await stage.out('No permission')
  stage.fault('threads', 'scope_missing', { on: 'delete' })
  await stage.unpublish(id)
  await stage.runRemovals()
  const failed = await stage.removal(id)
  assert.deepEqual([failed?.state, failed?.error_code], ['failed', 'missing_scope'])
  assert.ok(failed?.act_url)
  assert.equal((await stage.account(stage.account_id)).health, 'healthy')
  await stage.unpublish(id)
  await stage.runRemovals()
  assert.equal((await stage.removal(id))?.state, 'removed', 'asked again it is tried again')
})

test('too many deletions hold up deletions of that account, and no post', async () => {
  const stage = await open('x')
  const [one, other] = [await stage.out('Too many, one'), await stage.out('Too many, two')]
  stage.fault('x', 'rate_limited', { on: 'delete', ms: 600_000 })
  const began = stage.now().getTime()
  await stage.unpublish(one)
  await stage.unpublish(other)
  for (const work of await stage.claimRemovals()) await stage.carryRemoval(work)
  assert.deepEqual(await stage.claimRemovals(), [], 'the other one waits as well')
  await stage.out('Goes out meanwhile')
  assert.ok(stage.now().getTime() - began < 600_000)
  await stage.runRemovals()
  assert.ok(stage.now().getTime() - began >= 600_000)
  assert.deepEqual(stage.texts('x'), ['Goes out meanwhile'])
})

test('deleting and restoring here stop nothing, and what is down is not live', async () => {
  const stage = await open('bluesky')
  const id = await stage.out('Deleted here')
  await stage.unpublish(id)
  const deleted = await stage.ask(stage.workspace_id, deletePost, { id })
  assert.ok(JSON.stringify(deleted).includes('still_live'))
  const restored = Post.parse(await stage.ask(stage.workspace_id, restorePost, { id }))
  assert.equal(restored.per_account[0]?.removal?.state, 'pending')
  await stage.ask(stage.workspace_id, deletePost, { id })
  await stage.runRemovals()
  assert.deepEqual(stage.texts('bluesky'), [])
  const again = await stage.ask(stage.workspace_id, deletePost, { id })
  assert.ok(!JSON.stringify(again).includes('still_live'))
})

test('a thread that broke off is taken down, and sent anew from its beginning', async () => {
  const stage = await open('x')
  const id = await stage.post(stage.workspace_id, {
    text: 'Breaks, one',
    thread: ['Breaks, two'],
    accounts: [stage.account_id],
  })
  let posted = 0
  stage.wire.around = async (call, url) => {
    if (url.endsWith('/2/tweets') && ++posted === 2) stage.emulator('x').take_down?.(newest())
    return call()
  }
  const newest = () => stage.emulator('x').posts().at(-1)?.id ?? ''
  await stage.run()
  stage.wire.around = undefined
  assert.equal((await stage.delivery(id)).status, 'failed')
  await stage.unpublish(id)
  await assert.rejects(
    stage.ask(stage.workspace_id, retryPost, { id }),
    /being taken down/,
    'nothing is sent that somebody wants down',
  )
  await assert.rejects(stage.ask(stage.workspace_id, publishNow, { id }))
  await stage.runRemovals()
  assert.equal((await stage.removal(id))?.state, 'removed')
  await stage.ask(stage.workspace_id, retryPost, { id })
  await stage.run()
  assert.deepEqual(stage.texts('x'), ['Breaks, one', 'Breaks, two'])
  assert.equal(await stage.removal(id), undefined, 'it is another publishing')
  await stage.unpublish(id)
  await stage.runRemovals()
  assert.deepEqual(stage.texts('x'), [])
})

test('what was taken down is published once more from its beginning, once and when asked', async () => {
  const stage = await open('x')
  const ask = async (id: number, more: object = { republish: true }) =>
    Post.parse(await stage.ask(stage.workspace_id, publishNow, { id, ...more }))
  const id = await stage.out('Again, one', { thread: ['Again, two'] })
  const first = await stage.delivery(id)
  await assert.rejects(ask(id), /nothing of it was taken down/)
  await stage.unpublish(id)
  await assert.rejects(ask(id), /being taken down/, 'not while a removal is open')
  await stage.runRemovals()
  await assert.rejects(ask(id, {}), /send republish/)
  const asked = await ask(id)
  assert.deepEqual([asked.status, asked.per_account[0]?.status], ['scheduled', 'pending'])
  assert.equal(asked.per_account[0]?.platform_url, null)
  await assert.rejects(ask(id), /nothing of it was taken down/)
  await stage.run()
  assert.deepEqual(stage.texts('x'), ['Again, one', 'Again, two'])
  const second = await stage.delivery(id)
  assert.equal(second.status, 'published')
  assert.notEqual(second.platform_post_id, first.platform_post_id)
  assert.equal((await stage.postRow(id)).status, 'published')
  assert.equal(await stage.removal(id), undefined, 'it is another publishing')
  await stage.unpublish(id)
  await stage.runRemovals()
  assert.deepEqual(stage.texts('x'), [])
})

test('an answer lost while it is published once more is looked for among the new ones', async () => {
  const stage = await open('bluesky')
  const id = await stage.out('Lost the second time')
  await stage.unpublish(id)
  await stage.runRemovals()
  await stage.ask(stage.workspace_id, publishNow, { id, republish: true })
  stage.fault('bluesky', 'landed_cut', { on: 'post' })
  await stage.run()
  assert.deepEqual(stage.texts('bluesky'), ['Lost the second time'])
  assert.equal((await stage.delivery(id)).status, 'published')
})

test('two workers at once take it down once', async () => {
  const stage = await open('x')
  const ids = [await stage.out('Two workers, one'), await stage.out('Two workers, two')]
  for (const id of ids) await stage.unpublish(id)
  const claims = await Promise.all(Array.from({ length: 6 }, () => stage.claimRemovals()))
  assert.equal(claims.flat().length, 1, 'one of an account at a time')
  const [work] = claims.flat()
  assert.ok(work)
  // A lease that ran out: whoever comes later has it, and the first one writes nothing.
  stage.advance(31_000)
  const [again] = await stage.claimRemovals()
  assert.equal(again?.id, work.id)
  await stage.carryRemoval(work)
  const row = await stage.db
    .selectFrom('removals')
    .select('state')
    .where('id', '=', work.id)
    .executeTakeFirstOrThrow()
  assert.equal(row.state, 'removing')
  assert.ok(again)
  await stage.carryRemoval(again)
  await stage.runRemovals()
  assert.deepEqual(stage.texts('x'), [])
})

for (const platform of ['instagram', 'tiktok'])
  test(`on ${platform} only a person can, and is told where`, async () => {
    const stage = await open('x')
    const elsewhere = await stage.connect(stage.workspace_id, platform)
    const id = await stage.out('By hand')
    const { id: delivery } = await stage.delivery(id)
    await stage.db
      .updateTable('deliveries')
      .set({ platform, account_id: elsewhere, platform_url: null })
      .where('id', '=', delivery)
      .execute()
    const { per_account } = await stage.unpublish(id)
    const { state, act_url } = per_account[0]?.removal ?? {}
    assert.equal(state, 'unsupported')
    assert.match(act_url ?? '', new RegExp(`^https://www\\.${platform}\\.com/`))
    await stage.runRemovals()
    assert.equal((await stage.removal(id))?.state, 'unsupported')
  })
