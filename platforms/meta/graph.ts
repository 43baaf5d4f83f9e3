/** One call of Meta's Graph, as Facebook Pages and Instagram share it. Refusals come in one shape, with code and subcode. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { dialectOf } from './refusals.ts'
import { accepted, bodyOf } from '../kit/answers.ts'
import { type Answer, call, type HttpCall, type Purpose } from '../kit/http.ts'
import type { Row } from '../kit/refusals.ts'
import { Failure, type Tools } from '../platform.ts'

/**
 * "v25.0 … 2028-07-29" (developers.facebook.com/docs/graph-api/changelog/versions, read 2026-11-20). Calls to a version that
 * has ended are said to be served by the oldest living one, without a word.
 */
export const GRAPH_VERSION = { value: 'v25.0', ends: '2028-07-29' }

/** Whom we speak to, as whom. */
export interface Graph {
  tools: Tools
  /** Key of the host in the manifest. */
  host: string
  token: string
  /** Facebook's own: calls prove that they come from the app ("Require App Secret" among the app's settings asks for it). */
  proven?: boolean
  /** Of the platform's own; the first that matches is taken, before those of every Graph. */
  rules: readonly Row[]
}

export interface Question<Schema extends z.ZodType> {
  purpose: Purpose
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the version, with a leading slash. */
  path: string
  query?: Record<string, string>
  form?: Record<string, string>
  answer: Schema
}

/** Ids are strings on the wire; a number of more digits than JavaScript counts would already be damaged (`withIds`). */
export const Id = z.string().regex(/^\d+(_\d+)?$/)

export async function ask<Schema extends z.ZodType>(
  graph: Graph,
  { purpose, method, path, query, form, answer }: Question<Schema>,
): Promise<z.output<Schema>> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const given = await callGraph(graph, purpose, {
    method,
    url: `${baseOf(graph)}${path}${search}`,
    headers: { authorization: `Bearer ${graph.token}` },
    ...(form && { form }),
  })
  return parseAnswer(given, answer, [graph.token])
}

/** Any call whose refusals are the Graph's, to an address that is known to be Meta's. */
export async function callGraph(
  graph: Graph,
  purpose: Purpose,
  request: Omit<HttpCall, 'purpose'>,
): Promise<Answer> {
  const { tools, token, rules } = graph
  const answer = withIds(await call(tools, { ...request, url: proven(graph, request), purpose }))
  const secrets = [token, tools.config.client_secret]
  return accepted(answer, dialectOf(rules), { now: tools.now(), secrets })
}

/** "appsecret_proof … a sha256 hash of your access token, using your app secret as the key" (Graph API, securing requests, 2026). */
function proven(graph: Graph, { url, headers }: Pick<HttpCall, 'url' | 'headers'>): string {
  const { client_secret } = graph.tools.config
  const bears = headers?.['authorization'] === `Bearer ${graph.token}`
  if (!graph.proven || !client_secret || !bears || !url.startsWith(baseOf(graph))) return url
  const proof = createHmac('sha256', client_secret).update(graph.token).digest('hex')
  return `${url}${url.includes('?') ? '&' : '?'}appsecret_proof=${proof}`
}

/** The answer in the expected shape; no secret in the words of the Failure when it is not. */
export function parseAnswer<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  secrets: readonly string[],
): z.output<Schema> {
  return bodyOf(answer, schema, dialectOf([]), secrets)
}

export function baseOf({ tools, host }: Pick<Graph, 'tools' | 'host'>): string {
  return `${tools.config.hosts[host]}/${tools.config.version ?? GRAPH_VERSION.value}`
}

/** An address that Meta gave us for uploads, or a Failure: it must lie below the host that we know. */
export function checkedAddress(tools: Tools, host: string, address: string): string {
  const base = tools.config.hosts[host] ?? ''
  if (URL.canParse(address) && new URL(address).href.startsWith(`${base}/`)) return address
  const message = 'The platform named an upload address of somebody else. Nothing was sent there.'
  throw new Failure('unknown', 'upload_address_refused', message)
}

/**
 * Meta's description calls some ids numbers (`user_id: int` of Instagram's own login, 2026-04-15; the places of Threads,
 * 2026-07-02), and its examples show strings: long ones keep their digits either way. Within a string the quotation marks
 * behind a name would be escaped.
 */
export function withIds(answer: Answer): Answer {
  const text = answer.text.replace(/"(\w*id)"\s*:\s*(\d{16,})(?=\s*[,}\]])/g, '"$1":"$2"')
  return text === answer.text ? answer : { ...answer, text, json: JSON.parse(text) }
}
