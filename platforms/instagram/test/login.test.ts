import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountOf, authorized, openBench, publicationFor } from '../../../test/platform-bench.ts'
import { clip, pictures } from '../../../test/media-place.ts'
import { drive } from '../../../test/reference-driver.ts'
import { failureOf, stage } from '../../kit/test/stage.ts'
import { allow } from '#sandbox/service/person.ts'
import { instagram } from '../connector.ts'
import { FACEBOOK_SCOPES, INSTAGRAM_SCOPES, manifest } from '../manifest.ts'
import { refused } from './testing.ts'

async function behindPages(name: number) {
  const bench = await openBench('instagram')
  bench.tools.config.scopes = FACEBOOK_SCOPES
  const person = bench.emulator.people[name] ?? bench.person
  const { answer, keep, url } = await authorized(bench, person, allow)
  const offered = await bench.connector.exchange(answer, keep, bench.tools)
  return { bench, offered, url: new URL(url) }
}

test('the permissions of the app decide which login is used; the person may say where it has both', async () => {
  const ask = async (scopes: readonly string[] | undefined, hint?: string) => {
    const { tools } = stage(manifest)
    if (scopes) tools.config.scopes = scopes
    const { url } = await instagram.authorize({ state: 's', ...(hint && { hint }) }, tools)
    return new URL(url)
  }
  const own = await ask(undefined)
  assert.equal(own.pathname, '/web/oauth/authorize')
  assert.equal(own.searchParams.get('scope'), INSTAGRAM_SCOPES.join(','))
  const both = [...INSTAGRAM_SCOPES, ...FACEBOOK_SCOPES]
  assert.equal((await ask(both)).pathname, '/web/oauth/authorize')
  for (const facebook of [await ask(FACEBOOK_SCOPES), await ask(both, 'facebook')]) {
    assert.equal(facebook.pathname, '/fb_web/v25.0/dialog/oauth')
    assert.equal(facebook.searchParams.get('scope'), FACEBOOK_SCOPES.join(','))
  }
})

test('with Facebook’s login every account behind the person’s Pages is offered, over all pages of the list', async () => {
  const { bench, offered } = await behindPages(2)
  await using _ = bench
  assert.ok(offered.length > 25)
  assert.equal(new Set(offered.map((one) => one.platform_account_id)).size, offered.length)
  assert.ok(offered.every(({ settings }) => settings['login'] === 'facebook'))
})

test('with Facebook’s login a carousel and a reel go out, and the tokens are renewed', async () => {
  const { bench, offered } = await behindPages(0)
  await using _ = bench
  const { connector, tools, emulator } = bench
  const [first] = offered
  assert.ok(first)
  const account = accountOf(first)
  for (const media of [pictures(2), [clip()]]) {
    const publication = await publicationFor(bench, { media, text: `${media.length}` })
    await drive({ connector, tools, account, publication, journal: { saved: {}, begun: {} } })
    account.secret = (await connector.refresh(account, tools)).secret
  }
  assert.deepEqual(
    emulator.posts().map(({ media }) => media.map(({ mime_type }) => mime_type)),
    [['image/jpeg', 'image/jpeg'], ['video/mp4']],
  )
})

test('with Facebook’s login the bytes of a video story are sent', async () => {
  const { bench, offered } = await behindPages(0)
  await using _ = bench
  const { connector, tools, emulator } = bench
  const [first] = offered
  assert.ok(first)
  const content = { media: [clip()], options: { kind: 'story' } }
  const { media, ...rest } = await publicationFor(bench, content)
  const publication = { ...rest, media: media.map((one) => ({ ...one, url: undefined })) }
  const journal = { saved: {}, begun: {} }
  await drive({ connector, tools, account: accountOf(first), publication, journal })
  assert.deepEqual(
    emulator.posts().map(({ extra }) => extra['kind']),
    ['STORIES'],
  )
})

test('an id that comes as a number keeps its digits', async () => {
  const permissions = INSTAGRAM_SCOPES
  const { tools } = stage(
    manifest,
    { json: { access_token: 'short-token', permissions } },
    { json: { access_token: 'long-token', token_type: 'bearer', expires_in: 5_184_000 } },
    { text: '{"user_id": 17841405793187219, "username": "ada", "id":"26"}' },
  )
  const [offered] = await instagram.exchange({ code: 'abc' }, { login: 'instagram' }, tools)
  assert.equal(offered?.platform_account_id, '17841405793187219')
})

test('a token of an hour that comes wrapped is taken; permissions left out are noticed', async () => {
  const answer = { code: 'abc#_' }
  const short = {
    access_token: 'short-token',
    user_id: '1',
    permissions: 'instagram_business_basic',
  }
  const { tools, asked } = stage(manifest, { json: { data: [short] } })
  const failure = await failureOf(instagram.exchange(answer, { login: 'instagram' }, tools))
  assert.deepEqual([failure.kind, failure.code], ['rejected', 'missing_scope'])
  assert.equal(asked[0]?.form['code'], 'abc')
})

test('a token that has ended cannot be renewed: a person must connect again', async () => {
  const { tools } = stage(manifest, refused(190, 463))
  const ended = {
    platform_account_id: '1',
    username: 'ada',
    settings: { login: 'instagram' },
    secret: { access_token: 'ended-token' },
  }
  const failure = await failureOf(instagram.refresh(ended, tools))
  assert.deepEqual([failure.kind, failure.code], ['reconnect', 'access_ended'])
})
