/** XRPC: one method of a server by its name, with or without a session. */
import type { z } from 'zod'
import { parseAnswer } from '../kit/answers.ts'
import { type Answer, type HttpCall, call, type Purpose } from '../kit/http.ts'
import type { Tools } from '../platform.ts'
import { dialect } from './errors.ts'

export type Request = Asking & Asked

type Asking = { method: 'GET'; purpose?: Purpose } | { method: 'POST'; purpose: Purpose }

interface Asked {
  /** Base address of the server; it may have a path. */
  host: string
  nsid: string
  /** A name may come more than once. */
  query?: Record<string, string> | [name: string, value: string][]
  headers?: Record<string, string>
  json?: unknown
  /** Opens the body, again for every time it is sent. */
  body?: () => AsyncIterable<Uint8Array>
  timeout?: number
}

/** The call for a request. A body that streams is opened here. */
export function toCall(request: Request): HttpCall {
  const { method, purpose = 'read', host, nsid, query, headers, json, body, timeout } = request
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  return {
    purpose,
    method,
    url: `${host}/xrpc/${nsid}${search}`,
    ...(headers && { headers }),
    ...(json !== undefined && { json }),
    ...(body && { body: body() }),
    ...(timeout && { timeout }),
  }
}

/** Asks without a session. */
export async function ask<Schema extends z.ZodType>(
  tools: Tools,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return read(await call(tools, toCall(request)), schema, tools, 'call')
}

/** The answer in its expected shape, or the refusal. Words never carry the tokens of a half-readable answer. */
export function read<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  tools: Tools,
  scope?: 'call' | 'account',
): z.output<Schema> {
  return parseAnswer(answer, schema, dialect, { now: tools.now(), secrets: [], scope })
}
