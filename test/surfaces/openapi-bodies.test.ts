/** What the document says of bodies is what the service takes, by a validator that we did not write. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type AnySchema, Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapiOf } from '#surfaces/openapi/document.ts'
import { type Body, openService } from '../service.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts

const document: AnySchema = JSON.parse(
  JSON.stringify(openapiOf({ version: '1.0.0', base_url: 'https://crier.example' })),
)
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'crier')

const pointer = (path: string, method: string) =>
  `crier#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/requestBody/content/application~1json/schema`

function isDocumented(path: string, method: string, body: Body) {
  const validate = ajv.getSchema(pointer(path, method))
  assert.ok(validate, `${method} ${path}`)
  return validate(body)
}

test('a post says its accounts, or sets of them, or both: so the document says, and so the service does', async () => {
  const { body } = await service.rest('POST', '/api/account-sets', {
    name: 'Both',
    account_ids: [x, bluesky],
  })
  const sets = { account_set_ids: [body['id']] }
  const bodies: [Body, boolean][] = [
    [{ content: 'One', social_account_ids: [x] }, true],
    [{ content: 'Two', ...sets }, true],
    [{ content: 'Three', ...sets, social_account_ids: [x] }, true],
    [{ content: 'Four', ...sets, social_account_ids: [] }, true],
    [{ content: 'Five' }, false],
    [{ ...sets }, false],
  ]
  for (const [post, isTaken] of bodies) {
    const text = JSON.stringify(post)
    assert.equal(isDocumented('/api/posts', 'post', post), isTaken, text)
    assert.equal((await service.rest('POST', '/api/posts', post)).status, isTaken ? 201 : 422, text)
  }
})
