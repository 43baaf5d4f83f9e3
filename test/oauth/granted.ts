/** What people allowed: grants as the dashboard lists them, and a client that calls tools by one. */
import assert from 'node:assert/strict'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { answerOf } from '../mcp/answer.ts'
import type { Body } from '../service.ts'
import { type Browser, connect } from './browser.ts'
import { plainClient, type Reached, register } from './kit.ts'
import { newClient } from './sdk-client.ts'

export const Grant = z.strictObject({
  id: z.int(),
  client: z.strictObject({ name: z.string(), uri: z.string().nullable() }),
  redirect_host: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  leash: z.record(z.string(), z.unknown()),
  paused: z.boolean(),
  toolsets: z.array(z.string()).nullable(),
  person: z.strictObject({ id: z.int(), name: z.string() }),
})

export function grantsAt({ workspace_id }: Browser) {
  return `/console/workspaces/${workspace_id}/grants`
}

export async function grantsOf(browser: Browser) {
  const { status, body, text } = await browser.call('GET', grantsAt(browser))
  assert.equal(status, 200, text)
  return z.looseObject({ grants: z.array(Grant) }).parse(body).grants
}

/** Makes grants for one client, each with a connection of its own. */
export async function granter(service: Reached) {
  const { client_id } = await register(service, { ...plainClient, client_name: 'Notes' })
  return async (browser: Browser, leash: Body = {}, toolsets?: string[]) => {
    const ticked = toolsets && { toolsets }
    const tokens = await connect(service, browser, client_id, { leash, ...ticked })
    const [grant] = await grantsOf(browser)
    assert.ok(grant)
    const client = newClient()
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const url = new URL(`${service.base_url}/mcp-oauth`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    const call = async (name: string, args: Body = {}) => {
      const { body: result } = answerOf(await client.callTool({ name, arguments: args }))
      const error = z.looseObject({ code: z.string() }).optional().parse(result['error'])
      return { code: error?.code, error, result }
    }
    return { ...tokens, client_id, grant, call, path: `${grantsAt(browser)}/${grant.id}` }
  }
}
