/** Every platform that lets us: what is out says what somebody wants it to say, whatever happens to the call. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { onEditStage, type Stage } from './edit-stage.ts'

const able = Object.values(manifests).filter(({ editing }) => editing)

/** The name under which each emulator sets faults for the call that changes a post. */
const CALL: Record<string, string> = { youtube: 'update' }
/** What the engine must tell apart: whether the call had its effect, and whether an answer came. */
const LOST = ['landed_cut', 'landed_500', 'landed_garbage', 'cut_before', 'refuse_500', 'page']

for (const { id: platform } of able)
  describe(platform, () => {
    const on = CALL[platform] ?? 'edit'
    let stage: Stage
    const open = async () => (stage ??= await onEditStage(platform))
    after(() => stage?.[Symbol.asyncDispose]())

    test('what is out is changed, once, and its event says so', async () => {
      await open()
      const kept = await stage.out('This one stays')
      const id = await stage.out('This one has a mistaek')
      const asked = await stage.edit(id, { content: 'This one has none' })
      assert.deepEqual(
        [asked.per_account[0]?.edit?.state, asked.content],
        ['pending', 'This one has a mistaek'],
      )
      await stage.runEdits()
      const edit = await stage.edited(id)
      assert.deepEqual(
        [edit?.state, edit?.revision, edit?.out],
        ['edited', 2, { revision: 2, content: 'This one has none', options: {} }],
      )
      assert.equal(await stage.edited(kept), undefined)
      assert.deepEqual(stage.texts(platform), ['This one stays', 'This one has none'])
      const said = stage
        .emulator(platform)
        .posts()
        .map((post) => post.said)
      assert.deepEqual(said, [undefined, ['This one has a mistaek']])
      assert.equal((await stage.events('delivery.edited')).length, 1)
    })

    for (const fault of LOST)
      test(`an answer that is lost (${fault}) ends with the new text, and with one event`, async () => {
        await open()
        const id = await stage.out(`Lost by ${fault}`)
        const before = (await stage.events('delivery.edited')).length
        stage.fault(platform, fault, { on, times: 1 })
        await stage.edit(id, { content: `Found after ${fault}` })
        await stage.runEdits()
        assert.equal(stage.emulator(platform).faults.waiting().length, 0, 'the fault was played')
        assert.equal((await stage.edited(id))?.state, 'edited')
        assert.ok(stage.texts(platform).includes(`Found after ${fault}`))
        assert.ok(!stage.texts(platform).includes(`Lost by ${fault}`))
        assert.equal((await stage.events('delivery.edited')).length, before + 1)
      })

    for (const when of ['before', 'after'] as const)
      test(`a process that dies ${when} the call is followed by another`, async () => {
        await open()
        const id = await stage.out(`Killed ${when}`)
        await stage.edit(id, { content: `Alive after being killed ${when}` })
        assert.equal(await stage.killEdit(when, (_, method) => method !== 'GET'), true)
        await stage.runEdits()
        assert.equal((await stage.edited(id))?.state, 'edited')
        assert.ok(stage.texts(platform).includes(`Alive after being killed ${when}`))
      })

    test('a page of something in front of it changes nothing, and is no answer', async () => {
      await open()
      const id = await stage.out('Behind a page')
      stage.fault(platform, 'page', { on: '*', times: 100 })
      await stage.edit(id, { content: 'In front of it' })
      for (const work of await stage.claimEdits()) await stage.carryEdit(work)
      assert.equal((await stage.edited(id))?.state, 'pending')
      stage.emulator(platform).faults.clear()
      await stage.runEdits()
      assert.equal((await stage.edited(id))?.state, 'edited')
    })

    test('a refusal behind a lost answer leaves open what the lost call did', async () => {
      await open()
      const id = await stage.out('Changed, perhaps')
      const { platform_post_id } = await stage.delivery(id)
      stage.fault(platform, 'landed_cut', { on, times: 1 })
      await stage.edit(id, { content: 'It was' })
      for (const work of await stage.claimEdits()) await stage.carryEdit(work)
      assert.equal((await stage.edited(id))?.state, 'pending')
      stage.emulator(platform).take_down?.(platform_post_id ?? '')
      await stage.runEdits()
      const edit = await stage.edited(id)
      assert.equal(edit?.state, 'failed')
      assert.match(edit?.message ?? '', /may have been changed all the same/)
    })

    test('what its author took down there is not changed, and that is told', async () => {
      await open()
      const before = (await stage.events('delivery.edit_failed')).length
      const id = await stage.out('Gone by hand')
      const { platform_post_id } = await stage.delivery(id)
      stage.emulator(platform).take_down?.(platform_post_id ?? '')
      await stage.edit(id, { content: 'Too late' })
      await stage.runEdits()
      const edit = await stage.edited(id)
      assert.equal(edit?.state, 'failed')
      assert.equal(edit?.out.revision, 1)
      assert.ok(edit?.message)
      assert.equal((await stage.events('delivery.edit_failed')).length, before + 1)
    })
  })
