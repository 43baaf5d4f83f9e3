import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, stage, told } from '../../kit/test/stage.ts'
import { facebook } from '../connector.ts'
import { manifest, Options } from '../manifest.ts'
import { account, json, refused } from './testing.ts'

const found = json({
  data: [
    { id: '105000000000003', name: 'Analytical Engines', link: 'https://facebook.com/engines' },
    { id: '7', name: 'Engines [old]' },
    { id: '8', name: 'Engines & Sons' },
  ],
})

test('Pages are found by words, as the person, each as the option mentions takes it', async () => {
  const { tools, asked } = stage(manifest, found)
  const people = (await facebook.people?.('engines', account, tools)) ?? []
  assert.deepEqual(people, [
    {
      name: 'Analytical Engines',
      username: null,
      avatar_url: null,
      url: 'https://facebook.com/engines',
      mention: '@Analytical Engines',
      option: 'Analytical Engines (105000000000003)',
    },
    {
      name: 'Engines & Sons',
      username: null,
      avatar_url: null,
      url: null,
      mention: '@Engines & Sons',
      option: 'Engines & Sons (8)',
    },
  ])
  for (const { option } of people) assert.ok(Options.safeParse({ mentions: [option] }).success)
  const { url, headers } = asked[0] ?? assert.fail('asked')
  assert.equal(url.pathname, '/graph/v25.0/pages/search')
  assert.deepEqual(
    [url.searchParams.get('q'), url.searchParams.get('fields')],
    ['engines', 'id,name,link'],
  )
  assert.equal(headers['authorization'], 'Bearer EAAGuser-token')
  assert.ok(url.searchParams.get('appsecret_proof'))
})

test('an app without the feature is a refusal of the search, not of the account', async () => {
  const { tools } = stage(manifest, refused(10))
  const failure = await failureOf(Promise.resolve(facebook.people?.('hq', account, tools)))
  assert.equal(told(failure), 'rejected missing_scope')
  assert.match(failure.message, /Page Public Metadata Access.*mentioned by its number/)
})
