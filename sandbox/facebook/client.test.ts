/** A client that we did not write: Meta's own `facebook-nodejs-business-sdk`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sdk from 'facebook-nodejs-business-sdk'
import { serve } from '../kit/harness.ts'
import { png, start } from './harness.ts'

test('facebook-nodejs-business-sdk posts words and photos, comments, changes and reads it all back', async () => {
  await using it = await start()
  const { id, token } = await it.page('ada.letterpress')
  await using files = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(png),
  )
  Object.defineProperty(sdk.FacebookAdsApi, 'GRAPH', { get: () => `${it.url}/graph` })
  // Crashes would be reported to Meta.
  sdk.FacebookAdsApi.init(token, 'en_US', false)
  const page = new sdk.Page(id)

  const words = await page.createFeed([], { message: 'Bread  & butter' })
  const photo = await page.createPhoto([], { url: `${files.url}/a.png`, published: false })
  const album = await page.createFeed([], {
    message: 'With a photo',
    attached_media: [{ media_fbid: photo.id }],
  })
  const post = new sdk.Post(words.id)
  const comment = await post.createComment([], { message: 'First' })
  await post.update([], { message: 'Bread & jam' })

  const fields = ['message', 'created_time', 'attachments', 'application']
  const listed = await page.getPublishedPosts(fields, { limit: 10 })
  assert.deepEqual(
    listed.map((each) => [each.id, each._data['message']]),
    [
      [album.id, 'With a photo'],
      [words.id, 'Bread & jam'],
    ],
  )
  assert.match(JSON.stringify(listed[0]?._data['attachments']), new RegExp(photo.id))
  const comments = await post.getComments(['message'], {})
  assert.deepEqual(
    comments.map((each) => [each.id, each._data['message']]),
    [[comment.id, 'First']],
  )
  await new sdk.Post(album.id).delete([])
  assert.equal((await page.getPublishedPosts(['message'], {})).length, 1)

  // A page in place of an answer is more than it can read.
  it.emulator.faults.set({ account: '*', fault: 'page', status: 403 })
  const through = page.createFeed([], { message: 'Through a gateway' })
  await assert.rejects(through, { name: 'SyntaxError' })
})
