import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operations } from '#operations/index.ts'
import { openService } from '../service.ts'
import { callers, refusal, surfaces } from './callers.ts'
import { inAnHour, newKey, newPost } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

const doors = [
  ...operations.flatMap(({ rest }) =>
    'absent' in rest ? [] : [{ method: rest.method, path: rest.path.replace(':id', '1') }],
  ),
  { method: 'POST', path: '/mcp' },
]

async function knock(method: string, path: string, authorization?: string) {
  const response = await fetch(service.base_url + path, {
    method,
    headers: authorization === undefined ? {} : { authorization },
  })
  return { response, body: await response.text() }
}

test('without a valid key every door answers 401, and why is not told apart', async () => {
  const { id, secret, token } = await newKey(service)
  const revoked = await newKey(service)
  await service.rest('DELETE', `/api/api-keys/${revoked.id}`)
  const stranger = token.replace(secret, 'A'.repeat(43))
  const bad = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    token,
    'Bearer nonsense',
    `Bearer ${secret}`,
    `Bearer ${id}|`,
    `Bearer 0${token}`,
    `Bearer -${token}`,
    `Bearer 999999999999999|${secret}`,
    `Bearer 99999999999999999999|${secret}`,
    `Bearer ${stranger}`,
    `Bearer ${token}x`,
    `Bearer ${token} ${token}`,
    `Bearer ${revoked.token}`,
  ]
  const bodies = new Set<string>()
  for (const authorization of bad) {
    const [{ method, path } = { method: 'GET', path: '/api/posts' }] = doors
    const { response, body } = await knock(method, path, authorization)
    assert.equal(response.status, 401, authorization)
    bodies.add(body)
  }
  assert.equal(bodies.size, 1)

  for (const { method, path } of doors) {
    const { response, body } = await knock(method, path, `Bearer ${revoked.token}`)
    assert.equal(response.status, 401, `${method} ${path}`)
    assert.equal(response.headers.get('www-authenticate'), 'Bearer')
    assert.ok(response.headers.get('x-request-id'))
    assert.equal(refusal(401, JSON.parse(body)).code, 'unauthenticated')
  }
  assert.equal((await knock('GET', '/api/posts', `bearer  ${token}`)).response.status, 200)
})

test('the challenge at /mcp carries no resource metadata, so that key clients are not pulled into OAuth', async () => {
  const { response } = await knock('POST', '/mcp')
  assert.equal(response.headers.get('www-authenticate'), 'Bearer')
})

for (const surface of surfaces) {
  test(`a key does what its abilities say and nothing else, over ${surface}`, async () => {
    const abilities = [...new Set(operations.map(({ ability }) => ability))]
    for (const mine of abilities) {
      const { token } = await newKey(service, [mine])
      const call = callers(service, token)[surface]
      for (const { name, ability, unrestricted, [surface]: face } of operations) {
        if ('absent' in face) continue
        const { code, body } = await call(name, name === 'create_api_key' ? {} : { id: 999_999 })
        if (unrestricted) assert.equal(code, 'unauthenticated', `only * sends bytes to ${name}`)
        else if (ability === mine) assert.notEqual(code, 'forbidden', `${mine} allows ${name}`)
        else {
          assert.equal(code, 'forbidden', `${mine} does not allow ${name}`)
          if (surface === 'mcp') assert.equal(body['ability'], ability)
        }
      }
    }
  })
}

test('a key without any ability is known, and may do nothing', async () => {
  const { token } = await newKey(service, [])
  const { code, body } = await callers(service, token).mcp('get_accounts')
  assert.equal(code, 'forbidden')
  assert.match(String(body['message']), /posts:read/)
})

for (const surface of surfaces) {
  test(`a key that ends while it waits hears of nothing that came later, over ${surface}`, async () => {
    const { rest } = callers(service)
    const { x = 0, bluesky = 0 } = service.accounts
    const id = await newPost(service, { social_account_ids: [x, bluesky], when: inAnHour() })
    const [key, other] = [await newKey(service), await leashed(service, {})]
    const [call, narrow] = [callers(service, key.token)[surface], other[surface]]
    for (const each of [call, narrow])
      assert.equal((await each('get_post', { id })).code, undefined)
    const waiting = [call('get_post', { id, wait: 30 }), narrow('get_post', { id, wait: 30 })]
    // Another call goes there and back meanwhile.
    await rest('get_post', { id: String(id) })
    await rest('revoke_api_key', { id: key.id })
    await other.adjust({ account_ids: [x] })
    await rest('update_post', { id, content: 'Nothing of theirs', when: 'draft' })
    const [ended, narrowed] = await Promise.all(waiting)
    assert.deepEqual([ended?.code, narrowed?.code], ['unauthenticated', 'post_not_found'])
    assert.ok(!JSON.stringify([ended, narrowed]).includes('theirs'))
  })
}
