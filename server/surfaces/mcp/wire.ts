/** What is wrong before there is a message: said as the protocol says it. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#rules/limits.ts'
import { answerError } from '../errors.ts'
import { parseJson, Unreadable } from '../json.ts'

/** The message of a POST, parsed. A body of another type is left for the transport to refuse. */
export function messageIn({ method, body, headers }: FastifyRequest): unknown {
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  if (method !== 'POST' || !isJson) return undefined
  const message = read(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  if (message === undefined)
    throw new ProtocolError(ProtocolErrorCode.ParseError, 'Parse error: the body is empty.')
  if (Array.isArray(message)) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidRequest,
      'Send one message a request: the protocol has no batches since 2025-06-18.',
    )
  }
  return message
}

function read(body: Buffer) {
  try {
    return parseJson(body)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new ProtocolError(ProtocolErrorCode.ParseError, `Parse error: ${error.message}`)
  }
}

/** Refusals at the door are ours, as on REST; whatever concerns the message is a JSON-RPC error without an id. */
export function answerProtocolError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof ProtocolError)
    return reply.code(400).send(rpc(error.code, error.message, error.data))
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const text = `Send at most ${limits.mcp_body_bytes} bytes.`
    return reply.code(413).header('connection', 'close').send(rpc(-32_000, text))
  }
  return answerError(error, request, reply)
}

function rpc(code: number, message: string, data?: unknown) {
  return { jsonrpc: '2.0', id: null, error: { code, message, ...(data !== undefined && { data }) } }
}
