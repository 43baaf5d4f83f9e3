/** A client that we did not write: `twitter-api-v2` posts a text with a picture and reads it back. */
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { test } from 'node:test'
import { EUploadMimeType, TwitterApi, type ITwitterApiClientPlugin } from 'twitter-api-v2'
import { hostOf } from '../kit/harness.ts'
import { start } from './harness.ts'
import { mp4, png } from './media-harness.ts'

async function open() {
  const x = await start()
  const { access_token } = await x.signIn('ada_types')
  const host = await hostOf(`${x.url}/api`)
  const plugin: ITwitterApiClientPlugin = {
    onBeforeRequestConfig({ params }) {
      params.url = params.url.replace('https://api.x.com', host.url)
    },
  }
  // It speaks HTTPS by itself; the agent of HTTP makes it speak that.
  const settings = { httpAgent: new Agent(), plugins: [plugin] }
  const client = new TwitterApi(access_token, settings).v2
  const close = async () => {
    await host[Symbol.asyncDispose]()
    await x[Symbol.asyncDispose]()
  }
  return { x, client, [Symbol.asyncDispose]: close }
}

test('twitter-api-v2 posts a text with a picture and reads it back', async () => {
  await using at = await open()
  const { x, client } = at
  const me = await client.me({ 'user.fields': ['subscription_type'] })
  assert.equal(me.data.username, 'ada_types')
  const picture = await client.uploadMedia(png, { media_type: EUploadMimeType.Png })
  // It waits in real time for what is processed in the emulator's.
  const clock = setInterval(() => x.advance(1000), 100)
  const video = await client.uploadMedia(mp4, { media_type: EUploadMimeType.Mp4 }, 40)
  clearInterval(clock)
  await client.createMediaMetadata(picture, { alt_text: { text: 'A picture' } })
  const { data } = await client.tweet('Bread & https://example.org/bread', {
    media: { media_ids: [picture] },
  })
  const read = await client.singleTweet(data.id, {
    'tweet.fields': ['created_at', 'entities', 'attachments'],
    expansions: ['attachments.media_keys'],
    'media.fields': ['alt_text'],
  })
  assert.match(read.data.text, /^Bread &amp; https:\/\/t\.co\/\w{10} https:\/\/t\.co\/\w{10}$/)
  assert.equal(read.data.entities?.urls[0]?.expanded_url, 'https://example.org/bread')
  assert.equal(read.includes?.media?.[0]?.alt_text, 'A picture')
  const reply = await client.reply('and a video', data.id, { media: { media_ids: [video] } })
  const timeline = await client.userTimeline(me.data.id, { max_results: 5 })
  assert.deepEqual(
    timeline.tweets.map(({ id }) => id),
    [reply.data.id, data.id],
  )
  assert.deepEqual(await client.deleteTweet(reply.data.id), { data: { deleted: true } })
})

test('twitter-api-v2 asks its followers, and reads the answers that they may give', async () => {
  await using at = await open()
  const { x, client } = at
  const options = ['Rye', 'Wheat', 'Spelt']
  const poll = { options, duration_minutes: 90 }
  const { data } = await client.tweet('Which bread?', { poll })
  const ask = async () => {
    const { data: read, includes } = await client.singleTweet(data.id, {
      expansions: ['attachments.poll_ids'],
      'poll.fields': ['duration_minutes', 'voting_status'],
      'tweet.fields': ['attachments'],
    })
    return { read, poll: includes?.polls?.[0] }
  }
  const { read, poll: told } = await ask()
  assert.equal(read.text, 'Which bread?')
  assert.deepEqual(read.attachments?.poll_ids, [told?.id])
  assert.deepEqual(
    told?.options.map(({ label }) => label),
    options,
  )
  assert.deepEqual([told?.duration_minutes, told?.voting_status], [90, 'open'])
  x.advance(91 * 60_000)
  assert.equal((await ask()).poll?.voting_status, 'closed')
  const two = client.tweet('Which?', { poll: { options: ['One'], duration_minutes: 90 } })
  await assert.rejects(two, { code: 400 })
})

test('twitter-api-v2 tells a twin and a page for what they are', async () => {
  await using at = await open()
  const { x, client } = at
  await client.tweet('once')
  await assert.rejects(client.tweet('once'), { code: 403 })
  x.emulator.faults.set({ account: '*', fault: 'page', status: 502 })
  await assert.rejects(client.tweet('twice'), { code: 502 })
})
