import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asFinding } from '../../../test/finding.ts'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, publication, type Reply } from '../../kit/test/stage.ts'
import { account, refused, publishing, told } from './testing.ts'

const listed = (...media: [string, string, number][]): Reply => ({
  json: {
    data: media.map(([id, caption, seconds]) => ({
      id,
      caption,
      timestamp: new Date(NOW.getTime() + seconds * 1000).toISOString().replace('Z', '+0000'),
    })),
  },
})
const permalink = { json: { permalink: 'https://www.instagram.com/p/x/' } }

async function find(text: string, ...replies: Reply[]) {
  const { step } = publishing(
    account,
    publication({ text, media: [file('image/jpeg')] }),
    ...replies,
  )
  const post = step('post')
  assert.ok(post.effect === 'publishes_once')
  return asFinding(post).find({ ready: { container: '17' } }, { started_at: NOW, look: 1 })
}

test('a container that is not published, and no post that fits, did not land, whatever the answer said', async () => {
  assert.equal(await find('Hello', told('FINISHED'), listed()), 'absent')
  assert.equal(await find('Hello', told('IN_PROGRESS'), listed()), 'absent')
  assert.equal(await find('', told('FINISHED'), listed(['8', '', 2])), 'unknowable')
  const fits = await find('Hello', told('FINISHED'), listed(['8', 'Hello', 2]), permalink)
  assert.ok(typeof fits === 'object')
})

test('a published one is the post of its words and minute, and not an older one of the same words', async () => {
  const list = listed(['9', 'Other', 1], ['8', 'Hello', 2], ['7', 'Hello', -3600])
  assert.deepEqual(await find('Hello', told('PUBLISHED'), list, permalink), {
    found: { platform_post_id: '8', platform_url: 'https://www.instagram.com/p/x/' },
  })
})

test('published but not listed yet is looked for again, never called absent', async () => {
  const failure = await failureOf(find('Hello', told('PUBLISHED'), listed(['9', 'Other', 1])))
  assert.deepEqual([failure.kind, failure.code], ['unknown', 'not_listed_yet'])
  const refusedList = await failureOf(find('Hello', told('PUBLISHED'), refused(100)))
  assert.equal(refusedList.kind, 'unknown')
})

test('two of the same words in the same minutes are not guessed at', async () => {
  const list = listed(['9', 'Hello', 3], ['8', 'Hello', 2])
  assert.equal(await find('Hello', told('PUBLISHED'), list), 'unknowable')
})

test('an ended container is looked for by its words, for it may have been made anew', async () => {
  const list = listed(['8', 'Hello', 2])
  assert.ok(typeof (await find('Hello', told('EXPIRED'), list, permalink)) === 'object')
  assert.equal(await find('Hello', told('EXPIRED'), listed()), 'absent')
  assert.equal(await find('Hello', refused(100, 33), listed()), 'absent')
  assert.equal(await find('', told('EXPIRED'), listed()), 'unknowable')
})
