/** For the tests of this folder: the emulator on a port of its own, a clock to move, people who say yes. */
import { z } from 'zod'
import { clientOf, openEmulator, redirect_uri } from '../kit/harness.ts'
import { emulator } from './emulator.ts'

export const client = clientOf('crier-app')
export const SCOPES = 'boards:read,boards:write,pins:read,pins:write,user_accounts:read'
export const BOARD = '549755885175000010'
export const PNG = Buffer.from('\u0089PNG\r\n\u001a\n0000IHDR00000000', 'latin1').toString('base64')
export const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() })
export const Id = z.object({ id: z.string() })

export async function start() {
  const store = await openEmulator({ name: 'pinterest', make: emulator, client })
  const { send, codeFor } = store
  const token = async (form: Record<string, string>) => {
    const basic = Buffer.from('crier-app:s3cret').toString('base64')
    const headers = { authorization: `Basic ${basic}` }
    const body = new URLSearchParams(form)
    return send('/api/v5/oauth/token', { method: 'POST', headers, body })
  }
  const signIn = async (username: string, scope = SCOPES) => {
    const query = { client_id: 'crier-app', redirect_uri, response_type: 'code', scope, state: 's' }
    const page = `/web/oauth/?${new URLSearchParams(query).toString()}`
    const code = await codeFor(page, username)
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
    ...store,
    token,
    signIn,
    call,
  }
}

export function pin(more: object = {}) {
  const media_source = { source_type: 'image_base64', content_type: 'image/png', data: PNG }
  return { board_id: BOARD, title: 'A chair', description: 'Made of oak', media_source, ...more }
}
