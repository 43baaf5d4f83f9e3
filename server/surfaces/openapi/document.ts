/** OpenAPI 3.1, walked off the list of operations: https://spec.openapis.org/oas/v3.1.1 (read 2026-11-20). */
import { operations } from '#operations/index.ts'
import type { Operation, Rest } from '#operations/operation.ts'
import { shapes } from '#operations/shapes.ts'
import { answersOf, commonAnswers } from './answers.ts'
import { bodyOf, parametersOf } from './input.ts'
import { type Json, schemaOf } from './schema.ts'

export type Document = Json

/** Always the same bytes for the same list; `base_url` without a trailing slash. */
export function openapiOf({ version, base_url }: { version: string; base_url: string }): Document {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Crier',
      version,
      summary: 'Create, schedule and publish social media posts.',
      description:
        'Every operation is also an MCP tool of the same name. A post is published in the background: poll get_post (its wait saves polling) until no account is pending or publishing.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base_url }],
    security: [{ key: [] }],
    paths: pathsOf(),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `<id>|<secret>`. Some operations need an ability of it.',
        },
      },
      schemas: {
        ...Object.fromEntries(
          shapes.map(({ schema, type }) => [type, schemaOf(schema, 'output', { whole: true })]),
        ),
        ...commonAnswers.schemas,
      },
      headers: commonAnswers.headers,
      responses: commonAnswers.responses,
    },
  }
}

function pathsOf() {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const { rest } = operation
    if ('absent' in rest) continue
    const path = rest.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [rest.method.toLowerCase()]: operationOf(operation, rest),
    }
  }
  return paths
}

function operationOf(operation: Operation, rest: Rest): Json {
  const { name, summary, ability, effect } = operation
  const body = bodyOf(operation, rest)
  return {
    operationId: name,
    tags: [groupOf(rest.path)],
    summary: titleOf(name),
    description: summary,
    'x-ability': ability,
    'x-effect': effect,
    parameters: parametersOf(operation, rest),
    ...(body && { requestBody: body }),
    responses: answersOf(operation, rest),
  }
}

export function groupOf(path: string) {
  return path.split('/')[2] ?? 'api'
}

/** schedule_post: "Schedule post". */
function titleOf(name: string) {
  const words = name.replaceAll('_', ' ').replace('api key', 'API key')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
