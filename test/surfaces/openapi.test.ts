import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { problems } from '#rules/problem.ts'
import { openapiOf } from '#surfaces/openapi/document.ts'
import { operationsPage } from '../../scripts/generate/operations.ts'
import { apiPages } from '../../site/api.ts'
import { openService, type TestService } from '../service.ts'

const Reference = z.looseObject({ $ref: z.string().optional() })
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']) })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({})) }).optional(),
  responses: z.record(
    z.string(),
    Reference.extend({
      content: z
        .record(z.string(), z.looseObject({ schema: z.record(z.string(), z.unknown()) }))
        .optional(),
    }),
  ),
})
const Doc = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
type Doc = z.infer<typeof Doc>

let service: TestService
let text: string
let doc: Doc

before(async () => {
  service = await openService()
  const response = await fetch(`${service.base_url}/api/openapi.json`)
  assert.equal(response.status, 200, 'no credential is needed')
  text = await response.text()
  doc = Doc.parse(JSON.parse(text))
})
after(() => service[Symbol.asyncDispose]())

test('the addresses that the pages of operations give for it answer without a key', async () => {
  const pages = { 'docs/operations.md': operationsPage(), site: apiPages()[0]?.text ?? '' }
  for (const [page, words] of Object.entries(pages)) {
    const [, ...paths] = /`GET (\S*openapi\S*)` .*`GET (\S+)`/.exec(words) ?? []
    assert.equal(paths.length, 2, page)
    for (const path of paths) {
      const response = await fetch(`${service.base_url}${path}`)
      assert.equal(response.status, 200, `${page}: ${path}`)
      await response.arrayBuffer()
    }
    assert.doesNotMatch(words.replaceAll('/api/openapi.json', ''), /openapi\.json/, page)
  }
})

const offered = operations.flatMap(({ rest, ...others }) =>
  'absent' in rest ? [] : [{ ...others, rest }],
)

for (const { name, rest, refuses, effect } of offered) {
  test(`the document has ${name} with all that it takes and refuses with`, () => {
    const path = rest.path.replace(/:(\w+)/g, '{$1}')
    const operation = doc.paths[path]?.[rest.method.toLowerCase()]
    assert.ok(operation, `${rest.method} ${path}`)
    assert.equal(operation.operationId, name)
    for (const [, parameter] of rest.path.matchAll(/:(\w+)/g)) {
      assert.ok(operation.parameters.some((each) => each.name === parameter && each.in === 'path'))
    }
    const keyed = operation.parameters.some((each) => each.name === 'Idempotency-Key')
    assert.equal(keyed, effect !== 'reads')
    const types = Object.keys(operation.requestBody?.content ?? {})
    if (rest.takes === 'form') assert.deepEqual(types, ['multipart/form-data', 'application/json'])
    if (rest.takes === 'bytes') assert.deepEqual(types, ['application/octet-stream'])
    assert.ok(operation.responses[String(rest.status ?? 200)], 'its success')
    for (const code of refuses) {
      const answer = JSON.stringify(operation.responses[String(problems[code])])
      assert.ok(
        code === 'invalid' ? answer.includes('Invalid') : answer.includes(`"${code}"`),
        code,
      )
    }
  })
}

test('every reference leads somewhere', () => {
  const document = JSON.parse(text)
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    let at: unknown = document
    for (const step of pointer.split('/')) at = z.record(z.string(), z.unknown()).parse(at)[step]
    assert.ok(at, pointer)
  }
})

test('every operation has an id of its own', () => {
  const ids = Object.values(doc.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(ids.toSorted(), offered.map(({ name }) => name).toSorted())
})

test('the document is the same to the byte each time it is made', () => {
  const about = { version: '1.0.0', base_url: 'https://crier.example' }
  assert.equal(JSON.stringify(openapiOf(about)), JSON.stringify(openapiOf(about)))
})

test('real answers are what the document says, and nothing beyond it', async () => {
  const { id } = (await service.rest('POST', '/api/posts', draft())).body
  const reads: [string, string][] = [
    ['/api/posts', '/api/posts'],
    ['/api/posts/{id}', `/api/posts/${String(id)}`],
    ['/api/media', '/api/media'],
    ['/api/accounts', '/api/accounts'],
    ['/api/capabilities', '/api/capabilities'],
    ['/api/stats', '/api/stats'],
    ['/api/analytics', '/api/analytics'],
    ['/api/api-keys', '/api/api-keys'],
  ]
  for (const [path, url] of reads) {
    const response = await fetch(`${service.base_url}${url}`, {
      headers: { authorization: `Bearer ${service.token}` },
    })
    assert.equal(response.status, 200, url)
    const schema = doc.paths[path]?.['get']?.responses['200']?.content?.['application/json']?.schema
    assert.ok(schema, path)
    const result = validatorOf(schema).safeParse(await response.json())
    assert.ok(result.success, `${path}: ${result.error?.message}`)
  }
})

test('refusals have the shapes that the document gives them', async () => {
  const missing = await service.rest('GET', '/api/posts/999999')
  const wrong = await service.rest('GET', '/api/posts?per_page=500')
  const [problem, invalid] = [doc.components.schemas['Problem'], doc.components.schemas['Invalid']]
  assert.ok(problem && invalid)
  assert.ok(validatorOf(problem).safeParse(missing.body).success)
  assert.ok(validatorOf(invalid).safeParse(wrong.body).success)
})

test('the page to read names every operation, without a script or anything from elsewhere', async () => {
  const response = await fetch(`${service.base_url}/api`)
  const html = await response.text()
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.doesNotMatch(html, /<script|src=|https?:\/\/(?!127)/)
  for (const { name } of offered) assert.ok(html.includes(`id="${name}"`), name)
})

/** Where named schemas are is the only difference between the document and a plain JSON Schema. */
function validatorOf(schema: Record<string, unknown>) {
  const whole = JSON.stringify({ ...schema, $defs: doc.components.schemas })
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
}

function draft() {
  return { content: 'On record', social_account_ids: Object.values(service.accounts) }
}
