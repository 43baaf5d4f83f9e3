import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { endingVersions } from '#app/api-versions.ts'
import { openService } from './service.ts'

const used = { hosts: {}, client_id: 'x', client_secret: 'x' }
const linkedin = manifests['linkedin'] ?? assert.fail('there')
const ends = Date.parse(linkedin.api_version?.ends ?? '')
const before = (days: number) => new Date(ends - days * 86_400_000)

test('a version that ends is told of for ninety days, and once it has ended', () => {
  const told = (days: number) => endingVersions(manifests, { linkedin: used }, before(days))
  assert.deepEqual(told(91), [])
  assert.match(told(90)[0] ?? '', /LinkedIn ends in 90 days .* LINKEDIN_API_VERSION/)
  assert.match(told(-1)[0] ?? '', /LinkedIn has ended/)
})

test('what is not in use, and a version that the operator chose, is nobody’s worry', () => {
  assert.deepEqual(endingVersions(manifests, {}, before(1)), [])
  assert.deepEqual(
    endingVersions(manifests, { linkedin: { ...used, version: '1' } }, before(1)),
    [],
  )
})

test('/ready says it, and stays ready', async () => {
  const settings = { ROLE: 'api', LINKEDIN_CLIENT_ID: 'x', LINKEDIN_CLIENT_SECRET: 'x' }
  await using service = await openService(settings, { now: () => before(5) })
  const response = await fetch(`${service.base_url}/ready`)
  assert.equal(response.status, 200)
  const { status, warnings } = (await response.json()) as { status: string; warnings: string[] }
  assert.equal(status, 'ready')
  assert.match(warnings.join(), /LinkedIn ends in 5 days/)
})
