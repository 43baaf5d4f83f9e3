/** Every platform that lets us: a post is taken down, whatever happens to the call. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { onStage, type Stage } from './removal-stage.ts'

const able = Object.values(manifests).filter(({ removal }) => removal.by === 'api')

/** What the engine must tell apart: whether the call had its effect, and whether an answer came. */
const LOST = ['landed_cut', 'landed_500', 'landed_garbage', 'cut_before', 'refuse_500', 'page']

for (const { id: platform } of able)
  describe(platform, () => {
    let stage: Stage
    const open = async () => (stage ??= await onStage(platform))
    after(() => stage?.[Symbol.asyncDispose]())

    test('what is out is taken down, once, and its event says so', async () => {
      await open()
      const kept = await stage.out('This one stays')
      const id = await stage.out('This one goes')
      const asked = await stage.unpublish(id)
      assert.equal(asked.per_account[0]?.removal?.state, 'pending')
      await stage.runRemovals()
      assert.deepEqual(
        [(await stage.removal(id))?.state, await stage.removal(kept)],
        ['removed', undefined],
      )
      assert.deepEqual(stage.texts(platform), ['This one stays'])
      const gone = stage.emulator(platform).gone?.() ?? []
      assert.deepEqual(
        gone.map((post) => [post.text, post.gone?.mark?.split('/')[2]]),
        [['This one goes', 'removals']],
      )
      const told = await stage.events('delivery.removed')
      assert.equal(told.length, 1)
      await stage.unpublish(id)
      await stage.runRemovals()
      assert.equal((await stage.removal(id))?.state, 'removed')
      assert.equal((await stage.events('delivery.removed')).length, 1)
    })

    for (const fault of LOST)
      test(`a call whose answer is lost (${fault}) is made again`, async () => {
        await open()
        const id = await stage.out(`Lost by ${fault}`)
        stage.fault(platform, fault, { on: 'delete', times: 1 })
        await stage.unpublish(id)
        await stage.runRemovals()
        assert.equal(stage.emulator(platform).faults.waiting().length, 0, 'the fault was played')
        assert.equal((await stage.removal(id))?.state, 'removed')
        assert.ok(!stage.texts(platform).includes(`Lost by ${fault}`))
      })

    for (const when of ['before', 'after'] as const)
      test(`a process that dies ${when} the call is followed by another`, async () => {
        await open()
        const id = await stage.out(`Killed ${when}`)
        await stage.unpublish(id)
        assert.equal(await stage.killRemoval(when, () => true), true)
        await stage.runRemovals()
        assert.equal((await stage.removal(id))?.state, 'removed')
        assert.ok(!stage.texts(platform).includes(`Killed ${when}`))
      })

    test('what its author took down there is found gone', async () => {
      await open()
      const id = await stage.out('Gone by hand')
      const { platform_post_id } = await stage.delivery(id)
      const emulator = stage.emulator(platform)
      assert.ok(emulator.take_down && platform_post_id)
      emulator.take_down(platform_post_id)
      await stage.unpublish(id)
      await stage.runRemovals()
      assert.equal((await stage.removal(id))?.state, 'removed')
    })

    test('one whose number is told late is not gone', async () => {
      await open()
      const id = await stage.out('New, and listed')
      stage.fault(platform, 'cut_before', { on: 'delete' })
      stage.fault(platform, 'late_id')
      await stage.unpublish(id)
      await stage.runRemovals()
      stage.emulator(platform).faults.clear()
      assert.equal((await stage.removal(id))?.state, 'removed')
      assert.ok(!stage.texts(platform).includes('New, and listed'))
    })

    test('a call that never arrived is made again, whatever a look says of it', async () => {
      await open()
      const id = await stage.out('Denied, and there')
      stage.fault(platform, 'cut_before', { on: 'delete', times: 1 })
      stage.fault(platform, 'reads_lie', { times: 1 })
      await stage.unpublish(id)
      await stage.runRemovals()
      stage.emulator(platform).faults.clear()
      assert.equal((await stage.removal(id))?.state, 'removed')
      assert.ok(!stage.texts(platform).includes('Denied, and there'))
    })

    test('a page of something in front of it never says that it is gone', async () => {
      await open()
      const id = await stage.out('Behind a page')
      stage.fault(platform, 'page', { on: '*', times: 100 })
      await stage.unpublish(id)
      for (const work of await stage.claimRemovals()) await stage.carryRemoval(work)
      assert.equal((await stage.removal(id))?.state, 'pending')
      assert.ok(stage.texts(platform).includes('Behind a page'))
      stage.emulator(platform).faults.clear()
      await stage.runRemovals()
      assert.equal((await stage.removal(id))?.state, 'removed')
    })
  })

test('one that was to find out whether a silent platform is back, and asked nothing, lets the next one ask', async () => {
  await using at = await onStage('x')
  const id = await at.out('There for a day')
  const other = await at.post(at.workspace_id, { text: 'Waits', accounts: [at.account_id] })
  await at.unpublish(id)
  const until = new Date(at.now().getTime() - 1)
  const silent = { platform: 'x', sandbox: true, opened: 1, until, accounts: [], pages: false }
  await at.db.insertInto('circuits').values(silent).execute()
  const [probe] = await at.claimRemovals()
  assert.ok(probe)
  assert.deepEqual(await at.claim(), [])
  // It stops before its first call.
  at.deps.stopping = () => true
  await at.carryRemoval(probe)
  at.deps.stopping = () => false
  assert.equal((await at.db.selectFrom('circuits').selectAll().execute()).length, 1)
  const [next] = await at.claim()
  assert.equal(next?.post_id, other)
})
