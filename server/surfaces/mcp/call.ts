/**
 * One tool call: carried out like every call, and answered as structured content with the same as text. A refusal is text only:
 * clients hold structured content against the tool's schema, and some throw a refusal away with what does not fit it.
 */
import type {
  CallToolResult,
  InputRequiredResult,
  ResourceLink,
  ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import type { Operation } from '#operations/operation.ts'
import { type Call, perform } from '#operations/perform.ts'
import type { Problem } from '#rules/problem.ts'
import { limits } from '#rules/limits.ts'
import { firstWords } from '#rules/text.ts'
import { followed, type Span, tellPost, type Tracer } from '#rules/tracer.ts'
import { problemOf } from '../errors.ts'
import { idempotencyKey } from '../idempotency.ts'
import type { Exchange } from './endpoint.ts'
import { handOff } from './handoff.ts'
import { detailAsked, tellOutput } from './telling.ts'
import type { Offer } from './offers.ts'

interface Called extends Pick<Exchange, 'request' | 'era'>, Pick<ServerContext, 'mcpReq'> {
  /** Absent: nobody follows it. */
  tracer: Tracer | undefined
}

export async function callTool(
  offer: Offer,
  fields: Record<string, unknown>,
  context: Context,
  called: Called,
): Promise<CallToolResult | InputRequiredResult> {
  const { name } = offer.operation
  const { workspace_id } = context
  return followed(
    called.tracer,
    () => ({
      name: `tools/call ${name}`,
      kind: 'internal',
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': name,
        'crier.operation': name,
        'crier.workspace_id': workspace_id,
      },
    }),
    (span) => carryOut(offer, fields, context, { ...called, span }),
  )
}

async function carryOut(
  offer: Offer,
  fields: Record<string, unknown>,
  context: Context,
  { request, era, mcpReq, span }: Called & { span: Span | undefined },
): Promise<CallToolResult | InputRequiredResult> {
  const { operation, notice } = offer
  try {
    const { call, detail } = askedOf(offer, fields)
    const { replays: taken } = request.counted ?? {}
    const { output, replayed, replays } = await perform({ ...call, replays: taken }, context)
    if (replayed && replays <= limits.free_replays) request.counted?.giveBack()
    const { effect, rest } = operation
    if (span && !('absent' in rest)) tellPost(span, { effect, path: rest.path }, output)
    const result = { ...tellOutput(operation, output, detail), ...(notice && { notice }) }
    return { content: [text(result), ...linksIn(output, operation)], structuredContent: result }
  } catch (error) {
    const problem = problemOf(error)
    span?.fail(problem?.code ?? 'internal')
    if (!problem) request.log.error({ err: error, tool: operation.name }, 'internal error')
    const asked = handOff(problem, era, mcpReq)
    if (asked) return asked
    if (problem) return refusal(problem)
    const body = {
      error: {
        code: 'internal',
        message: 'An error of ours; quote the request id.',
        request_id: request.id,
      },
    }
    return { content: [text(body)], isError: true }
  }
}

/** The call that a tool is called for, and how its answer is to be told. */
export function askedOf(
  { operation, dialect }: Offer,
  { idempotency_key, ...raw }: Record<string, unknown>,
): { call: Call; detail: boolean } {
  // A read has no key to give; there it is one more unknown field.
  const asked =
    operation.effect === 'reads' && idempotency_key !== undefined
      ? { ...raw, idempotency_key }
      : raw
  const { detail, fields } = detailAsked(operation, asked)
  const key =
    operation.effect === 'reads'
      ? { idempotency_key: undefined }
      : idempotencyKey(idempotency_key, 'idempotency_key')
  return { call: { operation, dialect, raw: fields, ...key }, detail }
}

/** The refusal as text, with the data to go on with. */
export function refusal(problem: Problem): CallToolResult {
  return { content: [text(problem.toJSON())], isError: true }
}

function text(value: unknown) {
  return { type: 'text' as const, text: JSON.stringify(value) }
}

/** The items of a list as resources, which a client can show and read one by one. */
const Page = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      content: z.string().optional(),
      original_name: z.string().optional(),
    }),
  ),
})

function linksIn(output: unknown, { mcp }: Operation): ResourceLink[] {
  if ('absent' in mcp || !mcp.links) return []
  const kind = mcp.links
  return Page.parse(output).data.map(({ id, content, original_name }) => ({
    type: 'resource_link',
    uri: `crier://${kind}/${id}`,
    name: firstWords(original_name ?? content ?? '', 60) || String(id),
    mimeType: 'application/json',
  }))
}
