/** sdk/generated.ts: a method for each operation with a REST face, with the types of what it takes and answers. */
import { operations } from '#operations/index.ts'
import type { Operation, Rest } from '#operations/operation.ts'
import { shapes } from '#operations/shapes.ts'
import { inBody } from '#surfaces/openapi/input.ts'
import { schemaOf } from '#surfaces/openapi/schema.ts'
import { docOf, fieldsOf, isOptional, membersOf, typeOf } from './typescript.ts'

export function sdkSource() {
  const offered = operations.flatMap((operation) =>
    'absent' in operation.rest ? [] : [{ operation, rest: operation.rest }],
  )
  return [
    '/** Generated from the list of operations by `npm run generate`; not edited by hand. */',
    "import { type CallOptions, Client, type Route } from './client.ts'",
    "import { type Feed, feed, type PageOf, type Pages, pages } from './pages.ts'",
    '',
    ...shapes.map(({ schema, type }) => shapeOf(type, schemaOf(schema, 'output', { whole: true }))),
    ...offered.flatMap(({ operation, rest }) => typesOf(operation, rest)),
    'const routes = {',
    ...offered.map(({ operation, rest }) => `${operation.name}: ${routeOf(rest)},`),
    '} as const satisfies Record<string, Route>',
    '',
    '/** Every operation of the service, by its name. */',
    'export class Crier extends Client {',
    ...offered.map(({ operation, rest }) => methodOf(operation, rest)),
    '}',
    '',
  ].join('\n')
}

/** Words are a union, which has no members. */
function shapeOf(type: string, schema: ReturnType<typeof schemaOf>) {
  if ('enum' in schema) return `export type ${type} = ${typeOf(schema)}\n`
  return `export interface ${type} ${membersOf(schema)}\n`
}

/** schedule_post: SchedulePost. */
function typeName(name: string) {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function methodName(name: string) {
  const type = typeName(name)
  return type.charAt(0).toLowerCase() + type.slice(1)
}

function typesOf(operation: Operation, rest: Rest) {
  const type = typeName(operation.name)
  const input = schemaOf(rest.accepts ?? operation.input, 'input')
  const bytes = rest.takes === 'bytes' ? ['bytes: Blob | Uint8Array<ArrayBuffer>'] : []
  const members = membersOf(input, bytes)
  // The digest that stands for a form's bytes inside is the file itself outside.
  const taken =
    rest.takes === 'form'
      ? members.replace(/file\?: string \| undefined/, 'file?: Blob | undefined')
      : members
  const either = fieldsOf(input)
  return [
    either ? `export type ${type}Input = ${either}\n` : `export interface ${type}Input ${taken}\n`,
    ...(answerOf(operation, rest) === `${type}Answer`
      ? [`export type ${type}Answer = ${typeOf(schemaOf(operation.output, 'output'))}\n`]
      : []),
  ]
}

/** The name of a shape where it is one, else a type of its own. */
function answerOf({ name, output }: Operation, rest: Rest) {
  if (rest.status === 204) return 'void'
  if (rest.pieces) return 'string'
  if (rest.zip) return 'Blob'
  const text = typeOf(schemaOf(output, 'output'))
  return /^\w+$/.test(text) ? text : `${typeName(name)}Answer`
}

function routeOf(rest: Rest) {
  const { method, path, takes } = rest
  const fields = takes && takes !== 'csv' ? takes : inBody(rest) ? 'json' : 'query'
  return `{ method: '${method}', path: '${path.replace(/:(\w+)/g, '{$1}')}', fields: '${fields}' }`
}

function methodOf(operation: Operation, rest: Rest) {
  const { name, summary } = operation
  const input = schemaOf(rest.accepts ?? operation.input, 'input')
  const optional = isOptional(input) && rest.takes !== 'bytes'
  const taken = `input: ${typeName(name)}Input${optional ? ' = {}' : ''}, options?: CallOptions`
  const answer = answerOf(operation, rest)
  const item = itemOf(operation)
  const doc = docOf(summary).join('\n')
  if (item) {
    return `${doc}
  ${methodName(name)}(${taken}): Pages<${item}> {
    return pages((at) => this.call(routes.${name}, { ...input, ...at }, options) as Promise<PageOf<${item}>>)
  }\n`
  }
  if (isFeed(operation)) {
    return `${doc}
  ${methodName(name)}(${taken}): Feed<${answer}['data'][number]> {
    return feed((at) => this.call(routes.${name}, { ...input, ...at }, options) as Promise<${answer}>, { ...input, ...options })
  }\n`
  }
  if (answer === 'void') {
    return `${doc}
  async ${methodName(name)}(${taken}): Promise<void> {
    await this.call(routes.${name}, { ...input }, options)
  }\n`
  }
  return `${doc}
  ${methodName(name)}(${taken}): Promise<${answer}> {
    return this.call(routes.${name}, { ...input }, options) as Promise<${answer}>
  }\n`
}

/** What comes in order, is gone on with by a cursor and can be waited for. */
function isFeed({ input, output }: Operation) {
  const [given, answered] = [schemaOf(input, 'input'), schemaOf(output, 'output')].map((schema) =>
    Object.keys(schema['properties'] ?? {}),
  )
  const takes = ['after', 'wait'].every((name) => given?.includes(name))
  return takes && ['data', 'cursor', 'more'].every((name) => answered?.includes(name))
}

/** What a page is made of; undefined when the answer is no page. */
function itemOf({ output }: Operation) {
  const text = typeOf(schemaOf(output, 'output'))
  const [, item] = /^\{\s*data: \((.+)\)\[\]\s+current_page: number/s.exec(text) ?? []
  return item
}
