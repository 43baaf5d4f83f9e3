/** A person's browser: keeps cookies as browsers do, follows nothing by itself, and is signed in when it is told to be. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { signIn } from '#access/sessions.ts'
import type { Role } from '#rules/role.ts'
import { insertMember } from '#store/members.ts'
import { insertPerson } from '#store/persons.ts'
import { demoWorkspace } from '../surfaces/kit.ts'
import type { Body, TestService } from '../service.ts'
import {
  authorizeUrl,
  pkce,
  type Query,
  type Reached,
  redirect_uri,
  type Reply,
  send,
  tokenRequest,
} from './kit.ts'

interface Cookie {
  name: string
  value: string
  path: string
}

export interface Browser {
  person_id: number
  workspace_id: number
  go(url: string, init?: RequestInit): Promise<Reply>
  /** A call of the dashboard, from its own origin unless said. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
  cookies: Cookie[]
}

let count = 0

/** Signed in as a new member of the demo workspace, or of another. */
export async function openBrowser(
  service: Pick<TestService, 'base_url' | 'db'>,
  { role = 'owner', workspace_id }: { role?: Role; workspace_id?: number } = {},
): Promise<Browser> {
  const { db, base_url } = service
  const now = new Date()
  const email = `person-${count++}-${Date.now()}@example.org`
  const person = await insertPerson(
    db,
    { name: 'Ada', email, password_hash: '', confirmed: true },
    now,
  )
  assert.ok(person)
  const place = workspace_id ?? (await demoWorkspace(service))
  await insertMember({ db, workspace_id: place }, { person_id: person.id, role }, now)
  const browser = strangeBrowser(service, { person_id: person.id, workspace_id: place })
  const asking = { headers: {}, ip: '127.0.0.1' }
  const cookie = await signIn(db, asking, { person_id: person.id, base_url, now })
  browser.cookies.push(cookieOf(cookie))
  return browser
}

/** Nobody is signed in. */
export function strangeBrowser(service: Reached, who = { person_id: 0, workspace_id: 0 }): Browser {
  const cookies: Cookie[] = []
  const go = async (url: string, init: RequestInit = {}) => {
    const at = new URL(url, service.base_url)
    const sent = cookies.filter(
      ({ path }) => at.pathname === path || at.pathname.startsWith(path.replace(/\/?$/, '/')),
    )
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    const reply = await send(at.href, { ...init, headers: { cookie, ...headersOf(init) } })
    for (const line of reply.headers.getSetCookie()) keep(cookieOf(line))
    return reply
  }
  return {
    ...who,
    cookies,
    go,
    call(method, path, body, headers = {}) {
      const init = {
        method,
        headers: {
          ...(method !== 'GET' && { origin: service.base_url }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      return go(path, init)
    },
  }

  function keep(cookie: Cookie) {
    const at = cookies.findIndex(({ name, path }) => name === cookie.name && path === cookie.path)
    if (at >= 0) cookies.splice(at, 1)
    if (cookie.value) cookies.push(cookie)
  }
}

const Redirect = z.object({ redirect_to: z.string() })

/** The request's id, as the dashboard's consent room has it. */
export async function ask(browser: Browser, url: string) {
  const { status, headers, text } = await browser.go(url)
  assert.equal(status, 303, text)
  const [, uid] = /^\/consent\/([\w-]+)$/.exec(headers.get('location') ?? '') ?? []
  assert.ok(uid, headers.get('location') ?? '')
  return uid
}

/** Answers yes, and goes where that leads: the client's redirect. */
export async function allow(browser: Browser, uid: string, more: Body = {}) {
  const body = { allow: true, workspace_id: browser.workspace_id, ...more }
  const {
    status,
    body: answer,
    text,
  } = await browser.call('POST', `/console/consents/${uid}`, body)
  assert.equal(status, 200, text)
  return back(browser, Redirect.parse(answer).redirect_to)
}

export async function back(browser: Browser, redirect_to: string) {
  const { status, headers, text } = await browser.go(redirect_to)
  assert.equal(status, 303, text)
  return new URL(headers.get('location') ?? '')
}

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  scope: z.string(),
})
export type Tokens = z.output<typeof Tokens>

export interface Connected extends Tokens {
  code: string
  verifier: string
}

/** What the person chooses, and what the client asks otherwise than usual. */
interface Wanted {
  leash?: Body
  toolsets?: string[]
  change?: Query
}

/** All the way from the client's request to its tokens. */
export async function connect(
  service: Reached,
  browser: Browser,
  client_id: string,
  { leash, toolsets, change = {} }: Wanted = {},
): Promise<Connected> {
  const { code, verifier } = await codeFor(service, browser, client_id, {
    ...(leash && { leash }),
    ...(toolsets && { toolsets }),
    change,
  })
  const uri = change['redirect_uri'] ?? redirect_uri
  const { status, body, text } = await exchange(service, {
    client_id,
    code,
    verifier,
    redirect_uri: uri,
  })
  assert.equal(status, 200, text)
  return { ...Tokens.parse(body), code, verifier }
}

export async function codeFor(
  service: Reached,
  browser: Browser,
  client_id: string,
  { leash, toolsets, change = {} }: Wanted = {},
) {
  const { verifier, challenge } = pkce()
  const uid = await ask(browser, authorizeUrl(service, client_id, challenge, change))
  const url = await allow(browser, uid, { ...(leash && { leash }), ...(toolsets && { toolsets }) })
  const code = url.searchParams.get('code')
  assert.ok(code, url.href)
  assert.equal(url.searchParams.get('iss'), service.base_url)
  return { code, verifier, url }
}

export function exchange(
  service: Reached,
  fields: {
    client_id: string
    code: string
    verifier?: string
    redirect_uri?: string
    resource?: string
  },
) {
  const { verifier, ...rest } = fields
  return tokenRequest(service, {
    grant_type: 'authorization_code',
    redirect_uri,
    ...rest,
    code_verifier: verifier,
  })
}

export function refresh(service: Reached, client_id: string, refresh_token: string) {
  return tokenRequest(service, { grant_type: 'refresh_token', client_id, refresh_token })
}

/** Whether a token opens /mcp-oauth. */
export async function opens({ base_url }: Reached, token: string) {
  const { status } = await send(`${base_url}/mcp-oauth`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  return status
}

function cookieOf(line: string): Cookie {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
  const gone = attributes.some((each) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(each))
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: gone ? '' : pair.slice(at + 1), path }
}

function headersOf({ headers }: RequestInit) {
  return z.record(z.string(), z.string()).parse(headers ?? {})
}
