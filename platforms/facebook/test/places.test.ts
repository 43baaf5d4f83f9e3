import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { failureOf, publication, runAll, stage, told } from '../../kit/test/stage.ts'
import { facebook } from '../connector.ts'
import { manifest } from '../manifest.ts'
import { account, json, publishing, refused } from './testing.ts'

const found = json({
  data: [
    {
      id: '309968765748101',
      name: 'Facebook HQ',
      location: {
        street: '1 Hacker Way',
        zip: '94025',
        city: 'Menlo Park',
        state: 'CA',
        country: 'United States',
        latitude: 37.48,
        longitude: -122.1,
      },
    },
    { id: '7', name: 'A Page without a place' },
    { id: '9', name: 'A Page of a town', location: { city: 'Berlin' } },
    { id: '8', name: 'Somewhere', location: { latitude: 1, longitude: 2 } },
  ],
})

test('places are Pages with a location, searched as the person with the proof of the app', async () => {
  const { tools, asked } = stage(manifest, found)
  assert.deepEqual(await facebook.places?.('hq', account, tools), [
    {
      value: '309968765748101',
      name: 'Facebook HQ',
      note: '1 Hacker Way, 94025 Menlo Park, CA, United States',
    },
    { value: '8', name: 'Somewhere' },
  ])
  const { url, headers } = asked[0] ?? assert.fail('asked')
  assert.equal(url.pathname, '/graph/v25.0/pages/search')
  assert.equal(url.searchParams.get('q'), 'hq')
  assert.equal(headers['authorization'], 'Bearer EAAGuser-token')
  const proof = createHmac('sha256', 'hush-hush').update('EAAGuser-token').digest('hex')
  assert.equal(url.searchParams.get('appsecret_proof'), proof)
})

test('an app without the feature is a refusal of the search, not of the account', async () => {
  const { tools } = stage(manifest, refused(10))
  const failure = await failureOf(Promise.resolve(facebook.places?.('hq', account, tools)))
  assert.equal(told(failure), 'rejected missing_scope')
  assert.match(failure.message, /Page Public Metadata Access/)
})

test('a post of the feed names its place', async () => {
  const { steps, asked } = publishing(
    publication({ options: { place: '8' } }),
    json({ id: '1055_77' }),
  )
  await runAll(steps)
  assert.equal(asked[0]?.form['place'], '8')
})
