import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import {
  type Asked,
  failureOf,
  publication,
  type Reply,
  runAll,
  stage,
  told,
} from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { exchange, refresh } from '../oauth.ts'
import { publish } from '../publish.ts'
import { account, FINISHED, graph, LINK, MADE, OUT, TOO_EARLY } from './testing.ts'

const sent = (asked: Asked | undefined) => String(new URLSearchParams(asked?.form))

test('a text goes into a container, which is published once it is finished', async () => {
  const busy = { json: { id: '900', status: 'IN_PROGRESS' } }
  const { tools, asked, slept } = stage(manifest, MADE, busy, FINISHED, OUT, LINK)
  const content = publication({ text: 'Hi', options: { reply_control: 'mentioned_only' } })
  const { post } = await runAll(publish(content, account, tools))
  assert.deepEqual(post, { platform_post_id: '77', platform_url: LINK.json.permalink })
  assert.equal(asked[0]?.url.pathname, '/api/v1.0/me/threads')
  assert.match(sent(asked[0]), /^media_type=TEXT&text=Hi&reply_control=mentioned_only&/)
  assert.match(sent(asked[3]), /^creation_id=900&/)
  assert.deepEqual(slept, [2000])
})

test('a poll is named by letters in the container of its text', async () => {
  const { tools, asked } = stage(manifest, MADE, FINISHED, OUT, LINK)
  const options = { poll: { options: ['Rye', 'Wheat, fresh', 'Spelt'] } }
  await runAll(publish(publication({ text: 'Which?', options }), account, tools))
  const { media_type, text, poll_attachment, poll } = asked[0]?.form ?? {}
  assert.deepEqual([media_type, text, poll], ['TEXT', 'Which?', undefined])
  assert.deepEqual(JSON.parse(poll_attachment ?? ''), {
    option_a: 'Rye',
    option_b: 'Wheat, fresh',
    option_c: 'Spelt',
  })
})

test('passages are hidden where they stand, and pictures when it is said', async () => {
  const { tools, asked } = stage(manifest, MADE, FINISHED, OUT, LINK)
  const text_attachment = { plaintext: 'Long', link_attachment_url: 'https://a.test/6' }
  const options = { spoilers: ['a baker', 'It'], text_attachment }
  await runAll(publish(publication({ text: 'It was a baker. 🥖', options }), account, tools))
  const { text_entities, text_attachment: long, spoilers } = asked[0]?.form ?? {}
  assert.deepEqual(JSON.parse(text_entities ?? ''), [
    { entity_type: 'SPOILER', offset: 0, length: 2 },
    { entity_type: 'SPOILER', offset: 7, length: 7 },
  ])
  assert.deepEqual(JSON.parse(long ?? ''), text_attachment)
  assert.equal(spoilers, undefined)

  const url = 'https://crier.example/m/1'
  const media = [{ ...file('image/png'), url }]
  const covering = async (is_spoiler_media: boolean) => {
    const at = stage(manifest, MADE, FINISHED, OUT, LINK)
    await runAll(publish(publication({ media, options: { is_spoiler_media } }), account, at.tools))
    return at.asked[0]?.form['is_spoiler_media']
  }
  assert.deepEqual([await covering(true), await covering(false)], ['true', undefined])
})

test('a passage is hidden wherever it stands, and no letter twice', async () => {
  for (const [text, spoilers, hidden] of [
    ['Snape did it. Snape!', ['Snape', 'Snape'], ['Snape', 'Snape']],
    ['Snape did it.', ['Snape did', 'did it', 'it'], ['Snape did it']],
    ['ananas', ['ana'], ['anana']],
    ['a b', ['a', ' b'], ['a b']],
  ] as const) {
    const { tools, asked } = stage(manifest, MADE, FINISHED, OUT, LINK)
    await runAll(publish(publication({ text, options: { spoilers } }), account, tools))
    const places = JSON.parse(asked[0]?.form['text_entities'] ?? '')
    assert.deepEqual(
      places.map(({ offset, length }: { offset: number; length: number }) =>
        text.slice(offset, offset + length),
      ),
      hidden,
    )
  }
})

test('what cannot be hidden for sure is not published', async () => {
  for (const [text, passage] of [
    ['Snape, 🥖 and Snape', 'Snape'],
    ['a '.repeat(11), 'a'],
    ['It was a baker.', 'the butcher'],
    ['🥖 It was a baker.', 'a baker'],
    ['It was a bäcker.', 'a bäcker'],
  ] as const) {
    const { tools, asked } = stage(manifest)
    const steps = publish(publication({ text, options: { spoilers: [passage] } }), account, tools)
    const failure = await failureOf(runAll(steps))
    assert.deepEqual([failure.kind, failure.code, asked.length], ['rejected', 'invalid_options', 0])
  }
})

test('a container that may not be read, as in the outage of 2026, is asked for again', async () => {
  const denied = graph(100, 33, 'Unsupported get request.')
  const { tools, slept } = stage(manifest, MADE, denied, FINISHED, OUT, LINK)
  const { post } = await runAll(publish(publication({ text: 'Hi' }), account, tools))
  assert.deepEqual(post, { platform_post_id: '77', platform_url: LINK.json.permalink })
  assert.deepEqual(slept, [2000])
})

test('several media are children of a carousel', async () => {
  const { tools, asked } = stage(
    manifest,
    { json: { id: '1' } },
    FINISHED,
    { json: { id: '2' } },
    FINISHED,
    MADE,
    FINISHED,
    OUT,
    LINK,
  )
  const url = 'https://crier.example/m/1'
  const media = [
    { ...file('image/png'), url, alt_text: 'A cat' },
    { ...file('video/mp4'), url },
  ]
  await runAll(publish(publication({ media }), account, tools))
  assert.match(
    sent(asked[0]),
    /media_type=IMAGE&image_url=https.*&alt_text=A\+cat&is_carousel_item=true/,
  )
  assert.match(sent(asked[2]), /media_type=VIDEO&video_url=/)
  assert.match(sent(asked[4]), /media_type=CAROUSEL&children=1%2C2&text=Hello/)
})

test('without a public address, or with too many media, nothing is begun', () => {
  const { tools } = stage(manifest)
  const one = publication({ media: [file('image/png')] })
  assert.throws(() => publish(one, account, tools), { code: 'no_public_address' })
  const media = Array.from({ length: 21 }, () => ({ ...file('image/png'), url: 'https://a.test' }))
  assert.throws(() => publish(publication({ media }), account, tools), { code: 'too_many_media' })
})

test('five links and a card are one too many, and nothing is begun', () => {
  const { tools } = stage(manifest)
  const text = [1, 2, 3, 4, 5].map((number) => `https://a.test/${number}`).join(' ')
  const carded = (link_attachment: string) =>
    publish(publication({ text, options: { link_attachment } }), account, tools)
  const longer = (link_attachment_url: string) =>
    publish(
      publication({ text, options: { text_attachment: { plaintext: 'x', link_attachment_url } } }),
      account,
      tools,
    )
  assert.throws(() => longer('https://a.test/6'), { code: 'too_many_links' })
  assert.doesNotThrow(() => longer('https://a.test/5'))
  assert.throws(() => carded('https://a.test/6'), { code: 'too_many_links' })
  assert.doesNotThrow(() => carded('https://a.test/5'))
})

test('a container that Threads does not find yet is tried again', async () => {
  const { tools, slept } = stage(manifest, MADE, FINISHED, TOO_EARLY, FINISHED, OUT, LINK)
  await runAll(publish(publication(), account, tools))
  assert.deepEqual(slept, [10_000])
})

test('a code becomes a token of sixty days; the person’s damaged id is not read', async () => {
  const { tools, asked } = stage(
    manifest,
    { text: '{"access_token":"TH-short","user_id":17841405793187218999}' },
    { json: { access_token: 'TH-long', expires_in: 5_183_944 } },
    { json: { id: '17841405793187218', username: 'ada', name: 'Ada' } },
  )
  const [offered] = await exchange({ code: 'abc#_' }, {}, tools)
  assert.match(asked[0]?.form['code'] ?? '', /^abc$/)
  assert.equal(offered?.platform_account_id, '17841405793187218')
  assert.equal(offered.credentials.secret['access_token'], 'TH-long')
})

test('a token that cannot be renewed yet waits, one that has ended needs a person', async () => {
  const cases: [Reply, string][] = [
    [graph(100, undefined, 'Too young'), 'later token_too_young 86400 s'],
    [graph(190, 463, 'Session has expired'), 'reconnect access_ended account'],
    [graph(190, 460, 'Password changed'), 'reconnect access_ended account'],
    [{ status: 503, text: '' }, 'later server_error'],
  ]
  for (const [reply, outcome] of cases) {
    const failure = await failureOf(refresh(account, stage(manifest, reply).tools))
    assert.equal(told(failure), outcome)
  }
})

test('a container that is not shown at first is asked for again, and is never a refusal', async () => {
  const untold = graph(100, 33, 'Unsupported get request')
  const late = stage(manifest, MADE, untold, untold, FINISHED)
  const [step] = publish(publication(), account, late.tools)
  assert.equal(Object((await step?.run({})) ?? {}).id, '900')
  const never = stage(manifest, MADE, ...Array.from({ length: 8 }, () => untold))
  const [outage] = publish(publication(), account, never.tools)
  const failure = await failureOf(outage?.run({}) ?? Promise.resolve())
  assert.equal(told(failure), 'later media_not_ready')
})
