import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gradeOf } from '../../server/publishing/sights.ts'
import { clip } from '../media-place.ts'
import { mediaFor, openBench, openRun } from '../platform-bench.ts'
import { drive, stepsOf } from '../reference-driver.ts'

/** Whoever asks there is told nothing, or not everything: then a person is asked, and nothing is sent. */
const TELLS_NOT_ALL = new Set(['part', 'no_list'])

/** What every platform promises where a backup was restored, and nothing is known of what prepared a post. */
export function recovering(platform: string) {
  for (const kind of ['text', 'pictures', 'video'] as const) {
    test(`${platform} shows a post with ${kind} that another run of the service sent, or says that it does not know`, async (t) => {
      await using bench = await openBench(platform)
      const { manifest } = bench.connector
      if (kind === 'text' && manifest.media_required) return t.skip('no texts alone there')
      if (kind === 'pictures' && !manifest.media.image) return t.skip('no pictures there')
      if (kind === 'video' && !manifest.media.video) return t.skip('no videos there')
      const text = 'Opening hours change in December'
      const media = kind === 'text' ? [] : kind === 'video' ? [clip()] : mediaFor(bench, 1)
      const content = { text, media }
      const run = await openRun(bench, content, kind === 'pictures' ? 'pictures' : undefined)
      const from = run.tools.now()
      const look = async () => {
        const step = stepsOf(run).find(({ name }) => name === 'post')
        assert.ok(step && step.effect !== 'prepares')
        const by = step.unsaved ?? step
        return { by, ours: by.ours({}), looked: await by.look({}, { from, look: 1 }) }
      }
      const before = await look()
      const since = before.looked.seen.filter(({ at }) => at === null || at >= from.getTime())
      assert.deepEqual(since, [], 'nothing is there')
      assert.ok(before.looked.known === null || before.looked.known.is === 'unknown')
      const { receipt } = await drive(run)
      const { by, ours, looked } = await look()
      const id = receipt.platform_post_id ?? assert.fail('its number is told')
      const shown = looked.seen.find(({ ids }) => ids.includes(id))
      if (!shown) {
        assert.ok(TELLS_NOT_ALL.has(looked.reach), `${looked.reach} would say that it is not there`)
        return
      }
      assert.equal(gradeOf(shown, ours), 'same')
      assert.equal(shown.contradicts, null)
      const found = await by.result({ ids: [id], url: shown.url }, {})
      assert.ok(typeof found === 'object' && found !== null && 'platform_post_id' in found)
      assert.equal(found.platform_post_id, id)
    })
  }
}
