/** The atproto profile of OAuth against the server that Bluesky itself runs. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { bluesky } from '#platforms/bluesky/connector.ts'
import { consent } from './browser.ts'
import {
  accountOf,
  failure,
  file,
  png,
  publication,
  refreshed,
  run,
  surroundings,
} from './crier.ts'
import { type Pds, type Person, startPds } from './pds.ts'

let pds: Pds
let alice: Person

before(async () => {
  pds = await startPds()
  alice = await pds.account('alice')
})
after(async () => {
  await pds[Symbol.asyncDispose]()
})

async function connect(person: Person, tools = surroundings(pds)) {
  const { url, keep } = await bluesky.authorize(
    { state: 'the state', hint: `@${person.handle}` },
    tools,
  )
  const answer = await consent(url, person, bluesky.manifest.scopes.join(' '))
  const [offered] = await bluesky.exchange(answer, keep, tools)
  assert(offered)
  return { offered, account: accountOf(offered), keep, answer }
}

test('OAuth connects, publishes with images, and renews with one use of each refresh token', async () => {
  const tools = surroundings(pds)
  const { offered, account: carol } = await connect(alice, tools)
  assert.equal(offered.platform_account_id, alice.did)
  assert.deepEqual(offered.settings, { pds: pds.pds })
  const media = [11, 22].map((grey) => file(png(950, grey), 'image/png'))
  const given = publication({ text: 'by OAuth', media, first_comment: 'again' })
  tools.sent.length = 0
  await run(given, carol, tools)
  const records = await pds.records(alice.did, 'app.bsky.feed.post')
  assert.deepEqual(
    records.map(({ value }) => value['text']),
    ['by OAuth', 'again'],
  )
  const uploads = tools.sent.filter(({ url }) => url.endsWith('uploadBlob'))
  assert.deepEqual(
    uploads.map(({ status }) => status),
    [200, 200],
    'no file is sent in vain',
  )

  tools.sent.length = 0
  const next = refreshed(carol, await bluesky.refresh(carol, tools))
  const asked = tools.sent.filter(({ url }) => url.endsWith('/oauth/token'))
  assert.deepEqual(
    asked.map(({ status }) => status),
    [400, 200],
    'the nonce first, then the one use',
  )
  await run(publication({ text: 'with renewed tokens' }), next, tools)

  const token = z.object({ access_token: z.string() }).parse(next.secret).access_token
  const late = { ...next, secret: { ...next.secret, access_token: pds.expired(token) } }
  await assert.rejects(
    run(publication({ text: 'late' }), late, tools),
    failure('expired', 'token_expired'),
  )

  await assert.rejects(bluesky.refresh(carol, tools), failure('reconnect', 'access_ended'))
  await assert.rejects(bluesky.refresh(next, tools), failure('reconnect', 'access_ended'))
})

test('without a hint the configured server is asked; a foreign answer is not taken', async () => {
  const tools = surroundings(pds)
  const { url, keep } = await bluesky.authorize({ state: 'mine' }, tools)
  const answer = await consent(url, alice, bluesky.manifest.scopes.join(' '))
  for (const wrong of [{ iss: 'https://evil.example' }, { state: 'other' }, { code: '' }]) {
    const mixed = bluesky.exchange({ ...answer, ...wrong }, keep, tools)
    await assert.rejects(mixed, failure('rejected', 'state_unknown'))
  }
  const denied = bluesky.exchange({ ...answer, error: 'access_denied' }, keep, tools)
  await assert.rejects(denied, failure('rejected', 'access_denied'))
  const [offered] = await bluesky.exchange(answer, keep, tools)
  assert.equal(offered?.platform_account_id, alice.did)
})

test('somebody else signing in than was named is refused', async () => {
  const tools = surroundings(pds)
  const eve = await pds.account('eve')
  const { url, keep } = await bluesky.authorize({ state: 's', hint: alice.handle }, tools)
  const answer = await consent(url, eve, bluesky.manifest.scopes.join(' '))
  await assert.rejects(bluesky.exchange(answer, keep, tools), failure('rejected', 'other_account'))
})
