/** Where the platform tells by which app a post was made, in a name that only our own posts tell. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

const OURS = 'Doors open at eight tomorrow, see you there with your friends'
/** The platform would take both, and neither is surely another text than the other. */
const THEIRS = 'Doors open at eight'

/** A text that never reached X, while somebody posted about the same by hand. */
async function unheard({ known }: { known: boolean }) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  if (known) {
    await engine.post(workspace, { text: 'The news of yesterday', accounts: [account] })
    await engine.run()
  }
  engine.advance(3_600_000)
  const x = engine.emulator('x')
  const [person] = x.people
  assert.ok(person && x.appear)
  engine.fault('x', 'cut_before')
  const id = await engine.post(workspace, { text: OURS, accounts: [account] })
  for (const work of await engine.claim()) await engine.carry(work)
  engine.advance(1000)
  x.appear({ account: person.id, text: THEIRS, by: 'other_app' })
  return Object.assign(engine, { id, account, own: workspace })
}

test('what another app posted beside a lost call is not ours: ours is sent, and nobody is asked', async () => {
  await using engine = await unheard({ known: true })
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.equal(engine.texts('x').filter((text) => text === OURS).length, 1)
})

test('…while no post of ours tells what our app is called there, it may be: a question', async () => {
  await using engine = await unheard({ known: false })
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).error_code, 'outcome_unknown')
  assert.ok(!engine.texts('x').includes(OURS))
})

test('…nor by one from before the account was connected again, perhaps by another app', async () => {
  await using engine = await unheard({ known: true })
  await engine.db
    .updateTable('accounts')
    .set({ connected_at: new Date(engine.now().getTime() - 60_000) })
    .execute()
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).error_code, 'outcome_unknown')
})

test('…nor where X does not tell apps any more: the look stands without it', async () => {
  await using engine = await unheard({ known: true })
  engine.fault('x', 'no_source', { on: 'read', times: 1000 })
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).error_code, 'outcome_unknown')
})
