/** What Meta's sample app and Postman collection ask for (fbsamples/threads_api, 2026-01-02): parameters in the query, `{}` as body. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { start } from './harness.ts'

const poll =
  'poll_attachment{option_a,option_b,option_c,option_d,option_a_votes_percentage,expiration_timestamp}'
const OF_POSTS = `id,media_product_type,media_type,media_url,gif_url,permalink,owner,username,text,timestamp,shortcode,thumbnail_url,children,is_quote_post,quoted_post,reposted_post,has_replies,alt_text,link_attachment_url,${poll},location_id,topic_tag,is_verified,profile_picture_url`
const OF_REPLIES = `id,text,timestamp,media_type,permalink,username,is_reply,is_reply_owned_by_me,root_post,replied_to,hide_status,reply_audience,${poll}`
const Id = z.object({ id: z.string() })
const Listed = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string().optional() })),
})

async function signedIn() {
  const it = await start()
  const token = await it.signIn('mara.weaves')
  const ask = async (path: string, query: Record<string, string>) => {
    const search = new URLSearchParams({ ...query, access_token: token }).toString()
    const headers = { 'content-type': 'application/json' }
    return it.send(`/api/${path}?${search}`, { method: 'POST', headers, body: '{}' })
  }
  const made = async (query: Record<string, string>) =>
    Id.parse((await ask('me/threads', query)).body).id
  const post = async (query: Record<string, string>) =>
    Id.parse((await ask('me/threads_publish', { creation_id: await made(query) })).body).id
  return { it, token, ask, made, post }
}

test('a post is made, looked at and published with parameters in the query', async () => {
  const { it, token, made, ask } = await signedIn()
  await using _ = it
  const container = await made({ text: 'From the sample', media_type: 'TEXT' })
  const status = await it.get(token, `/${container}/`, { fields: 'id,status,error_message' })
  assert.match(status.text, /"status":"FINISHED"/)
  const published = await ask('me/threads_publish', { creation_id: container })
  const { id } = Id.parse(published.body)
  const shown = await it.get(token, `/${id}`, { fields: OF_POSTS })
  assert.equal(shown.status, 200, shown.text)
  assert.match(shown.text, /"media_type":"TEXT_POST"/)
  const listed = await it.get(token, '/me/threads', { fields: OF_POSTS, limit: '50' })
  assert.equal(Listed.parse(listed.body).data[0]?.id, id)
})

test('auto_publish_text answers the post, and there is no container to ask about', async () => {
  const { it, token, made } = await signedIn()
  await using _ = it
  const id = await made({ text: 'At once', media_type: 'TEXT', auto_publish_text: 'true' })
  assert.equal(it.emulator.posts()[0]?.id, id)
  assert.match((await it.get(token, `/${id}`, { fields: 'text' })).text, /At once/)
})

test('replies are read below a post, a conversation with the replies to them', async () => {
  const { it, token, post } = await signedIn()
  await using _ = it
  const root = await post({ media_type: 'TEXT', text: 'Root' })
  const reply = await post({ media_type: 'TEXT', text: 'Reply', reply_to_id: root })
  it.advance(1000)
  await post({ media_type: 'TEXT', text: 'Deeper', reply_to_id: reply })
  const texts = async (edge: string) => {
    const query = { fields: OF_REPLIES, reverse: 'false' }
    const answer = await it.get(token, `/${root}/${edge}`, query)
    return Listed.parse(answer.body).data.map(({ text }) => text)
  }
  assert.deepEqual(await texts('replies'), ['Reply'])
  assert.deepEqual(await texts('conversation'), ['Reply', 'Deeper'])
})

test('a profile has numbers of its own: clicks by link, followers, demographics with a breakdown', async () => {
  const { it, token } = await signedIn()
  await using _ = it
  const ask = async (metric: string, more: Record<string, string> = {}) =>
    it.get(token, '/me/threads_insights', { metric, ...more })
  const all = await ask('views,likes,replies,reposts,quotes,clicks,followers_count')
  assert.match(all.text, /"link_total_values":\[\]/)
  assert.match(all.text, /"name":"followers_count".*"total_value":\{"value":812\}/)
  assert.equal((await ask('follower_demographics')).status, 400)
  assert.equal((await ask('follower_demographics', { breakdown: 'country' })).status, 200)
  assert.equal((await ask('shares')).status, 400, 'of posts only')
  assert.equal((await ask('views', { since: '1712991599' })).status, 400)
})

test('the quota is told for posts, replies, deletions and searches', async () => {
  const { it, token } = await signedIn()
  await using _ = it
  const answer = await it.get(token, '/me/threads_publishing_limit', {
    fields: 'quota_usage,config',
  })
  assert.match(answer.text, /"quota_usage":0,"config":\{"quota_total":250,"quota_duration":86400\}/)
  assert.match(answer.text, /"location_search_config":\{"quota_total":500/)
})

test('a poll is shown with its answers, and is a text', async () => {
  const { it, token, post } = await signedIn()
  await using _ = it
  const poll_attachment = '{"option_a":"Rye","option_b":"Wheat"}'
  const id = await post({ media_type: 'TEXT', text: 'Which?', poll_attachment })
  const { text } = await it.get(token, `/${id}`, { fields: OF_POSTS })
  assert.match(text, /"media_type":"TEXT_POST"/)
  assert.match(text, /"poll_attachment":\{"option_a":"Rye","option_b":"Wheat",/)
})

test('a long text and what is hidden are read back as they were sent', async () => {
  const { it, token, post } = await signedIn()
  await using _ = it
  const text_attachment = {
    plaintext: 'Long '.repeat(1900),
    link_attachment_url: 'https://a.test/',
  }
  const text_entities = [{ entity_type: 'SPOILER', offset: 9, length: 6 }]
  const id = await post({
    media_type: 'TEXT',
    text: 'It was a baker.',
    text_attachment: JSON.stringify(text_attachment),
    text_entities: JSON.stringify(text_entities),
  })
  const read = await it.get(token, `/${id}`, { fields: 'text_attachment,text_entities' })
  assert.deepEqual(read.body, { id, text_attachment, text_entities })
  const image = { media_type: 'IMAGE', image_url: `${it.files}/picture.png` }
  const hidden = await post({ ...image, is_spoiler_media: 'true' })
  const shown = await it.get(token, `/${hidden}`, { fields: 'is_spoiler_media' })
  assert.deepEqual(shown.body, { id: hidden, is_spoiler_media: true })
})

test('long texts and spoilers outside of what is documented are refused', async () => {
  const { it, ask } = await signedIn()
  await using _ = it
  const text = { media_type: 'TEXT', text: 'It was a baker.' }
  const attached = (more: object) => ({
    ...text,
    text_attachment: JSON.stringify({ plaintext: 'Long', ...more }),
  })
  const spoiler = { entity_type: 'SPOILER', offset: 0, length: 2 }
  const hiding = (...entities: object[]) => ({ ...text, text_entities: JSON.stringify(entities) })
  const links = [1, 2, 3, 4, 5].map((number) => `https://a.test/${number}`).join(' ')
  for (const wrong of [
    attached({ plaintext: 'x'.repeat(10_001) }),
    attached({ plaintext: '' }),
    attached({ title: 'None' }),
    attached({ link_attachment_url: 'a.test' }),
    { ...attached({ link_attachment_url: 'https://a.test/' }), link_attachment: 'https://b.test/' },
    { ...attached({ link_attachment_url: 'https://a.test/6' }), text: links },
    { ...attached({}), media_type: 'IMAGE', image_url: `${it.files}/picture.png` },
    { ...text, text_attachment: 'Long' },
    { ...text, is_spoiler_media: 'true' },
    { ...text, is_spoiler_media: 'yes' },
    hiding({ ...spoiler, entity_type: 'BOLD' }),
    hiding({ ...spoiler, length: 16 }),
    hiding({ ...spoiler, length: 0 }),
    hiding({ ...spoiler, why: 'x' }),
    hiding(...Array.from({ length: 11 }, (_, offset) => ({ ...spoiler, offset, length: 1 }))),
    hiding(spoiler, { ...spoiler, offset: 1 }),
  ])
    assert.equal((await ask('me/threads', wrong)).status, 400, JSON.stringify(wrong).slice(0, 200))
})

test('what only texts carry, and what does not go together, is refused', async () => {
  const { it, ask } = await signedIn()
  await using _ = it
  const poll_attachment = '{"option_a":"a","option_b":"b"}'
  const text = { media_type: 'TEXT', text: 'a', poll_attachment }
  for (const wrong of [
    { ...text, link_attachment: 'https://example.com/' },
    { ...text, text_attachment: '{"plaintext":"long"}' },
    { ...text, poll_attachment: '{"option_a":"a"}' },
    { ...text, poll_attachment: '{"option_a":"a","option_b":""}' },
    { ...text, poll_attachment: `{"option_a":"a","option_b":"${'b'.repeat(26)}"}` },
    { ...text, poll_attachment: '{"option_a":"a","option_b":"b","option_e":"e"}' },
    { ...text, poll_attachment: '["a","b"]' },
    { ...text, poll_attachment: 'a,b' },
    { ...text, media_type: 'IMAGE', image_url: `${it.files}/picture.png` },
    { media_type: 'IMAGE', image_url: `${it.files}/picture.png`, is_ghost_post: 'true' },
  ])
    assert.equal((await ask('me/threads', wrong)).status, 400)
  const link = { media_type: 'TEXT', link_attachment: 'https://example.com/' }
  assert.equal((await ask('me/threads', link)).status, 200, 'a link may stand alone')
})

test('an app has a token of its own, and may ask what another one is', async () => {
  const { it, token } = await signedIn()
  await using _ = it
  const query = 'grant_type=client_credentials&client_id=crier-app&client_secret=s3cret'
  const { body } = await it.send(`/api/oauth/access_token?${query}`)
  const { access_token } = z.object({ access_token: z.string() }).parse(body)
  const search = new URLSearchParams({ input_token: token, access_token }).toString()
  const told = await it.send(`/api/debug_token?${search}`)
  assert.match(told.text, /"is_valid":true,"scopes":\["threads_basic"/)
  assert.equal((await it.send('/api/debug_token?input_token=x')).status, 401)
})
