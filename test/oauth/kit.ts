/** The steps of a client and of a person's browser, one at a time, so that tests can do each of them wrong. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Body, TestService } from '../service.ts'

/** As much of a world as a client sees. */
export type Reached = Pick<TestService, 'base_url'>

export interface Registered {
  client_id: string
  client_secret?: string | undefined
  redirect_uris: string[]
  token_endpoint_auth_method: string
}

const Client = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.string(),
})

export const redirect_uri = 'http://127.0.0.1:4000/callback'

export const plainClient = {
  client_name: 'A test',
  redirect_uris: [redirect_uri],
  token_endpoint_auth_method: 'none',
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  body: Body
}

/** A request that follows nothing; `body` is empty when the answer is no JSON. */
export async function send(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') && text
  const body = json ? z.record(z.string(), z.unknown()).parse(JSON.parse(text)) : {}
  return { status: response.status, headers: response.headers, text, body }
}

export function sendJson(url: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  })
}

export async function register(
  service: Reached,
  metadata: Body = plainClient,
): Promise<Registered> {
  const { status, body, text } = await sendJson(`${service.base_url}/oauth/register`, metadata)
  assert.equal(status, 201, text)
  return Client.parse(body)
}

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export type Query = Record<string, string | undefined>

/** Where a client sends the browser; undefined leaves a parameter out. */
export function authorizeUrl(
  service: Reached,
  client_id: string,
  challenge: string,
  change: Query = {},
) {
  const query: Query = {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${service.base_url}/mcp-oauth`,
    scope: 'mcp:use',
    ...change,
  }
  return `${service.base_url}/oauth/authorize?${formOf(query)}`
}

export function tokenRequest(
  service: Reached,
  fields: Query,
  headers: Record<string, string> = {},
) {
  return sendForm(`${service.base_url}/oauth/token`, fields, headers)
}

export function sendForm(url: string, fields: Query, headers: Record<string, string> = {}) {
  return send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: formOf(fields),
  })
}

function formOf(fields: Query) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value)
  return form.toString()
}

/** For a service that must know its port before it listens. */
