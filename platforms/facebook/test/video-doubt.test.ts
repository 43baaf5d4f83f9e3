import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, publication } from '../../kit/test/stage.ts'
import { json, refused, publishing } from './testing.ts'

const saved = { upload_0: { video_id: '900', session_id: '5' } }
const gaveUp = json({ status: { video_status: 'error' } })

for (const kind of ['post', 'reel', 'story']) {
  const post = publication({ media: [file('video/mp4', 10)], options: { kind } })

  test(`a look that is refused after a ${kind} was finished is a doubt, whatever the refusal`, async () => {
    for (const no of [refused(4), refused(100, 33), refused(190, 463), refused(0, 1404078)]) {
      const { step } = publishing(post, json({ success: true }), no)
      assert.equal((await failureOf(step('post').run(saved))).kind, 'unknown')
    }
  })

  test(`a ${kind} that Facebook gave up is rejected, and is surely not there`, async () => {
    const { step } = publishing(post, json({ success: true }), gaveUp)
    const failure = await failureOf(step('post').run(saved))
    assert.deepEqual([failure.kind, failure.code], ['rejected', 'media_rejected'])
    const look = { started_at: NOW, look: 1 }
    assert.equal(await publishing(post, gaveUp).finder('post').find(saved, look), 'absent')
  })
}
