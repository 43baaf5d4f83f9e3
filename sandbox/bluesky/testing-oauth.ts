/** For tests: a client as the OAuth profile of atproto wants it. */
import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import { ada, bodyOf, call, type Answer, type Request, type TestStore } from './testing.ts'

export function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}
type KeyPair = ReturnType<typeof newKeys>

/** A client as the OAuth profile wants it; `proof` may be bent to see it refused. */
export function oauthClient(
  store: TestStore,
  options: { scope?: string; client_id?: string; redirect_uri?: string; keys?: KeyPair } = {},
) {
  const { scope = 'atproto transition:generic', redirect_uri = 'http://127.0.0.1:3999/cb' } =
    options
  const client_id =
    options.client_id ??
    `http://localhost?${new URLSearchParams({ redirect_uri: 'http://127.0.0.1/cb', scope }).toString()}`
  const keys = options.keys ?? newKeys()
  const { publicKey, privateKey } = keys
  const code_verifier = randomBytes(32).toString('base64url')
  const client = { nonce: '', client_id, redirect_uri, scope, code_verifier, keys }

  const proof = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) => {
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
    const nonce = client.nonce ? { nonce: client.nonce } : {}
    const iat = Math.floor(store.now() / 1000)
    return signJwt(
      privateKey,
      { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y }, ...header },
      { jti: randomUUID(), iat, ...nonce, ...claims },
    )
  }

  const learn = (answer: Answer) => {
    client.nonce = answer.headers.get('dpop-nonce') ?? client.nonce
    return answer
  }

  /** One request to the authorization server, without a second try. */
  const send = async (path: string, fields: Record<string, string>, dpop?: string) => {
    const url = `${store.url}/pds/oauth/${path}`
    const headers = { dpop: dpop ?? proof({ htm: 'POST', htu: url }) }
    const body = new URLSearchParams({ client_id, ...fields })
    return learn(await call(url, { method: 'POST', headers, body }))
  }

  const retrying = async (path: string, fields: Record<string, string>) => {
    const first = await send(path, fields)
    return first.body['error'] === 'use_dpop_nonce' ? send(path, fields) : first
  }

  const push = (more: Record<string, string> = {}) =>
    retrying('par', {
      response_type: 'code',
      redirect_uri,
      scope,
      state: 'a state',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    })

  /** Says yes or no on the page; the answer is the address the person is sent back to. */
  const decide = async (request_uri: string, fields: Record<string, string>) => {
    const query = new URLSearchParams({ client_id, request_uri }).toString()
    const body = new URLSearchParams(fields)
    const page = `${store.url}/pds/oauth/authorize?${query}`
    const answer = await call(page, { method: 'POST', body })
    const location = answer.headers.get('location')
    return { answer, back: location ? new URL(location).searchParams : new URLSearchParams() }
  }

  const authorize = async (person = ada) => {
    const pushed = z.object({ request_uri: z.string() }).parse((await push()).body)
    const { back } = await decide(pushed.request_uri, { person, decision: 'allow' })
    return back.get('code') ?? ''
  }

  const exchange = (code: string, more: Record<string, string> = {}) =>
    retrying('token', {
      grant_type: 'authorization_code',
      redirect_uri,
      code,
      code_verifier,
      ...more,
    })

  const tokens = async (person = ada) =>
    tokenAnswer.parse((await exchange(await authorize(person))).body)

  const refresh = (refresh_token: string) =>
    retrying('token', { grant_type: 'refresh_token', refresh_token })

  /** One XRPC call, without a second try. */
  const xrpcOnce = async (method: string, token: string, request: Request = {}, dpop?: string) => {
    const url = `${store.url}/pds/xrpc/${method}`
    const verb = request.json === undefined && !request.bytes ? 'GET' : 'POST'
    const ath = createHash('sha256').update(token).digest('base64url')
    const headers = {
      authorization: `DPoP ${token}`,
      dpop: dpop ?? proof({ htm: verb, htu: url, ath }),
    }
    const search = request.query ? `?${new URLSearchParams(request.query).toString()}` : ''
    return learn(await call(url + search, bodyOf(request, headers)))
  }

  const authed = async (method: string, token: string, request: Request = {}) => {
    const first = await xrpcOnce(method, token, request)
    return first.body['error'] === 'use_dpop_nonce' ? xrpcOnce(method, token, request) : first
  }

  return Object.assign(client, {
    proof,
    send,
    push,
    decide,
    authorize,
    exchange,
    tokens,
    refresh,
    xrpcOnce,
    xrpc: authed,
  })
}

export const tokenAnswer = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('DPoP'),
  scope: z.string(),
  expires_in: z.literal(3599),
  sub: z.string(),
})

export function signJwt(key: KeyObject, header: unknown, payload: unknown) {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
