import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, publication, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, opened, URI } from './testing.ts'

const channel = (longUploadsStatus: string) => ({
  json: { items: [{ status: { longUploadsStatus } }] },
})

function opening(duration: number, ...replies: object[]) {
  const at = stage(manifest, ...replies)
  const media = [{ ...file('video/mp4'), duration }]
  const [access] = publish(publication({ media }), account, at.tools)
  return { ...at, run: async () => access?.run({}) }
}

test('a long video asks first whether the channel may have it', async () => {
  for (const status of ['eligible', 'disallowed']) {
    const failure = await failureOf(opening(901, channel(status)).run())
    assert.equal(told(failure), 'rejected video_duration')
    assert.match(failure.message, /at most 900 s .*; the video has 901 s\./)
  }
  for (const status of ['allowed', 'longUploadsUnspecified', 'something new']) {
    const at = opening(901, channel(status), opened)
    assert.deepEqual(await at.run(), { uri: URI })
    assert.equal(at.asked[0]?.url.search, '?part=status&mine=true')
  }
  assert.deepEqual(await opening(901, { json: {} }, opened).run(), { uri: URI })
})

test('a short one does not', async () => {
  assert.deepEqual(await opening(900, opened).run(), { uri: URI })
})
