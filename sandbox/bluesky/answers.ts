/** How this service refuses, and how it reads what it is sent. */
import { z } from 'zod'

/** An answer other than success, with its whole body: `{error, message}` for XRPC, `{error, error_description}` for OAuth. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export function refusal(
  status: number,
  error: string,
  message: string,
  headers?: Record<string, string>,
) {
  return new Refusal(status, { error, message }, headers)
}

export function invalidRequest(message: string) {
  return refusal(400, 'InvalidRequest', message)
}

/** Bodies and addresses of OAuth endpoints follow RFC 6749, section 5.2. */
export function oauthRefusal(
  status: number,
  error: string,
  error_description: string,
  headers?: Record<string, string>,
) {
  return new Refusal(status, { error, error_description }, headers)
}

export const brokenXrpc = {
  status: 500,
  body: { error: 'InternalServerError', message: 'Internal Server Error' },
}

export const brokenOAuth = {
  status: 500,
  body: { error: 'server_error', error_description: 'Server error' },
}

/** Parameters of a query or the body of a procedure. */
export function input<T extends z.ZodType>(schema: T, value: unknown, what: 'Params' | 'Input') {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.map(String).join('/') ?? ''
  throw invalidRequest(`${what}${path && `/${path}`}: ${issue?.message ?? 'invalid'}`)
}

/** Fields of an OAuth form. A repeated parameter is refused, as RFC 6749 section 3.1 says. */
export function form<T extends z.ZodType>(schema: T, value: unknown) {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw oauthRefusal(
    400,
    'invalid_request',
    `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'invalid'}`,
  )
}
