import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bluesky } from '../connector.ts'
import { account, hosts, stub } from './stub.ts'

const search = async (body: unknown, words = 'ada', status = 200) => {
  const tools = stub(() => ({ status, body }))
  return { tools, found: bluesky.people?.(words, account, tools) }
}

test('people are asked for by the beginning of a name, without a token and without the sign', async () => {
  const { tools, found } = await search(
    {
      actors: [
        {
          did: 'did:plc:ada',
          handle: 'ada.example',
          displayName: 'Ada Lovelace',
          avatar: 'https://cdn.example/a.jpg',
        },
        { did: 'did:plc:bob', handle: 'bob.example', displayName: '' },
      ],
    },
    '@ad',
  )
  assert.deepEqual(await found, [
    {
      name: 'Ada Lovelace',
      username: 'ada.example',
      avatar_url: 'https://cdn.example/a.jpg',
      url: `${hosts.web}/profile/did:plc:ada`,
      mention: '@ada.example',
      option: null,
    },
    {
      name: 'bob.example',
      username: 'bob.example',
      avatar_url: null,
      url: `${hosts.web}/profile/did:plc:bob`,
      mention: '@bob.example',
      option: null,
    },
  ])
  const { url, headers } = tools.asked[0] ?? assert.fail()
  const { origin, pathname, searchParams } = new URL(url)
  assert.equal(origin + pathname, `${hosts.public}/xrpc/app.bsky.actor.searchActorsTypeahead`)
  assert.deepEqual(Object.fromEntries(searchParams), { q: 'ad', limit: '10' })
  assert.equal('authorization' in headers, false)
})

test('whoever cannot be mentioned is left out, and an odd entry spoils no others', async () => {
  const { found } = await search({
    actors: [
      { did: 'did:plc:lost', handle: 'handle.invalid' },
      { did: 7 },
      { did: 'did:plc:ada', handle: 'ada.example', displayName: 7 },
    ],
  })
  assert.deepEqual(
    (await found)?.map(({ mention, name }) => [mention, name]),
    [['@ada.example', 'ada.example']],
  )
})

test('an answer without people, and a refusal, are failures', async () => {
  const odd = await search({ people: [] })
  await assert.rejects(async () => odd.found, { code: 'unreadable_answer' })
  const busy = await search({ error: 'RateLimitExceeded', message: 'Later' }, 'ada', 429)
  await assert.rejects(async () => busy.found, {
    kind: 'later',
    code: 'rate_limited',
    scope: 'app',
  })
})
