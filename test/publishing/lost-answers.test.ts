import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEngine } from '../engine.ts'

/** What the timeline says, by platform: X has to look, Bluesky says the same again under the same key. */
const cases: Record<string, { x: string[]; bluesky: string[] }> = {
  landed_500: {
    x: ['look server_error', 'published'],
    bluesky: ['look server_error', 'published'],
  },
  landed_cut: { x: ['look no_answer', 'published'], bluesky: ['look no_answer', 'published'] },
  landed_garbage: {
    x: ['look unreadable_answer', 'published'],
    bluesky: ['look unreadable_answer', 'published'],
  },
  landed_silence: { x: ['look no_answer', 'published'], bluesky: ['look no_answer', 'published'] },
  refuse_500: {
    x: ['look server_error', 'look', 'look', 'look', 'published'],
    bluesky: ['look server_error', 'published'],
  },
  cut_before: {
    x: ['look no_answer', 'look', 'look', 'look', 'published'],
    bluesky: ['look no_answer', 'published'],
  },
  slow: { x: ['published'], bluesky: ['published'] },
}

for (const [fault, timelines] of Object.entries(cases)) {
  for (const [platform, timeline] of Object.entries(timelines)) {
    test(`${platform}: after ${fault} there is one post, and the delivery says where`, async () => {
      await using engine = await openEngine()
      const workspace = await engine.workspace()
      const account = await engine.connect(workspace, platform)
      engine.fault(platform, fault, { ms: 20 })
      const count = () => engine.emulator(platform).posts().length
      // Whoever is not answered although it landed gives up then, and nobody else does.
      if (fault === 'landed_silence')
        engine.wire.around = async (send) => {
          const before = count()
          const answer = send()
          let settled = false
          const settles = () => (settled = true)
          void answer.then(settles, settles)
          while (!settled && count() === before) await sleep(5)
          if (settled) return answer
          throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
        }

      const id = await engine.post(workspace, {
        text: 'Said once, and heard by everybody',
        accounts: [account],
      })
      await engine.run()

      const [post, ...others] = engine.emulator(platform).posts()
      assert.ok(post && others.length === 0, 'exactly one post')
      const delivery = await engine.delivery(id)
      assert.equal(delivery.status, 'published')
      assert.equal(delivery.platform_post_id, post.id)
      assert.ok(delivery.platform_url?.startsWith(engine.sandbox.url))
      assert.deepEqual([delivery.error_code, delivery.error_message], [null, null])
      assert.equal((await engine.postRow(id)).status, 'published')
      assert.deepEqual(await engine.timeline(id), timeline)
    })
  }
}
