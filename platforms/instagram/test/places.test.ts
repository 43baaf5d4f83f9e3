import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, stage, told } from '../../kit/test/stage.ts'
import { instagram } from '../connector.ts'
import { manifest } from '../manifest.ts'
import { account, behindPage } from './testing.ts'

test('with Facebook Login places are searched as the person; Instagram’s own login finds none, and says so', async () => {
  const data = [
    { id: '8', name: 'Markthalle', location: { city: 'Berlin', latitude: 52.5, longitude: 13.4 } },
    { id: '9', name: 'x' },
  ]
  const { tools, asked } = stage(manifest, { json: { data } })
  assert.deepEqual(await instagram.places?.('markt', behindPage, tools), [
    { value: '8', name: 'Markthalle', note: 'Berlin' },
  ])
  assert.equal(asked[0]?.url.pathname, '/fb_graph/v25.0/pages/search')
  assert.equal(asked[0]?.headers['authorization'], 'Bearer EAAGuser-token')
  const failure = await failureOf(Promise.resolve(instagram.places?.('markt', account, tools)))
  assert.equal(told(failure), 'rejected forbidden')
  assert.match(failure.message, /Facebook Login/)
  assert.equal(asked.length, 1, 'nobody is asked')
})
