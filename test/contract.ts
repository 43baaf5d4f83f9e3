/** Every answer of the REST API that a test receives is held against the OpenAPI document, by a validator that we did not write. */
import assert from 'node:assert/strict'
import { type AnySchema, Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { openapiOf } from '#surfaces/openapi/document.ts'
import { libraryWords, misnamed } from './refused-texts.ts'
import { shared } from './shared.ts'

const Answers = z.record(
  z.string(),
  z.looseObject({
    content: z.record(z.string(), z.unknown()).optional(),
    headers: z.record(z.string(), z.unknown()).optional(),
  }),
)
const Described = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string() })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: Answers,
})
type Described = z.infer<typeof Described>
const Documented = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Described)),
  components: z.looseObject({ responses: z.object({ Unexpected: Answers.valueType }) }),
})

/** What an answer says beside its body, where it is not the same for all that HTTP carries. */
const ownHeaders = [
  'X-Request-Id',
  'Idempotent-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'Still-Live',
  'Allow',
]

/** What may befall any request before it comes to an operation, as `default` in the document has it. */
const onTheWire = new Set([400, 405, 408, 413, 415, 431, 500, 503])

let contract: ReturnType<typeof readContract> | undefined

/** Once in a process, and only where something is asked. */
function readContract() {
  const document = shared('openapi', () =>
    openapiOf({ version: '0', base_url: 'http://127.0.0.1' }),
  )
  const ajv = new Ajv2020({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(document as AnySchema, 'openapi')
  const { paths, components } = Documented.parse(document)
  const routes = Object.entries(paths)
    // What is spelled out comes before what has a name in its place.
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, methods]) => ({
      path,
      methods,
      pattern: new RegExp(`^(?:/console/workspaces/\\d+)?${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
  const fields = fieldsIn(Object.values(paths).flatMap(Object.values<Described>))
  return { ajv, routes, fields, unexpected: components.responses.Unexpected }
}

interface Exchanged {
  method: string
  url: URL
  /** What was sent as JSON. */
  sent: unknown
  response: Response
  /** The body of the response. */
  text: string
}

/** Throws, naming operation and status, when the answer is not what the document says. */
function holdToContract({ method, url, sent, response, text }: Exchanged) {
  const { ajv, routes, fields, unexpected } = (contract ??= readContract())
  const route = routes.find(({ pattern }) => pattern.test(url.pathname))
  const operation = route?.methods[method.toLowerCase()]
  const { status } = response
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const body: unknown = type === 'application/json' && text ? JSON.parse(text) : undefined
  const where = `${operation?.operationId ?? url.pathname} answers ${status}`
  if (status >= 400) assert.equal(libraryWords(text), undefined, `${where}: a library speaks`)
  if (!route || !operation || status === 304) return
  // What refuses people at the dashboard's door is not the document's to tell.
  if (status >= 400 && url.pathname.startsWith('/console/')) return

  const declared = operation.responses[String(status)] ? String(status) : 'default'
  const common = declared === 'default'
  assert.ok(!common || onTheWire.has(status), `${where}, which the document does not have: ${text}`)
  const strange = misnamed(body, [...fields, ...namesOf(url, sent)])
  assert.equal(strange, undefined, `${where} about a field that the caller does not know: ${text}`)
  const { content, headers = {} } = common ? unexpected : (operation.responses[declared] ?? {})
  const silent = ownHeaders.find((name) => response.headers.has(name) && !headers[name])
  assert.equal(silent, undefined, `${where} with a header that the document does not have`)
  if (!content) return assert.equal(text, '', `${where} with a body`)
  if (!content[type]) assert.fail(`${where} with ${type || 'no type'}`)
  if (type !== 'application/json') return undefined

  const place = ['paths', route.path, method.toLowerCase(), 'responses', declared]
  const inside = ['content', 'application/json', 'schema']
  const pointer = common
    ? '/components/schemas/Problem'
    : `/${[...place, ...inside].map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/')}`
  const $ref = `openapi#${pointer}`
  const validate = ajv.getSchema($ref)
  assert.ok(validate, $ref)
  if (!validate(body)) assert.fail(`${where}: ${ajv.errorsText(validate.errors)}: ${text}`)
  return undefined
}

/** The fields that a caller reads of, of whatever operation: a refusal may be about the stored post that they are part of. */
function fieldsIn(operations: readonly Described[]) {
  return operations.flatMap(({ parameters, requestBody }) => [
    ...parameters.map(({ name }) => name),
    ...Object.values(requestBody?.content ?? {}).flatMap((each) =>
      Object.keys(BodyOf.safeParse(each).data?.schema.properties ?? {}),
    ),
  ])
}

/** What was sent has a name of the caller's. */
function namesOf(url: URL, sent: unknown) {
  const own = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
  return [...url.searchParams.keys(), ...own]
}

const BodyOf = z.object({
  schema: z.object({ properties: z.record(z.string(), z.unknown()) }),
})

/** What was found at the services that are watched, by their address. */
const watched = new Map<string, Error[]>()
const plain = globalThis.fetch

/** From now on whatever a test fetches from there is looked at; disposing of it throws what was found and not heard of. */
export function watch(base_url: string): Disposable {
  const found: Error[] = []
  watched.set(new URL(base_url).origin, found)
  globalThis.fetch = watching
  return {
    [Symbol.dispose]() {
      watched.delete(new URL(base_url).origin)
      if (found[0]) throw found[0]
    },
  }
}

async function watching(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await plain(input, init)
  const url = new URL(input instanceof Request ? input.url : input)
  const found = watched.get(url.origin)
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
  if (!found || method === 'HEAD' || method === 'OPTIONS') return response
  if (url.pathname.startsWith('/mcp')) {
    // A stream of events may stay open: whoever waits for it does not wait for us.
    void textOf(response).then((text) => keep(found, () => holdToPlainWords(text)))
    return response
  }
  if (!/^(\/console\/workspaces\/\d+)?\/api\//.test(url.pathname)) return response
  const text = await textOf(response)
  if (text === undefined) return response
  const sent = sentIn(init)
  const before = found.length
  keep(found, () => holdToContract({ method, url, sent, response, text }))
  if (found.length > before) throw found.at(-1)
  return response
}

/** Undefined when it broke off, which is the test's business. */
async function textOf(response: Response) {
  try {
    return await response.clone().text()
  } catch {
    return undefined
  }
}

function keep(found: Error[], look: () => void) {
  try {
    look()
  } catch (error) {
    found.push(error instanceof Error ? error : new Error(String(error)))
  }
}

function holdToPlainWords(text: string | undefined) {
  if (text === undefined || !/"isError":true/.test(text)) return
  assert.equal(libraryWords(text), undefined, `a library speaks over MCP: ${text}`)
}

function sentIn(init: RequestInit | undefined): unknown {
  if (init?.body instanceof FormData) return Object.fromEntries(init.body)
  if (typeof init?.body !== 'string') return undefined
  try {
    return JSON.parse(init.body)
  } catch {
    return undefined
  }
}
