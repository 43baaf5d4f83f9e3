/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import fastify from 'fastify'
import { z } from 'zod'
import { emulator } from '../emulator.ts'

export const client = {
  client_id: 'crier-app',
  client_secret: 's3cret',
  redirect_uris: ['http://127.0.0.1:9/callback'],
}
export const redirect_uri = 'http://127.0.0.1:9/callback'
export const SCOPES = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read'
export const BOARD = '549755885175000010'
export const PNG = Buffer.from('\u0089PNG\r\n\u001a\n0000IHDR00000000', 'latin1').toString('base64')
export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export const Id = z.object({ id: z.string() })

export async function start() {
  const app = fastify({ forceCloseConnections: true })
  let url = ''
  let time = Date.parse('2026-11-20T10:00:00.000Z')
  const pinterest = emulator({
    get url() {
      return url
    },
    clients: [client],
    now: () => new Date(time),
  })
  await app.register(pinterest.routes, { prefix: '/pinterest' })
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/pinterest`
  const send = async (path: string, init: RequestInit = {}) => {
    const address = path.startsWith('http') ? path : url + path
    const response = await fetch(address, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const token = async (form: Record<string, string>) => {
    const basic = Buffer.from('crier-app:s3cret').toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    const body = new URLSearchParams(form)
    return send('/api/v5/oauth/token', { method: 'POST', headers, body })
  }
  const signIn = async (username: string, scope = SCOPES) => {
    const query = { client_id: 'crier-app', redirect_uri, response_type: 'code', scope, state: 's' }
    const body = new URLSearchParams({ person: username, decision: 'allow' })
    const page = `/web/oauth/?${new URLSearchParams(query).toString()}`
    const answer = await send(page, { method: 'POST', body })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const granted = await token({ grant_type: 'authorization_code', code, redirect_uri })
    return Tokens.parse(JSON.parse(granted.text))
  }
  const call = async (access: string, method: string, path: string, json?: unknown) =>
    send(`/api/v5${path}`, {
      method,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  return {
    pinterest,
    send,
    token,
    signIn,
    call,
    advance: (ms: number) => (time += ms),
    async [Symbol.asyncDispose]() {
      await app.close()
    },
  }
}

export function pin(more: object = {}) {
  const media_source = { source_type: 'image_base64', content_type: 'image/png', data: PNG }
  return { board_id: BOARD, title: 'A chair', description: 'Made of oak', media_source, ...more }
}
