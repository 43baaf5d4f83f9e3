/** What comes first, what gives way, and what is left as it was. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { onEditStage } from './edit-stage.ts'

const stages = new AsyncDisposableStack()
after(() => stages.disposeAsync())
const open = async (platform: string) => stages.use(await onEditStage(platform))

test('two changes come out in the order in which they were asked for, also when the first has to wait', async () => {
  const stage = await open('linkedin')
  const id = await stage.out('As published')
  stage.fault('linkedin', 'refuse_500', { on: 'edit', times: 2 })
  await stage.edit(id, { content: 'First change' })
  for (const work of await stage.claimEdits()) await stage.carryEdit(work)
  assert.equal((await stage.edited(id))?.state, 'pending')
  await stage.edit(id, { content: 'Second change' })
  assert.deepEqual(await stage.claimEdits(), [], 'the second does not overtake the first')
  await stage.runEdits()
  assert.deepEqual(stage.texts('linkedin'), ['Second change'])
  const edit = await stage.edited(id)
  assert.deepEqual([edit?.revision, edit?.state, edit?.out.revision], [3, 'edited', 3])
})

test('the same wish while it waits is the same edit', async () => {
  const stage = await open('linkedin')
  const id = await stage.out('Once')
  const first = await stage.edit(id, { content: 'Twice' })
  const again = await stage.edit(id, { content: 'Twice' })
  assert.deepEqual(again.per_account, first.per_account)
  assert.equal(again.updated_at, first.updated_at)
})

test('a lost answer is looked at before the call is made again, where the platform shows posts', async () => {
  const stage = await open('facebook')
  const id = await stage.out('Looked at')
  stage.fault('facebook', 'landed_cut', { on: 'edit' })
  await stage.edit(id, { content: 'Looked at, changed' })
  const calls: string[] = []
  stage.wire.around = async (call, _, method) => {
    calls.push(method)
    return call()
  }
  await stage.runEdits()
  assert.deepEqual(calls, ['POST', 'GET'], 'it is there, so nothing is sent again')
  assert.equal((await stage.edited(id))?.state, 'edited')
})

test('whoever wants it down wins: nothing is changed any more', async () => {
  const stage = await open('facebook')
  const id = await stage.out('Shall go')
  await stage.edit(id, { content: 'Shall not be seen' })
  await stage.unpublish(id)
  await stage.runEdits()
  const edit = await stage.edited(id)
  assert.deepEqual([edit?.state, edit?.error_code], ['failed', 'given_up'])
  assert.deepEqual(stage.texts('facebook'), ['Shall go'])
  await assert.rejects(stage.edit(id, { content: 'Once more' }), /taken down/)
  await stage.runRemovals()
  assert.deepEqual(stage.texts('facebook'), [])
})

test('an account that must be connected again holds it up, and it goes on then', async () => {
  const stage = await open('facebook')
  const id = await stage.out('Held up')
  stage.fault('facebook', 'token_revoked', { on: 'edit' })
  await stage.edit(id, { content: 'Let go' })
  await stage.runEdits()
  const held = await stage.edited(id)
  assert.deepEqual([held?.state, held?.error_code], ['pending', 'account_disconnected'])
  stage.advance(48 * 3600_000)
  assert.deepEqual(await stage.claimEdits(), [])
  await stage.connect(stage.workspace_id, 'facebook')
  await stage.runEdits()
  assert.equal((await stage.edited(id))?.state, 'edited')
  assert.deepEqual(stage.texts('facebook'), ['Let go'])
})

test('a refusal leaves what is out as it was, and says where a person can change it', async () => {
  const stage = await open('google_business')
  const id = await stage.out('Come in')
  await stage.edit(id, { content: 'Call +49 30 1234567 now' })
  await stage.runEdits()
  const edit = await stage.edited(id)
  assert.deepEqual([edit?.state, edit?.error_code], ['failed', 'against_policy'])
  assert.ok(URL.canParse(edit?.act_url ?? ''))
  assert.deepEqual(edit?.out, { revision: 1, content: null, options: {} })
})

test('two workers at once change it once, and one whose lease ran out writes nothing', async () => {
  const stage = await open('linkedin')
  const id = await stage.out('Two workers')
  await stage.edit(id, { content: 'One change' })
  const claims = await Promise.all(Array.from({ length: 6 }, () => stage.claimEdits()))
  const [work, ...others] = claims.flat()
  assert.ok(work)
  assert.deepEqual(others, [])
  stage.advance(31_000)
  const [again] = await stage.claimEdits()
  assert.ok(again)
  await stage.carryEdit(work)
  assert.equal((await stage.edited(id))?.state, 'editing', 'it is no longer theirs')
  await stage.carryEdit(again)
  assert.equal((await stage.edited(id))?.state, 'edited')
})

test('on YouTube title and privacy change by themselves, and everything else stays', async () => {
  const stage = await open('youtube')
  const id = await stage.out('A film\nWith a description')
  const before = shown()
  await stage.edit(id, { platform_options: { youtube: { title: 'A better title' } } })
  await stage.runEdits()
  assert.deepEqual(shown(), { ...before, title: 'A better title' })
  await stage.edit(id, {
    content: 'Another description',
    platform_options: { youtube: { privacy: 'unlisted' } },
  })
  await stage.runEdits()
  assert.deepEqual(shown(), {
    ...before,
    text: 'Another description',
    title: 'A better title',
    privacyStatus: 'unlisted',
  })
  assert.deepEqual((await stage.edited(id))?.out, {
    revision: 3,
    content: 'Another description',
    options: { title: 'A better title', privacy: 'unlisted' },
  })

  function shown() {
    const [video] = stage.emulator('youtube').posts()
    return { ...video?.extra, text: video?.text }
  }
})
