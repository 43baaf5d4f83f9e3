import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { type Place, place } from './testing.ts'

let at: Place
before(async () => {
  at = await place()
})
after(() => at[Symbol.asyncDispose]())

const Link = z.object({ url: z.url() })
const invitation = { SIGN_UP: 'invitation' }
const ada = { name: 'Ada', email: 'ada@example.org', password: 'analytical engine' }

test('whoever runs the instance invites the first person, and lets somebody who is locked out back in', async () => {
  assert.equal((await at.crier(['person', 'list'])).stdout, 'Nobody signed up so far.\n')
  const invited = await at.crier(['person', 'invite', ada.email, '--json'], invitation)
  assert.equal(invited.code, 0, invited.stderr)
  const token = tokenOf(invited.stdout)

  await using service = await at.serve()
  assert.ok(service)
  const send = async (path: string, body: object) =>
    fetch(`${at.base_url}/console${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: at.base_url },
      body: JSON.stringify(body),
    })
  assert.equal((await send('/sign-up', { ...ada, invitation: token })).status, 201)
  const listed = await at.crier(['person', 'list', '--json'])
  assert.match(listed.stdout, /ada@example\.org/)
  assert.match(listed.stdout, /"role": "owner"/)

  const reset = await at.crier(['person', 'reset-password', ada.email, '--json'])
  const password = 'difference engine'
  const answer = await send('/password/reset', { token: tokenOf(reset.stdout), password })
  assert.equal(answer.status, 204)
  assert.equal((await send('/sign-in', { email: ada.email, password })).status, 200)

  const factor = await at.crier(['person', 'reset-second-factor', ada.email, '--json'])
  assert.deepEqual(JSON.parse(factor.stdout), { reset: false })

  const link = await at.crier(['person', 'sign-in-link', ada.email, '--json'])
  assert.match(link.stdout, /\/sign-in\?token=/)
  const once = { token: tokenOf(link.stdout) }
  const back = await send('/sign-in/link', once)
  assert.equal(back.status, 200)
  assert.match(back.headers.get('set-cookie') ?? '', /^crier_session=/)
  assert.equal((await send('/sign-in/link', once)).status, 404, 'it is good once')
})

test('without passwords a link signs in, and none is sent to choose one', async () => {
  const off = {
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'crier',
    OIDC_CLIENT_SECRET: 'secret',
    PASSWORDS: 'off',
  }
  const refused = await at.crier(['person', 'reset-password', ada.email], off)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /crier person sign-in-link/)
  assert.match((await at.crier(['person', 'sign-in-link', ada.email], off)).stdout, /\?token=/)
})

test('an address that nobody has, or that is none, is told', async () => {
  const nobody = await at.crier(['person', 'reset-password', 'nobody@example.org'])
  assert.equal(nobody.code, 1)
  assert.match(nobody.stderr, /Nobody has the address nobody@example\.org/)
  const none = await at.crier(['person', 'invite', 'nowhere'])
  assert.equal(none.code, 2)
  assert.match(none.stderr, /EMAIL|email/)
})

function tokenOf(stdout: string) {
  const url = new URL(Link.parse(JSON.parse(stdout)).url)
  assert.ok(url.href.startsWith(at.base_url))
  return url.searchParams.get('token')
}
