/** Where a post goes by a name, or by default: what is looked for is looked for there, whatever has changed since. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccounts } from '#store/accounts.ts'
import { changeSettings } from '#store/tokens.ts'
import { attachVideo } from '../removals/removal-stage.ts'
import { openRestorable } from './restored.ts'

type Stage = Awaited<ReturnType<typeof openRestorable>>

/** Somebody with more boards than one page shows; answers the account. */
const SHELVES = 2

async function pinned(at: Stage, platform_options: object = {}) {
  const account = await at.connect(at.workspace, 'pinterest', SHELVES)
  const id = await at.write({ accounts: [account], pictures: 1 })
  await tell(at, id, platform_options)
  return { account, id }
}

async function tell({ db }: Stage, id: number, platform_options: object) {
  const said = { platform_options: JSON.stringify(platform_options) }
  await db.updateTable('posts').set(said).where('id', '=', id).execute()
}

/** As somebody reads the choices who has sorted the boards. */
async function turnBoards(at: Stage, account: number) {
  const scope = { db: at.db, workspace_id: at.workspace }
  const [found] = await findAccounts(scope, [account])
  const boards = found?.settings['boards']
  assert.ok(Array.isArray(boards))
  await changeSettings(scope, account, { boards: boards.toReversed() })
}

for (const [what, options] of [
  ['by its name', { board: 'shelf 260' }],
  ['by its number', { board_id: '549755885176000259' }],
  ['by nobody', {}],
] as const)
  test(`pinterest: a pin whose board was named ${what} is found after a restore`, async () => {
    await using at = await openRestorable('pinterest')
    const taken = at.now()
    const { id, account } = await pinned(at, { pinterest: options })
    await at.run()
    const { platform_post_id } = await at.delivery(id)
    await at.restore(taken)
    await turnBoards(at, account)
    assert.equal(await at.seek(), 1)
    await at.run()
    const delivery = await at.delivery(id)
    assert.equal(at.texts('pinterest').length, 1, 'nothing was sent again')
    assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', platform_post_id])
  })

test('pinterest: after a lost answer the pin is found where it went, though another board is the first by now', async () => {
  await using at = await openRestorable('pinterest')
  const { id, account } = await pinned(at)
  at.fault('pinterest', 'landed_cut', { on: 'post' })
  for (const work of await at.claim()) await at.carry(work)
  assert.equal((await at.delivery(id)).status, 'publishing')
  await turnBoards(at, account)
  await at.run()
  assert.equal(at.texts('pinterest').length, 1, 'nothing was sent again')
  assert.equal((await at.delivery(id)).status, 'published')
})

for (const lost of [false, true])
  test(`youtube: a video that was found after a restore is put into the playlist that was named, once${lost ? ', also where the answer is lost' : ''}`, async () => {
    await using at = await openRestorable('youtube')
    const taken = at.now()
    const id = await at.write()
    await attachVideo(at, at.workspace, id)
    const [person] = at.emulator('youtube').people
    await tell(at, id, { youtube: { playlist: person?.name } })
    const inserted: string[] = []
    at.wire.around = async (call, url, method) => {
      const adds = method === 'POST' && url.includes('/playlistItems')
      if (adds) inserted.push(url)
      // The former run died before it.
      if (adds && inserted.length === 1)
        return new Response('{"error":{"code":503}}', { status: 503 })
      return call()
    }
    for (const work of await at.claim()) await at.carry(work)
    assert.equal(at.emulator('youtube').posts().length, 1)
    await at.restore(taken)
    await at.seek()
    if (lost) at.fault('youtube', 'landed_cut', { on: 'playlist' })
    await at.run()
    const delivery = await at.delivery(id)
    assert.deepEqual([delivery.status, delivery.warnings], ['published', []])
    assert.equal(at.emulator('youtube').posts().length, 1, 'nothing was sent again')
    assert.equal(inserted.length, 2, 'in the playlist once')
  })
