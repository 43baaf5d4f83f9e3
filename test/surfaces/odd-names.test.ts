/** Names that no platform and no file has are refused, whatever they are in JavaScript or PostgreSQL. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser } from '../people/browser.ts'
import { owner } from '../people/cast.ts'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api', TRUST_PROXY: 'loopback' })
after(() => service[Symbol.asyncDispose]())

test('a file whose name has a NUL is not there', async () => {
  for (const path of ['/media/%00', '/media/a%00.png']) {
    assert.equal((await browser(service).ask('GET', path)).status, 404, path)
  }
})

test('a platform that is called as what every object has is none', async () => {
  const { page, workspace_id } = await owner(service)
  const at = `/console/workspaces/${workspace_id}/connect`
  for (const platform of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    for (const sandbox of [true, false]) {
      const begun = await page.ask('POST', at, { platform, sandbox })
      assert.ok(begun.status < 500, `${platform} ${sandbox}: ${begun.status}`)
    }
})

test('nor where it is signed in to by a password', async () => {
  const { body } = await service.rest('GET', '/api/accounts')
  const ticket = new URL(String(body['connect_url'])).searchParams.get('ticket') ?? ''
  for (const platform of ['__proto__', 'constructor', 'toString'])
    for (const sandbox of ['0', '1']) {
      const query = new URLSearchParams({ ticket, sandbox }).toString()
      const answer = await browser(service).ask('POST', `/connect/${platform}/sign-in?${query}`, {})
      assert.ok(answer.status < 500, `${platform} ${sandbox}: ${answer.status}`)
    }
})
