import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publication, type Reply, runAll, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { places } from '../places.ts'
import { publish } from '../publish.ts'
import { account, FINISHED, graph, LINK, MADE, OUT } from './testing.ts'

const search = async (reply: Reply, words = 'market') => {
  const at = stage(manifest, reply)
  return { found: await places(words, account, at.tools), asked: at.asked }
}

test('places are found by words, with numbers to the last digit and addresses in one line', async () => {
  const text =
    '{"data":[{"id":90071992547409931,"name":"Markthalle Neun","address":"Eisenbahnstraße 42","city":"Berlin","country":"Germany","postal_code":"10997"},{"id":12345,"name":"Market","address":null},{"id":"77","name":"Bazaar","city":"Cairo"}]}'
  const { found, asked } = await search({ text }, 'Markt & Halle')
  assert.equal(asked[0]?.url.pathname, '/api/v1.0/location_search')
  assert.equal(asked[0]?.url.searchParams.get('q'), 'Markt & Halle')
  assert.deepEqual(found, [
    {
      value: '90071992547409931',
      name: 'Markthalle Neun',
      note: 'Eisenbahnstraße 42, 10997 Berlin, Germany',
    },
    { value: '12345', name: 'Market' },
    { value: '77', name: 'Bazaar', note: 'Cairo' },
  ])
  assert.deepEqual((await search({ json: { data: [] } })).found, [])
})

test('who did not allow places is told to connect again, and stays connected', async () => {
  const refused = graph(10, undefined, 'Application does not have permission', 403)
  const failure = await failureOf(search(refused))
  assert.equal(told(failure), 'rejected missing_scope')
  assert.match(failure.message, /Connect it again.*threads_location_tagging.*THREADS_SCOPES/)

  const options = { location_id: '12345' }
  const naming = stage(manifest, refused)
  const publishing = runAll(publish(publication({ options }), account, naming.tools))
  assert.equal(told(await failureOf(publishing)), 'rejected missing_scope')
  const plain = stage(manifest, refused)
  const failed = await failureOf(runAll(publish(publication(), account, plain.tools)))
  assert.equal(failed.kind, 'reconnect', 'without a place it is another permission that lacks')
})

test('a post names its place, the parts behind it do not', async () => {
  const { tools, asked } = stage(manifest, MADE, FINISHED, OUT, LINK, MADE, FINISHED, OUT, LINK)
  const options = { location_id: '90071992547409931' }
  const post = publication({ options, thread: [{ text: 'More', media: [] }] })
  await runAll(publish(post, account, tools))
  const containers = asked.filter(({ url }) => url.pathname.endsWith('/me/threads'))
  assert.deepEqual(
    containers.map(({ form }) => form['location_id']),
    ['90071992547409931', undefined],
  )
})
