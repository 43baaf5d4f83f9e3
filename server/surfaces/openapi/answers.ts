/** What comes back: the answer, and every refusal with its status. */
import type { Operation, Rest } from '#operations/operation.ts'
import { Finding } from '#rules/finding.ts'
import { type Code, problems } from '#rules/problem.ts'
import { fieldsOf, type Json, schemaOf } from './schema.ts'

/** What any call may meet, whatever it asks. */
const always: readonly Code[] = ['unauthenticated', 'forbidden', 'invalid', 'too_many_requests']

const words: Record<number, string> = {
  400: 'The request cannot be read.',
  401: 'No valid credential.',
  402: 'The plan does not have it.',
  403: 'The credential may not do this.',
  404: 'There is no such thing in this workspace.',
  405: 'Another method.',
  408: 'The request took too long.',
  409: 'The state forbids it.',
  413: 'Too large.',
  415: 'Another content type.',
  422: 'Fields are wrong; all of them are named.',
  429: 'Too many; Retry-After says when.',
  503: 'Not now; try again.',
}

export function answersOf(operation: Operation, rest: Rest): Json {
  const keyed = operation.effect !== 'reads' && !operation.alone
  const codes = [
    ...new Set([
      ...always,
      ...operation.refuses,
      ...(keyed ? (['idempotency_conflict'] as const) : []),
      // What stands in the path may be no part of any address.
      ...(rest.path.includes(':') ? (['not_found'] as const) : []),
    ]),
  ]
  const statuses = [...new Set(codes.map((code) => problems[code]))].sort((a, b) => a - b)
  return {
    [String(rest.status ?? 200)]: success(operation, rest),
    ...(rehearses(operation) && rest.status !== undefined && rest.status !== 200
      ? { '200': rehearsal(operation, rest) }
      : {}),
    ...Object.fromEntries(
      statuses.map((status) => [
        String(status),
        refusal(
          status,
          codes.filter((code) => problems[code] === status),
        ),
      ]),
    ),
    default: { $ref: '#/components/responses/Unexpected' },
  }
}

/** Whether `dry_run` can be asked for. */
function rehearses({ input }: Operation) {
  return 'dry_run' in fieldsOf(schemaOf(input, 'input')).properties
}

function rehearsal({ output }: Operation, rest: Rest): Json {
  return {
    description: 'Only told, with dry_run: nothing was written.',
    headers: headersOf('X-Request-Id', ...itsOwn(rest)),
    content: { 'application/json': { schema: schemaOf(output, 'output') } },
  }
}

/** What the operation says beside its answer. */
function itsOwn(rest: Rest) {
  return rest.headers ? (['Still-Live'] as const) : []
}

function success({ output, effect }: Operation, rest: Rest): Json {
  const headers = headersOf(
    'X-Request-Id',
    ...(effect !== 'reads' ? (['Idempotent-Replayed'] as const) : []),
    ...itsOwn(rest),
  )
  if (rest.status === 204) return { description: 'Done.', headers }
  if (rest.pieces) {
    const [type = ''] = rest.pieces.type.split(';')
    return { description: 'Done.', headers, content: { [type]: { schema: { type: 'string' } } } }
  }
  if (rest.zip) {
    const zip = { schema: { type: 'string', format: 'binary' } }
    return { description: 'Done.', headers, content: { 'application/zip': zip } }
  }
  const others = Object.values(rest.formats ?? {}).map(({ type }) => [
    type.split(';')[0] ?? type,
    { schema: { type: 'string' } },
  ])
  const json = { schema: schemaOf(output, 'output') }
  return {
    description: 'Done.',
    headers,
    content: { 'application/json': json, ...Object.fromEntries(others) },
  }
}

function refusal(status: number, codes: readonly Code[]): Json {
  const fields = { $ref: '#/components/schemas/Invalid' }
  const others = codes.filter((code) => code !== 'invalid')
  const problem = {
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { properties: { error: { properties: { code: { enum: [...others] } } } } },
    ],
  }
  const schemas = [
    ...(codes.includes('invalid') ? [fields] : []),
    ...(others.length ? [problem] : []),
  ]
  const schema = schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }
  return {
    description: words[status] ?? 'Refused.',
    headers: headersOf(
      'X-Request-Id',
      ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
      ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ),
    content: { 'application/json': { schema } },
  }
}

/** What an answer says beside its body. */
function headersOf(...names: (keyof typeof commonAnswers.headers)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const commonAnswers = {
  schemas: {
    Problem: {
      type: 'object',
      description: 'A refusal. What the caller can do about it stands beside code and message.',
      properties: {
        error: {
          type: 'object',
          properties: {
            code: { type: 'string' },
            message: { type: 'string', description: 'Leads with what the caller can do.' },
          },
          required: ['code', 'message'],
          additionalProperties: true,
        },
      },
      required: ['error'],
    },
    Invalid: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        errors: {
          type: 'object',
          description: 'Texts by field; nested fields are dotted: platform_content.0.account_id.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        problems: {
          type: 'array',
          description: 'Of posts: what is known of these beside the texts, and what mends them.',
          items: schemaOf(Finding, 'output'),
        },
      },
      required: ['message', 'errors'],
    },
  },
  headers: {
    'X-Request-Id': { description: 'Quote it when you ask for help.', schema: { type: 'string' } },
    'Idempotent-Replayed': {
      description: 'true: this is the answer of an earlier call with the same key.',
      schema: { type: 'string', enum: ['true'] },
    },
    'Retry-After': {
      description: 'Seconds to wait before the next try.',
      schema: { type: 'integer', minimum: 0 },
    },
    'WWW-Authenticate': {
      description: 'How to send a credential.',
      schema: { type: 'string' },
    },
    'Still-Live': {
      description:
        'Where what was deleted here is public still: accounts with the address of the post, as 1;url="https://…", 2.',
      schema: { type: 'string' },
    },
    Allow: {
      description: 'Of 405: the methods that there are.',
      schema: { type: 'string' },
    },
  },
  responses: {
    Unexpected: {
      description: 'Another refusal, or an error of ours with a request_id.',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        'Retry-After': { $ref: '#/components/headers/Retry-After' },
        Allow: { $ref: '#/components/headers/Allow' },
      },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
} satisfies Record<string, Json>
