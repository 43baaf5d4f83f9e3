/** Names that no file has are refused, whatever they are in PostgreSQL. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browser } from '../people/browser.ts'
import { openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

test('a file whose name has a NUL is not there', async () => {
  for (const path of ['/media/%00', '/media/a%00.png']) {
    assert.equal((await browser(service).ask('GET', path)).status, 404, path)
  }
})
