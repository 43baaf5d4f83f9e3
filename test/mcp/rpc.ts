/** The wire itself, without a client that would put right what is wrong. */
import { z } from 'zod'
import type { Body, TestService } from '../service.ts'

export const Answer = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z
    .looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })
    .optional(),
})

export interface Said {
  status: number
  headers: Headers
  text: string
}

export type Send = (body: string | Body, headers?: Record<string, string>) => Promise<Said>

/** A POST with the demo key, or another. */
export function sender({ base_url, token }: TestService, path = '/mcp', key = token): Send {
  return async (body, headers = {}) => {
    const response = await fetch(base_url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** JSON, or the last message of a stream. */
export function messageOf({ text }: Said) {
  const data = text.startsWith('{')
    ? text
    : (text.split('\n').findLast((line) => line.startsWith('data: ')) ?? '').slice(6)
  return Answer.parse(JSON.parse(data))
}

export const MODERN = '2026-07-28'

/** A call of today's protocol, where every request says what its client can do. */
export function modern(
  method: string,
  params: Body = {},
  capabilities: Body = {},
): [Body, Record<string, string>] {
  const name = params['name'] ?? params['uri']
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  return [
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  ]
}

/** The same in the older one, as a client sends it once it has shaken hands. */
export function legacy(method: string, params: Body = {}, version = '2025-11-25') {
  const message: Body = { jsonrpc: '2.0', id: 1, method, params }
  return [message, { 'mcp-protocol-version': version }] as const
}

export async function resultOf(said: Promise<Said>): Promise<Body> {
  const answer = messageOf(await said)
  if (!answer.result) throw new Error(JSON.stringify(answer.error))
  return answer.result
}
