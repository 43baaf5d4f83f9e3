import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, publication } from '../../kit/test/stage.ts'
import { json, publishing, refused } from './testing.ts'

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
    const { known } = await publishing(post, gaveUp).looker('post').look(saved, {
      from: NOW,
      look: 1,
    })
    assert.equal(known?.is === 'dead' && known.code, 'media_rejected')
  })

  test(`a ${kind} that cannot be read is never called absent: its list may show it, and proves nothing else`, async () => {
    const look = { started_at: NOW, look: 1 }
    const empty = json({ data: [], summary: { total_count: 0 } })
    const finder = publishing(post, refused(100, 33), empty).finder('post')
    assert.equal(await finder.find(saved, look), 'unknowable')
    const created_time = NOW.toISOString()
    const attachments = { data: [{ type: 'video_inline', target: { id: '900' } }] }
    const shown = [
      { id: '1055_77', created_time, attachments, post_id: '1055_77', media_id: '900' },
    ]
    const listed = json({ data: shown })
    const found = await publishing(post, refused(100, 33), listed, listed)
      .finder('post')
      .find(saved, look)
    assert.equal(typeof found === 'object' && Object(found.found).platform_post_id, '1055_77')
  })
}
