/** What is out mentions whom it mentioned, whatever else of its text is changed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEditStage } from './edit-stage.ts'

/** A mention as an option has it, and as each emulator keeps it. */
const ENGINES: Record<string, { mention: string; kept: string }> = {
  linkedin: {
    mention: 'Analytical Engines (urn:li:organization:2414183)',
    kept: 'Analytical Engines',
  },
  facebook: { mention: 'Analytical Engines (105000000000003)', kept: '@[105000000000003]' },
}

for (const [platform, { mention, kept }] of Object.entries(ENGINES))
  for (const how of ['platform_options', 'platform_content'] as const)
    test(`${platform}: a changed text mentions whom the post mentions, as its ${how} says`, async () => {
      await using stage = await onEditStage(platform)
      const { account_id } = stage
      const options = { mentions: [mention] }
      const said =
        how === 'platform_options'
          ? { platform_options: JSON.stringify({ [platform]: options }) }
          : { platform_content: JSON.stringify([{ account_id, options }]) }
      const id = await stage.post(stage.workspace_id, {
        text: 'Thanks @Analytical Engines, and see yuo',
        accounts: [account_id],
      })
      await stage.db.updateTable('posts').set(said).where('id', '=', id).execute()
      await stage.run()
      assert.deepEqual(stage.texts(platform), [`Thanks ${kept}, and see yuo`])
      stage.fault(platform, 'landed_cut', { on: 'edit' })
      const calls: string[] = []
      stage.wire.around = async (call, url, method) => {
        if (method === 'POST') calls.push(url)
        return call()
      }
      await stage.edit(id, { content: 'Thanks @Analytical Engines, and see you' })
      await stage.runEdits()
      assert.equal((await stage.edited(id))?.state, 'edited')
      assert.deepEqual(stage.texts(platform), [`Thanks ${kept}, and see you`])
      // Where it may be read, what stands there already is not sent again.
      assert.equal(calls.length, platform === 'facebook' ? 1 : 2)
    })
