/** The document as a page to read: no script, nothing from elsewhere. */
import { z } from 'zod'
import { escape, frame } from '#surfaces/page.ts'
import type { Document } from './document.ts'

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  required: z.array(z.string()).optional(),
})
type Schema = z.infer<typeof Schema>

const Content = z.record(z.string(), z.object({ schema: Schema.optional() }))
const Operation = z.object({
  operationId: z.string(),
  description: z.string(),
  'x-ability': z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.string(),
      required: z.boolean(),
      description: z.string().optional(),
      schema: Schema,
    }),
  ),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string().optional(), content: Content.optional() }),
  ),
})
type Operation = z.infer<typeof Operation>

const Doc = z.object({
  info: z.object({ description: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
})

export function referencePage(document: Document) {
  const { info, paths, components } = Doc.parse(document)
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<li id="${escape(name)}"><h2>${escape(name)}</h2>${fieldsOf(schema)}</li>`,
  )
  return frame(
    'REST API',
    `<p>${escape(info.description)} Version ${escape(info.version)}; as OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<ul>${calls.join('')}</ul><ul>${schemas.join('')}</ul>`,
  )
}

function callOf(path: string, method: string, operation: Operation) {
  const parameters = operation.parameters.map(
    ({ name, in: where, required, description, schema }) =>
      row(name, `${typeOf(schema)}, ${where}`, required, description),
  )
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      `<p><small>${escape(type)}</small></p>${schema ? fieldsOf(schema) : ''}`,
  )
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema
    return `<dt>${escape(status)}</dt><dd>${escape(description ?? 'Anything else.')} ${schema?.$ref ? typeOf(schema) : ''}</dd>`
  })
  const ability = escape(operation['x-ability'])
  return `<li id="${escape(operation.operationId)}"><h2>${method.toUpperCase()} ${escape(path)}</h2><p>${escape(operation.description)}</p>
<details><summary>${escape(operation.operationId)}: what it takes and answers</summary><p><small>ability ${ability}</small></p><dl>${parameters.join('')}</dl>${bodies.join('')}<dl>${answers.join('')}</dl></details></li>`
}

function fieldsOf(schema: Schema) {
  const { properties = {}, required = [] } = schema
  const rows = Object.entries(properties).map(([name, each]) =>
    row(name, typeOf(each), required.includes(name), each.description),
  )
  return `<dl>${rows.join('')}</dl>`
}

/** `type` is HTML. */
function row(name: string, type: string, required: boolean, text = '') {
  return `<dt><code>${escape(name)}</code> <small>${type}${required ? ', required' : ''}</small></dt><dd>${escape(text)}</dd>`
}

/** As HTML: named shapes are links. */
function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf, enum: words } = schema
  if ($ref) {
    const name = escape($ref.split('/').at(-1) ?? '')
    return `<a href="#${name}">${name}</a>`
  }
  if (words) return words.map((word) => escape(JSON.stringify(word))).join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`
  return escape(Array.isArray(type) ? type.join(' | ') : (type ?? 'anything'))
}
