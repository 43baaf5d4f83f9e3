/** The Bluesky connector against the server that Bluesky itself runs: what it does, not what we believe it does. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { bluesky } from '#platforms/bluesky/connector.ts'
import type { Account, PublishingStep } from '#platforms/platform.ts'
import {
  accountOf,
  failure,
  file,
  png,
  posted,
  publication,
  refreshed,
  run,
  surroundings,
} from './crier.ts'
import { asFinding } from '../finding.ts'
import { type Pds, type Person, startPds } from './pds.ts'
import { startVideoService } from './video.ts'

const POST = 'app.bsky.feed.post'
let pds: Pds
let alice: Person
let account: Account

before(async () => {
  pds = await startPds()
  alice = await pds.account('alice')
  account = await signIn(alice)
})
after(async () => {
  await pds[Symbol.asyncDispose]()
})

async function signIn(person: Person, tools = surroundings(pds)) {
  const values = { handle: person.handle, app_password: person.app_password, host: '' }
  const [offered] = (await bluesky.sign_in?.run(values, tools)) ?? []
  assert(offered)
  return accountOf(offered)
}

async function recordAt(uri: string) {
  const records = await pds.records(uri.split('/')[2] ?? '', uri.split('/')[3] ?? '')
  const record = records.find((entry) => entry.uri === uri)
  assert(record, `${uri} is on the server`)
  return record
}

test('a handle and an app password connect the account, found through its DID document', async () => {
  const tools = surroundings(pds)
  const values = { handle: ` @Alice.test`, app_password: alice.app_password }
  const [offered] = (await bluesky.sign_in?.run(values, tools)) ?? []
  assert.equal(offered?.platform_account_id, alice.did)
  assert.equal(offered.username, 'alice.test')
  assert.deepEqual(offered.settings, { pds: pds.pds })
  const left = (offered.credentials.expires_at?.getTime() ?? 0) - Date.now()
  assert(left > 110 * 60_000 && left < 130 * 60_000, `the token ends in ${left} ms`)
  assert(offered.credentials.refreshable)
})

test('an e-mail address connects through the sign-in server', async () => {
  assert.equal((await signIn({ ...alice, handle: alice.email })).platform_account_id, alice.did)
})

test('a wrong password and an unknown handle are refused in words', async () => {
  const wrong = { ...alice, app_password: 'aaaa-bbbb-cccc-dddd' }
  await assert.rejects(signIn(wrong), failure('reconnect', 'invalid_credentials'))
  const nobody = { ...alice, handle: 'nobody.test' }
  await assert.rejects(signIn(nobody), failure('rejected', 'handle_not_found'))
})

test('a text goes out with its links, mentions, tags and languages', async () => {
  const text =
    'Grüße 👩‍👩‍👧 @alice.test, @nobody.test: see example.com/ä (https://example.org/a_(b)). #größe'
  const saved = await run(
    publication({ text, options: { langs: ['de'] } }),
    account,
    surroundings(pds),
  )
  const { platform_post_id, platform_url } = posted(saved)
  assert.equal(
    platform_url,
    `https://bsky.app/profile/${alice.did}/post/${platform_post_id.split('/').at(-1)}`,
  )
  const { value } = await recordAt(platform_post_id)
  assert.equal(value['text'], text)
  assert.deepEqual(value['langs'], ['de'])
  const external = { uri: 'https://example.com/ä', title: 'A page', description: '' }
  assert.deepEqual(value['embed'], { $type: 'app.bsky.embed.external', external })
  const { facets } = z
    .object({
      facets: z.array(
        z.object({ index: z.object({ byteStart: z.number(), byteEnd: z.number() }) }),
      ),
    })
    .parse(value)
  const bytes = Buffer.from(text)
  assert.deepEqual(
    facets.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString()),
    ['@alice.test', 'example.com/ä', 'https://example.org/a_(b)', '#größe'],
  )
})

test('four images go out with their alt texts and shapes', async () => {
  const media = [10, 90, 170, 250].map((grey, index) =>
    file(png(300, grey), 'image/png', {
      width: 300,
      height: index === 3 ? null : 300,
      alt_text: index ? `grey ${grey}` : null,
    }),
  )
  const saved = await run(publication({ media }), account, surroundings(pds))
  const { value } = await recordAt(posted(saved).platform_post_id)
  const image = z.object({
    alt: z.string(),
    aspectRatio: z.unknown().optional(),
    image: z.object({ size: z.number() }),
  })
  const { embed } = z.object({ embed: z.object({ images: z.array(image) }) }).parse(value)
  assert.deepEqual(
    embed.images.map(({ alt }) => alt),
    ['', 'grey 90', 'grey 170', 'grey 250'],
  )
  assert.deepEqual(
    embed.images.map(({ image: { size } }) => size),
    media.map(({ size_bytes }) => size_bytes),
  )
  assert.deepEqual(embed.images[0]?.aspectRatio, { width: 300, height: 300 })
  assert.equal(embed.images[3]?.aspectRatio, undefined)
})

test('a first comment replies to the post, and replies are limited as asked', async () => {
  const given = publication({
    text: 'a post',
    first_comment: 'a comment on https://example.com',
    options: { reply_control: 'following' },
  })
  const saved = await run(given, account, surroundings(pds))
  const post = await recordAt(posted(saved).platform_post_id)
  const comment = await recordAt(z.object({ uri: z.string() }).parse(saved['comment']).uri)
  const parent = { uri: post.uri, cid: post.cid }
  assert.deepEqual(comment.value['reply'], { root: parent, parent })
  const gate = await recordAt(post.uri.replace(POST, 'app.bsky.feed.threadgate'))
  assert.deepEqual(gate.value['allow'], [{ $type: 'app.bsky.feed.threadgate#followingRule' }])
})

test('a post that is sent again after a lost answer is one record, and can be found', async () => {
  const tools = surroundings(pds)
  const given = publication({ text: 'once', media: [file(png(20, 1), 'image/png')] })
  const steps = bluesky.publish(given, account, tools)
  const step = steps.find(
    (entry): entry is PublishingStep => entry.name === 'post' && entry.effect !== 'prepares',
  )
  const { post: _, ...saved } = await run({ ...given, text: 'not yet' }, account, tools)
  const key = z.object({ rkey: z.string() }).loose().parse(saved['key'])
  const unused = { ...saved, key: { ...key, rkey: key.rkey.replace(/.$/, '2').replace(/^./, '2') } }
  const lost = { started_at: new Date(), look: 1 }
  assert.equal(await (step && asFinding(step).find(unused, lost)), 'absent')

  const before = (await pds.records(alice.did, POST)).length
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => step?.run(saved)))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.equal((await pds.records(alice.did, POST)).length, before)
  // Its hash is asked for when a comment needs it.
  const { cid: __, ...receipt } = z.looseObject({ cid: z.string() }).parse(answers[0])
  assert.deepEqual(await (step && asFinding(step).find(saved, lost)), { found: receipt })
})

test('a file that the server has dropped is uploaded again by the post itself', async () => {
  const given = publication({ media: [file(png(30, 77), 'image/png')] })
  const tools = surroundings(pds)
  const upload_0 = await bluesky.publish(given, account, tools)[0]?.run({})
  const other = await pds.account('bob')
  // Bob's server has never seen the file that Alice uploaded: the same answer as after the cleaning.
  const bob = await signIn(other)
  const saved = await run(given, bob, tools, { upload_0: upload_0 ?? null })
  assert((await recordAt(posted(saved).platform_post_id)).value['embed'])
  assert.equal(tools.sent.filter(({ url }) => url.endsWith('uploadBlob')).length, 2)
})

test('a refresh gives tokens that work; an expired token says so; a garbled one needs a person', async () => {
  const tools = surroundings(pds)
  const next = refreshed(account, await bluesky.refresh(account, tools))
  assert.notDeepEqual(next.secret, account.secret)
  await run(publication({ text: 'with new tokens' }), next, tools)

  const jwts = z.object({ access_jwt: z.string(), refresh_jwt: z.string() }).parse(next.secret)
  const old = { ...next, secret: { ...next.secret, access_jwt: pds.expired(jwts.access_jwt) } }
  await assert.rejects(
    run(publication({ text: 'late' }), old, tools),
    failure('expired', 'token_expired'),
  )
  const bad = { ...next, secret: { ...next.secret, access_jwt: 'garbled' } }
  await assert.rejects(
    run(publication({ text: 'bad' }), bad, tools),
    failure('reconnect', 'access_ended'),
  )
  const over = { ...next, secret: { ...next.secret, refresh_jwt: pds.expired(jwts.refresh_jwt) } }
  await assert.rejects(bluesky.refresh(over, tools), failure('reconnect', 'access_ended'))
})

test('a refused text, a picture that is too large and a foreign file are final', async () => {
  const tools = surroundings(pds)
  const post = (given: Parameters<typeof publication>[0]) => run(publication(given), account, tools)
  await assert.rejects(post({ text: 'x'.repeat(301) }), failure('rejected', 'text_too_long'))
  await assert.rejects(post({ text: '👩‍👩‍👧‍👧'.repeat(121) }), failure('rejected', 'text_too_long'))
  const big = file(png(1500, 3), 'image/png')
  await assert.rejects(post({ media: [big] }), failure('rejected', 'media_too_large'))
  const text = file(Buffer.from('plain words'), 'text/plain')
  await assert.rejects(post({ media: [text] }), failure('rejected', 'media_type'))
})

test('a video goes through the video service, which puts it on the PDS with the token it was given', async () => {
  await using service = await startVideoService(pds.pds)
  const tools = surroundings(pds, service.url)
  const mp4 = Buffer.concat([
    Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    Buffer.alloc(200_000),
  ])
  const media = [file(mp4, 'video/mp4', { width: 16, height: 9, alt_text: 'nothing moves' })]
  const saved = await run(publication({ text: 'moving', media }), account, tools)
  const { value } = await recordAt(posted(saved).platform_post_id)
  const { embed } = z
    .object({ embed: z.looseObject({ video: z.object({ size: z.number() }) }) })
    .parse(value)
  assert.equal(embed.video.size, mp4.length)
  assert.deepEqual(
    [embed['alt'], embed['aspectRatio']],
    ['nothing moves', { width: 16, height: 9 }],
  )
})
