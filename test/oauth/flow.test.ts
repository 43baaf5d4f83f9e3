import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { ask, allow, connect, openBrowser, opens } from './browser.ts'
import { clients } from './clients.ts'
import { authorizeUrl, pkce, register } from './kit.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

test('a token opens /mcp-oauth, and is good for an hour and nothing else', async () => {
  const browser = await openBrowser(service)
  const { client_id } = await register(service)
  const tokens = await connect(service, browser, client_id)
  assert.deepEqual([tokens.expires_in, tokens.scope], [3600, 'mcp:use'])
  assert.equal(await opens(service, tokens.access_token), 200)
  assert.equal(await opens(service, tokens.refresh_token), 401)
})

for (const { name, registers, redirects } of clients) {
  test(`${name} is sent back to each of its redirects, with a code`, async () => {
    const browser = await openBrowser(service)
    const { client_id } = await register(service, registers)
    for (const redirect_uri of redirects) {
      const uid = await ask(
        browser,
        authorizeUrl(service, client_id, pkce().challenge, { redirect_uri }),
      )
      const url = await allow(browser, uid)
      assert.ok(url.href.startsWith(redirect_uri), url.href)
      assert.ok(url.searchParams.get('code'))
      assert.equal(url.searchParams.get('state'), 'a state')
      assert.equal(url.searchParams.get('iss'), service.base_url)
    }
  })
}
