import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start, video } from './harness.ts'

test('fields that only Google writes are taken and not kept, unknown ones are refused', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const readOnly = { channelId: 'UCother', publishedAt: '2001-01-01T00:00:00Z' }
  const id = await at.publish(access_token, {
    ...video(readOnly, { uploadStatus: 'processed' }),
    statistics: { viewCount: '1000000' },
  })
  const path = `/youtube/v3/videos?part=snippet,status,statistics&id=${id}`
  const { text } = await at.call(access_token, 'GET', path)
  assert.doesNotMatch(text, /UCother|2001-01-01|1000000/)
  const wrong = await at.begin(access_token, 1000, video({ colour: 'red' }))
  assert.match(wrong.text, /Unknown name \\"snippet\.colour\\": Cannot find field/)
})

test('an upload may begin at either path', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const path = '/resumable/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status'
  const { status, headers } = await at.call(access_token, 'POST', path, video())
  assert.equal(status, 200)
  const bytes = new Uint8Array(1000)
  const done = await at.put(access_token, headers.get('location') ?? '', bytes, 'bytes 0-999/1000')
  assert.equal(done.status, 201, done.text)
})

test('videos are added to the playlist of their own channel, as often as one likes', async () => {
  await using at = await start()
  const { access_token: ada } = await at.signIn('ada-lab')
  const playlistId = at.emulator.people[0]?.id.replace('UC', 'PL') ?? ''
  const videoId = await at.publish(ada)
  const add = async (token: string, snippet: object) =>
    at.call(token, 'POST', '/youtube/v3/playlistItems?part=snippet', { snippet })
  const resourceId = { kind: 'youtube#video', videoId }
  for (const _ of [1, 2]) assert.equal((await add(ada, { playlistId, resourceId })).status, 200)
  const path = `/youtube/v3/playlistItems?part=id&playlistId=${playlistId}&videoId=${videoId}`
  assert.match((await at.call(ada, 'GET', path)).text, /"totalResults":2/)

  const { access_token: bruno } = await at.signIn('bruno-bakes')
  assert.match((await add(bruno, { playlistId, resourceId })).text, /playlistItemsNotAccessible/)
  const nowhere = { playlistId: 'PLnowhere', resourceId }
  assert.match((await add(ada, nowhere)).text, /playlistNotFound/)
  const nothing = { playlistId, resourceId: { ...resourceId, videoId: 'missing' } }
  assert.match((await add(ada, nothing)).text, /videoNotFound/)
})

test('a change of a video costs what any other write does', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const id = await at.publish(access_token)
  const path = '/youtube/v3/videos?part=snippet'
  for (let time = 0; time < 100; time += 1) {
    const body = { id, ...video({ categoryId: '22' }) }
    const { status } = await at.call(access_token, 'PUT', path, body)
    assert.equal(status, 200, `number ${time}`)
  }
})

test('a part that is changed is replaced as a whole, and needs what every video needs', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const id = await at.publish(access_token)
  const path = '/youtube/v3/videos?part=snippet'
  const without = await at.call(access_token, 'PUT', path, { id, ...video() })
  assert.equal(without.status, 400)
  const snippet = { title: 'Another', categoryId: '22' }
  const changed = await at.call(access_token, 'PUT', path, { id, snippet })
  assert.equal(changed.status, 200)
  assert.match(JSON.stringify(changed.body), /"description":""/)
})

test('a video may come with its resource in one request, as libraries send it', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const upload = async (parts: string[], type = 'multipart/related; boundary=b0undary') =>
    at.send('/api/upload/youtube/v3/videos?uploadType=multipart&part=snippet,status', {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': type },
      body: `${parts.map((part) => `--b0undary\r\n${part}\r\n`).join('')}--b0undary--`,
    })
  const resource = `Content-Type: application/json\r\n\r\n${JSON.stringify(video({ title: 'Zwölf' }))}`
  const bytes = `Content-Type: video/mp4\r\n\r\n\u0000\u0000\u0000\u0018ftypmp42${'x'.repeat(100)}`
  const done = await upload([resource, bytes])
  assert.equal(done.status, 200, done.text)
  assert.match(done.text, /"title":"Zwölf"/)
  assert.deepEqual(
    at.emulator.posts().map(({ media }) => media.map((one) => one.bytes)),
    [[112]],
  )
  assert.match((await upload([resource])).text, /Malformed/)
  assert.match((await upload([resource, bytes], 'video/mp4')).text, /multipart\/related/)
  const empty = 'Content-Type: video/mp4\r\n\r\n'
  assert.match((await upload([resource, empty])).text, /mediaBodyRequired/)
})
