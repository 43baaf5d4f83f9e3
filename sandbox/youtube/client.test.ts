/** A client that we did not write: Google's own `@googleapis/youtube`. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { auth, youtube } from '@googleapis/youtube'
import { hostOf } from '../kit/harness.ts'
import { start } from './harness.ts'

async function open() {
  const it = await start()
  const { access_token } = await it.signIn('ada-lab')
  const client = new auth.OAuth2()
  client.setCredentials({ access_token })
  const host = await hostOf(`${it.url}/api`)
  const local: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${host.url}${pathname}${search}`, init)
  }
  const api = youtube({ version: 'v3', auth: client, fetchImplementation: local })
  const insert = async (title: string) => {
    const { data } = await api.videos.insert({
      part: ['snippet', 'status'],
      requestBody: {
        snippet: { title, description: 'About it' },
        status: { privacyStatus: 'public' },
      },
      media: { mimeType: 'video/mp4', body: Readable.from([Buffer.alloc(1000)]) },
    })
    return data.id ?? ''
  }
  const close = async () => {
    await host[Symbol.asyncDispose]()
    await it[Symbol.asyncDispose]()
  }
  return { it, api, insert, [Symbol.asyncDispose]: close }
}

test('@googleapis/youtube inserts a video, finds it among the uploads and knows its size', async () => {
  await using at = await open()
  const { api, insert } = at
  const id = await insert('A film')
  const channels = await api.channels.list({ part: ['contentDetails'], mine: true })
  const playlistId = channels.data.items?.[0]?.contentDetails?.relatedPlaylists?.uploads ?? ''
  const uploads = await api.playlistItems.list({ part: ['snippet'], playlistId })
  assert.equal(uploads.data.items?.[0]?.snippet?.resourceId?.videoId, id)
  const read = await api.videos.list({ part: ['snippet', 'status', 'fileDetails'], id: [id] })
  const [video] = read.data.items ?? []
  assert.deepEqual([video?.snippet?.title, video?.fileDetails?.fileSize], ['A film', '1000'])
})

test('@googleapis/youtube says in which language a video is, and reads it back', async () => {
  await using at = await open()
  const { api } = at
  const insert = async (languages: object) => {
    const { data } = await api.videos.insert({
      part: ['snippet', 'status'],
      requestBody: {
        snippet: { title: 'A film', ...languages },
        status: { privacyStatus: 'public' },
      },
      media: { mimeType: 'video/mp4', body: Readable.from([Buffer.alloc(1000)]) },
    })
    return data.id ?? ''
  }
  const languages = { defaultLanguage: 'pt-BR', defaultAudioLanguage: 'de' }
  const id = await insert(languages)
  const { data } = await api.videos.list({ part: ['snippet'], id: [id] })
  const { defaultLanguage, defaultAudioLanguage } = data.items?.[0]?.snippet ?? {}
  assert.deepEqual({ defaultLanguage, defaultAudioLanguage }, languages)
  await assert.rejects(insert({ defaultLanguage: 'German, please' }), { status: 400 })
})

test('@googleapis/youtube makes a playlist, fills it, and adds captions', async () => {
  await using at = await open()
  const { it, api, insert } = at
  const id = await insert('A film')
  const made = await api.playlists.insert({
    part: ['snippet', 'status'],
    requestBody: { snippet: { title: 'Films' }, status: { privacyStatus: 'unlisted' } },
  })
  const playlistId = made.data.id ?? ''
  const requestBody = {
    snippet: { playlistId, resourceId: { kind: 'youtube#video', videoId: id } },
  }
  it.emulator.faults.set({ account: '*', fault: 'playlist_lags' })
  const add = async () => api.playlistItems.insert({ part: ['snippet'], requestBody })
  await assert.rejects(add(), { status: 404 })
  await add()
  const lists = await api.playlists.list({ part: ['snippet', 'contentDetails'], mine: true })
  assert.deepEqual(
    lists.data.items?.map(({ snippet, contentDetails }) => [
      snippet?.title,
      contentDetails?.itemCount,
    ]),
    [
      ['Ada’s Lab', 0],
      ['Films', 1],
    ],
  )
  const track = async () =>
    api.captions.insert({
      part: ['snippet'],
      requestBody: { snippet: { videoId: id, language: 'en', name: '' } },
      media: { mimeType: 'text/vtt', body: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n' },
    })
  await track()
  await assert.rejects(track(), { status: 409 })
  const captions = await api.captions.list({ part: ['snippet'], videoId: id })
  assert.deepEqual(
    captions.data.items?.map(({ snippet }) => [snippet?.language, snippet?.status]),
    [['en', 'serving']],
  )
})

test('@googleapis/youtube reads comments as HTML or plain, and what others wrote without its source', async () => {
  await using at = await open()
  const { it, api, insert } = at
  const videoId = await insert('A film')
  const text = 'Bread & <butter>\nand more'
  await api.commentThreads.insert({
    part: ['snippet'],
    requestBody: { snippet: { videoId, topLevelComment: { snippet: { textOriginal: text } } } },
  })
  it.advance(1000)
  it.emulator.appear?.({ account: 'ada-lab', text, by: 'other_person' })
  const read = async (textFormat?: string) => {
    const { data } = await api.commentThreads.list({
      part: ['snippet'],
      videoId,
      ...(textFormat && { textFormat }),
    })
    return data.items?.map(({ snippet }) => snippet?.topLevelComment?.snippet)
  }
  const [theirs, ours] = (await read()) ?? []
  assert.equal(ours?.textDisplay, 'Bread &amp; &#60;butter&#62;<br>and more')
  assert.deepEqual([ours.textOriginal, theirs?.textOriginal], [text, undefined])
  assert.equal((await read('plainText'))?.[0]?.textDisplay, text)
})

test('@googleapis/youtube sees titles and lists oddly, denied and lagging', async () => {
  await using at = await open()
  const { it, api, insert } = at
  const id = await insert('Two  words & "quotes"')
  const { faults } = it.emulator
  const list = async () => (await api.videos.list({ part: ['snippet'], id: [id] })).data.items ?? []
  const seen = new Set<string | null | undefined>()
  for (let seed = 0; seed < 20; seed++) {
    faults.set({ account: '*', fault: 'shown_oddly', seed })
    seen.add((await list())[0]?.snippet?.title)
  }
  assert.ok(seen.size > 2, String(seen.size))
  faults.set({ account: '*', fault: 'reads_lie' })
  await assert.rejects(list(), { status: 404 })
  faults.set({ account: '*', fault: 'refused_later', ms: 60_000 })
  const second = await insert('Refused')
  const stateOf = async () => {
    const { data } = await api.videos.list({ part: ['status'], id: [second] })
    return data.items?.[0]?.status?.uploadStatus
  }
  assert.equal(await stateOf(), 'uploaded')
  it.advance(60_000)
  assert.equal(await stateOf(), 'rejected')
})
