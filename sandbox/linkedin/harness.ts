/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export { redirect_uri }
const registered = clientOf('crier-app')
const { redirect_uris: _, ...client } = registered
export const DAY = 86_400_000
export const memberScopes = 'openid profile w_member_social'
export const pageScopes = `${memberScopes} w_organization_social r_organization_social rw_organization_admin w_organization_social_feed`
export const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60)])

const tokensSchema = z.object({
  access_token: z.string(),
  scope: z.string(),
  expires_in: z.number(),
  refresh_token: z.string().optional(),
  refresh_token_expires_in: z.number().optional(),
})

export interface Sent {
  method?: string
  json?: unknown
  bytes?: Buffer
  headers?: Record<string, string>
}

export async function start(saved?: unknown) {
  const store = await openEmulator({ name: 'linkedin', make: emulator, client: registered, saved })
  const { send, consent } = store
  const form = async (path: string, fields: Record<string, string>) =>
    send(`/web/oauth/v2/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  const call = async (token: string, path: string, sent: Sent = {}) => {
    const { method = 'GET', json, bytes, headers = {} } = sent
    const body = json === undefined ? bytes && new Uint8Array(bytes) : JSON.stringify(json)
    return send(path.startsWith('http') ? path : `/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'linkedin-version': '202609',
        'x-restli-protocol-version': '2.0.0',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  }
  const page = (scope: string, other: Record<string, string> = {}) =>
    `/web/oauth/v2/authorization?${new URLSearchParams({ response_type: 'code', client_id: client.client_id, redirect_uri, scope, state: 'st4te', ...other }).toString()}`
  const decide = async (scope: string, fields: Record<string, string>) =>
    (await consent(page(scope), fields)).searchParams
  return {
    ...store,
    call,
    page,
    decide,
    token: async (fields: Record<string, string>) => form('accessToken', { ...client, ...fields }),
    introspect: async (token: string) => form('introspectToken', { ...client, token }),
    async signIn(person: string, scope = memberScopes) {
      const code = (await decide(scope, { person, decision: 'allow' })).get('code') ?? ''
      const fields = { ...client, grant_type: 'authorization_code', code, redirect_uri }
      return tokensSchema.parse((await form('accessToken', fields)).body)
    },
  }
}
export type Harness = Awaited<ReturnType<typeof start>>

export const ines = 'urn:li:person:ines-almeida'
export const tools = 'urn:li:organization:2414183'
export const enc = encodeURIComponent

export function postOf(commentary: string, more: Record<string, unknown> = {}) {
  return {
    author: ines,
    commentary,
    visibility: 'PUBLIC',
    distribution: {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...more,
  }
}

export async function post(harness: Harness, token: string, json: unknown) {
  return harness.call(token, '/rest/posts', { method: 'POST', json })
}

/** The URN of the new post; fails unless it was created. */
export async function publish(harness: Harness, token: string, json: unknown) {
  const answer = await post(harness, token, json)
  assert.equal(answer.status, 201, answer.text)
  return answer.headers.get('x-restli-id') ?? assert.fail('an id in the header')
}

const upload = z.object({ value: z.looseObject({ uploadUrl: z.string() }) })

export async function image(harness: Harness, token: string, owner = ines, bytes = png) {
  const json = { initializeUploadRequest: { owner } }
  const path = '/rest/images?action=initializeUpload'
  const opened = await harness.call(token, path, { method: 'POST', json })
  assert.equal(opened.status, 200, opened.text)
  const { value } = upload.parse(opened.body)
  const put = await harness.call(token, value.uploadUrl, { method: 'PUT', bytes })
  assert.equal(put.status, 201, put.text)
  return z.string().parse(value['image'])
}
