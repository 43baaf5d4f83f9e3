/** Two answers in a row were lost, where the platform shows numbers of our files: what a third call takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEngine } from '../engine.ts'

const MINUTE = 60_000

/** A picture on X, of which neither call arrived; before, and perhaps within the next hour, the account posts something else. */
async function lostTwice({ since, hidden = false }: { since: boolean; hidden?: boolean }) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const other = (text: string, minutes: number) =>
    engine.post(workspace, {
      text,
      accounts: [account],
      at: new Date(engine.now().getTime() + minutes * MINUTE),
    })
  await other('The news of yesterday, as it was told then', 0)
  await engine.run()
  engine.advance(60 * MINUTE)
  engine.fault('x', 'cut_before', { on: 'post', times: 2 })
  const began = engine.now().getTime()
  const id = await engine.post(workspace, {
    text: 'Neither of the first two calls arrived',
    accounts: [account],
    pictures: 1,
  })
  if (hidden) {
    const x = engine.emulator('x')
    const [person] = x.people
    assert.ok(person && x.appear)
    x.appear({ account: person.id, text: 'Somebody else is here as well', by: 'other_app' })
    engine.fault('x', 'hidden_read', { times: 1000 })
  }
  if (since) await other('Our oven is warm again since this very morning', 30)
  await engine.run()
  const minutes = Math.floor((engine.now().getTime() - began) / MINUTE)
  return Object.assign(engine, { id, minutes })
}

test('an hour later it is sent a third time, where the list shows what the account posted since', async () => {
  await using engine = await lostTwice({ since: true })
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.equal(engine.texts('x').filter((text) => text.startsWith('Neither')).length, 1)
  assert.ok(engine.minutes >= 60, `${engine.minutes} minutes`)
})

test('…and a person is asked then, where nothing of ours came since', async () => {
  await using engine = await lostTwice({ since: false })
  assert.equal((await engine.delivery(engine.id)).error_code, 'outcome_unknown')
  assert.equal(engine.texts('x').length, 1)
  assert.ok(engine.minutes >= 60, `${engine.minutes} minutes`)
})

test('…also where it is there, and the list leaves it out: that it can be read by its number proves no list', async () => {
  await using engine = await lostTwice({ since: true, hidden: true })
  assert.equal((await engine.delivery(engine.id)).error_code, 'outcome_unknown')
  assert.ok(!engine.texts('x').some((text) => text.startsWith('Neither')))
})
