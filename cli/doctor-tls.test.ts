/** Addresses typed with http where only TLS is spoken: real servers, with a certificate of their own making. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { place } from './testing.ts'
import { certificate, secureServer } from './testing-tls.ts'

const home = await place()
after(() => home[Symbol.asyncDispose]())
const trusted = join(home.folder, 'certificate.pem')
await writeFile(trusted, certificate)

const Report = z.looseObject({
  steps: z.array(z.looseObject({ found: z.string(), mend: z.string().optional() })),
})
async function first(url: string, environment: Record<string, string> = {}) {
  const words = ['doctor', '--json', '--url', url, '--key', '1|none']
  const { stdout, code } = await home.crier(words, environment)
  assert.equal(code, 1)
  return Report.parse(JSON.parse(stdout)).steps[0] ?? assert.fail('a step')
}

const crier = (path: string) => (path === '/health' ? { status: 'ok', version: '1.0.0' } : {})

for (const explains of [true, false]) {
  const how = explains ? 'says so' : 'hangs up'
  test(`http at a port that takes https only, and ${how}, is told with the address to use`, async () => {
    await using server = await secureServer(crier, { explains })
    const at = `127.0.0.1:${server.port}`

    const known = await first(`http://${at}`, { NODE_EXTRA_CA_CERTS: trusted })
    assert.equal(known.found, `It does not speak http here, but https://${at} answers.`)
    assert.equal(known.mend, `Use https://${at} at clients, and set BASE_URL to it.`)

    const unknown = await first(`http://${at}/mcp`)
    assert.match(unknown.found, /^This port takes https only, and its certificate is not trusted: /)
    assert.match(unknown.mend ?? '', new RegExp(`^Use https://${at}, with a certificate`))
  })
}

test('a certificate that nobody trusts is named at an https address, too', async () => {
  await using server = await secureServer(crier, { explains: false })
  const { found, mend } = await first(`https://127.0.0.1:${server.port}`)
  assert.match(found, /does not answer: .*self.signed certificate/i)
  assert.match(mend ?? '', /Certificates must be valid/)
})
