import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { NOW, publication, type Reply } from '../../kit/test/stage.ts'
import { json, publishing } from './testing.ts'

interface Shown {
  id: string
  message?: string
  seconds?: number
  photos?: readonly string[]
}

function shown({ id, message = 'Hello', seconds = 1, photos }: Shown) {
  const [first, ...more] = photos ?? []
  const subattachments = { data: more.map((photo) => ({ target: { id: photo } })) }
  return {
    id,
    message,
    created_time: new Date(NOW.getTime() + seconds * 1000).toISOString().replace('Z', '+0000'),
    permalink_url: `https://www.facebook.com/${id}`,
    ...(first && { attachments: { data: [{ target: { id: first }, subattachments }] } }),
  }
}
const list = (...posts: Shown[]): Reply => json({ data: posts.map(shown) })

async function find(text: string, photos: readonly string[], ...replies: Reply[]) {
  const media = photos.map(() => file('image/jpeg'))
  const saved = Object.fromEntries(photos.map((id, index) => [`upload_${index}`, { id }]))
  const at = publishing(publication({ text, media }), ...replies)
  const finding = await at.finder('post').find(saved, { started_at: NOW, look: 1 })
  const found = typeof finding === 'object' ? Object(finding.found).platform_post_id : finding
  return { found, asked: at.asked }
}

test('the words and the minute name the post; older and other ones do not', async () => {
  const posts = list({ id: '1_3', message: 'Other' }, { id: '1_2' }, { id: '1_1', seconds: -7200 })
  const { found, asked } = await find('Hello', [], posts)
  assert.equal(found, '1_2')
  const since = Number(asked[0]?.url.searchParams.get('since'))
  assert.equal(since, NOW.getTime() / 1000 - 60)
  assert.equal((await find('Hello', [], list({ id: '1_3', message: 'Other' }))).found, 'absent')
})

test('our own photos decide between posts of the same words', async () => {
  const posts = list({ id: '1_3', photos: ['50', '51'] }, { id: '1_2', photos: ['60', '61'] })
  assert.equal((await find('Hello', ['60', '61'], posts)).found, '1_2')
  assert.equal((await find('Hello', ['61'], posts)).found, '1_2', 'any of them')
  assert.equal((await find('Hello', ['70'], posts)).found, 'absent', 'photos of somebody else')
})

test('where no photos are told the words decide, and without words nothing can', async () => {
  assert.equal((await find('Hello', ['60'], list({ id: '1_2' }))).found, '1_2')
  assert.equal((await find('', ['60'], list({ id: '1_2', message: '' }))).found, 'unknowable')
})

test('the list is read to its end; one that does not end says nothing', async () => {
  const page = (id: string): Reply =>
    json({
      data: [shown({ id, message: 'Other' })],
      paging: { cursors: { after: `behind-${id}` }, next: 'https://graph.facebook.com/next' },
    })
  const found = await find('Hello', [], page('1_9'), list({ id: '1_2' }))
  assert.equal(found.found, '1_2')
  assert.equal(found.asked[1]?.url.searchParams.get('after'), 'behind-1_9')
  const endless = [page('1_9'), page('1_8'), page('1_7'), page('1_6')]
  assert.equal((await find('Hello', [], ...endless)).found, 'unknowable')
})

test('a comment is found below its post by its words', async () => {
  const at = publishing(
    publication({ first_comment: 'First' }),
    json({ data: [{ id: '77_2', message: 'First', created_time: NOW.toISOString() }] }),
    json({ data: [] }),
  )
  const saved = { post: { platform_post_id: '1055_77' } }
  const look = { started_at: NOW, look: 1 }
  assert.deepEqual(await at.finder('comment').find(saved, look), { found: { id: '77_2' } })
  assert.equal(await at.finder('comment').find(saved, look), 'absent')
})

test('a list that passes over the time asked for ends with the first older post', async () => {
  const data = [shown({ id: '1_2', message: 'Other' }), shown({ id: '1_1', seconds: -7200 })]
  const paging = { cursors: { after: 'x' }, next: 'https://platform.test/next' }
  const { found, asked } = await find('Hello', [], json({ data, paging }))
  assert.deepEqual([found, asked.length], ['absent', 1])
})
