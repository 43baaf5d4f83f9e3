/** docs/operations.md: every operation on both surfaces. */
import { Abilities } from '#rules/ability.ts'
import { operations } from '#operations/index.ts'
import type { Effect, Operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { problems } from '#rules/problem.ts'
import { inputTable, outputOf, shapes } from './fields.ts'
import { code, list, notice, page, table } from './markdown.ts'
import { wordsFor } from './schema.ts'

const effects: Record<Effect, string> = {
  reads: 'changes nothing',
  writes: 'adds or changes',
  destroys: 'takes something away',
}

export function operationsPage() {
  return page(
    notice,
    '# Operations',
    'Everything a caller can do. Each operation is defined once, in `server/operations/`, and offered over REST and over MCP; the errors and the answers are the same.',
    table(['Operation', 'REST', 'MCP tool', 'Ability'], operations.map(line)),
    '## What holds for all of them',
    ...holdsForAll(),
    operations.flatMap(section),
    '## Shapes',
    ...shapeSections(),
  )
}

export function shapeSections() {
  return [...shapes].flatMap(([schema, name]) => [`### ${name}`, ...outputOf(schema)])
}

export function holdsForAll() {
  return [
    list([
      'Send `Authorization: Bearer <id>|<secret>`, over REST and to `/mcp` alike. Without a valid key: 401 `unauthenticated`. With a key that lacks the ability: 403 `forbidden`.',
      'A key may be on a leash ([keys](keys.md)): what its leash does not allow is 403 `forbidden` with `allowed_actions`, `paused`, `needs_approval` or `leashed`; after its posts of the day 429 `too_many_requests` with `Retry-After` and `resets_at`. What needs approval is accepted, and waits as a draft with `awaiting_approval` in its `warnings`.',
      'REST takes a JSON body (`Content-Type: application/json`, at most 1 MiB), or query parameters on GET, and answers JSON. Every response has `X-Request-Id`.',
      `Wrong fields, unknown ones included, are answered with all problems at once. REST: 422 ${code('{"message", "errors": {"<field>": ["…"]}}')}, MCP: the same under ${code('error')} with the code ${code('invalid')}. Nested fields are dotted: ${code('platform_content.0.account_id')}. Of posts, ${code('problems')} beside them says the same as data, with what mends each ([publishing](publishing.md#before-it-is-sent)).`,
      `Every other refusal is ${code('{"error": {"code", "message", …}}')}: over REST with the status below, over MCP as a result with ${code('isError')} and this as its text. The message leads with what the caller can do, and data to do it with stands beside it. An id of another workspace is answered as if it did not exist.`,
      `What changes something takes an idempotency key: the header ${code('Idempotency-Key')}, or ${code('idempotency_key')} over MCP. For ${limits.idempotency_hours} hours the same key with the same call gets the first answer again (REST adds ${code('Idempotent-Replayed: true')}), and with another call 409 ${code('idempotency_conflict')}.`,
      `${operations
        .filter(({ once }) => once)
        .map(({ name }) => code(name))
        .join(
          ' and ',
        )} over MCP without such a key: an identical call within ${limits.double_dispatch_ms / 1000} seconds by the same API key is carried out once, and the second answer says so in \`warnings\`.`,
      `${code('GET /api/openapi.json')} is all of it as OpenAPI 3.1, for programs that make clients; ${code('GET /api')} is a page of it to read. Neither needs a key.`,
      `On the command line each is ${code('crier call <operation> --input <JSON>')}, with the input of REST; files go up with ${code('crier upload')}.`,
      `With ${code('dry_run')} nothing is written: the answer is what would have happened, marked ${code('dry_run: true')} (REST: status 200).`,
      `Also possible everywhere: 405 ${code('method_not_allowed')} with ${code('Allow')}, 413 ${code('payload_too_large')}, 415 ${code('unsupported_media_type')}, 503 ${code('unavailable')} with ${code('Retry-After')}, and 500 with a request id and nothing else.`,
    ]),
    `Abilities: ${wordsFor(Abilities, 'input', new Map())
      .replace(/^list of /, '')
      .replace(/, at least.*/, '')}.`,
  ]
}

export function line({ name, rest, mcp, ability }: Operation) {
  return [
    `[${name}](#${name})`,
    'absent' in rest ? '–' : code(`${rest.method} ${shownPath(rest.path)}`),
    'absent' in mcp ? '–' : code(name),
    code(ability),
  ]
}

function section(operation: Operation): string[] {
  const { name, summary, refuses } = operation
  const codes = refuses.map((each) => `${code(each)} (${problems[each]})`)
  return [
    `## ${name}`,
    summary,
    list([...facesOf(operation), `Refuses with: ${codes.join(', ') || 'nothing of its own'}.`]),
    inputTable(operation),
    ...answerOf(operation),
  ]
}

/** Where it is had, and what it takes to be let. */
export function facesOf(operation: Operation) {
  const { effect, ability } = operation
  return [
    `REST: ${restFace(operation)}`,
    `MCP: ${mcpFace(operation)}`,
    `Effect: ${effect} (${effects[effect]}). Ability: ${code(ability)}. Under a leash: ${leashWords(operation)}.`,
  ]
}

function leashWords({ actions, approves }: Operation) {
  if (actions === 'manage') return 'not for keys that are on one'
  const words = actions.map(code).join(' or ')
  return approves ? `${words}, and not for keys that need approval themselves` : words
}

export function answerOf({ rest, mcp, output }: Operation): string[] {
  const silent = 'status' in rest && rest.status === 204
  const streams = !('absent' in rest) && (rest.pieces ?? rest.zip)
  if ((silent || streams) && 'absent' in mcp) return []
  const where = silent ? 'Answers over MCP' : 'Answers'
  const whole = wordsFor(output, 'output', shapes)
  return whole === 'object' ? [`${where}:`, ...outputOf(output)] : [`${where}: ${whole}.`]
}

function restFace({ rest }: Operation) {
  if ('absent' in rest) return rest.absent
  const table =
    rest.takes === 'csv'
      ? `, with JSON or with ${code('text/csv')} and the others in the query`
      : ''
  const streamed = rest.pieces?.type ?? (rest.zip && 'application/zip')
  const told = streamed ? ` with ${code(streamed)}` : rest.status === 204 ? ' without a body' : ''
  return `${code(`${rest.method} ${shownPath(rest.path)}`)}${table}, answers ${rest.status ?? 200}${told}.`
}

function mcpFace({ name, mcp }: Operation) {
  if ('absent' in mcp) return `not offered. ${mcp.absent}`
  const aliases = Object.entries(mcp.aliases ?? {}).map(
    ([alias, { notice: text }]) => ` Also answers to ${code(alias)}: ${text}`,
  )
  const set = mcp.toolset ? `, in the toolset ${code(mcp.toolset)}` : ''
  const short = mcp.brief
    ? ` Items of ${code('data')} are short, unless the call says ${code('detail: true')}.`
    : ''
  return `tool ${code(name)}${set}.${short}${aliases.join('')}`
}

export function shownPath(path: string) {
  return path.replace(/:(\w+)/g, '{$1}')
}
