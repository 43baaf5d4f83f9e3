/** A client with a key: reaches the service, is refused without the key, and with it lists and calls. */
import { z } from 'zod'
import { demandKeyShape, type KnownKeys, whyRefused } from './checkup-key-reason.ts'
import { demand, expect, Finding, jsonOf, knockJson, type Patient, type Step } from './checkup.ts'

const VERSION = '2026-07-28'
const Tools = z.looseObject({ result: z.looseObject({ tools: z.array(z.looseObject({})) }) })
const Shaken = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) })
const Called = z.looseObject({
  result: z.looseObject({
    isError: z.literal(false).optional(),
    structuredContent: z.looseObject({}),
  }),
})

export const challengeSteps: readonly Step[] = [
  {
    name: 'challenge at /mcp',
    mend: 'Pass /mcp on unchanged, with its headers, and set BASE_URL to this address.',
    async check({ base_url }) {
      const { status, headers } = await knockJson(`${base_url}/mcp`, listTools)
      if (status === 403) {
        throw new Finding(
          'It takes this address for a foreign one (403): the Host header that arrives is not that of BASE_URL.',
          `Set BASE_URL to ${base_url}, or let the proxy pass the Host header on as it came.`,
        )
      }
      demand(status === 401, `Without a key it answers ${status}, not 401.`)
      const challenge = headers.get('www-authenticate') ?? ''
      demand(/^Bearer/i.test(challenge), 'The 401 has lost its WWW-Authenticate header.')
      demand(
        !challenge.includes('resource_metadata'),
        'The 401 sends clients with a key into OAuth.',
      )
      return '401 with Bearer'
    },
  },
]

/** `known`: the keys of the instance, for a doctor beside it. */
export function keySteps(known?: KnownKeys): readonly Step[] {
  return [listing(known), ...afterwards]
}

function listing(known: KnownKeys | undefined): Step {
  return {
    name: 'list tools with a key',
    mend: 'Let the proxy pass the Authorization header on, and allow answers as long as these.',
    async check(patient) {
      demandKeyShape(patient.key ?? '')
      const reply = await call(patient, 'tools/list')
      if (reply.status === 401) throw await whyRefused(patient, known, listTools)
      const { tools } = expect(Tools, reply, 'tools/list').result
      demand(tools.length > 0, 'There are no tools.')
      return `${tools.length} tools`
    },
  }
}

const afterwards: readonly Step[] = [
  {
    name: 'shake hands as older clients do',
    mend: 'Let POST with JSON through to /mcp without rewriting it.',
    async check({ base_url, key }) {
      const clientInfo = { name: 'crier-doctor', version: '1' }
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
      const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
      const answer = await knockJson(`${base_url}/mcp`, hello, { authorization: `Bearer ${key}` })
      // It may come as the one event of a stream.
      const data = /^data: (.*)$/m.exec(answer.text)?.[1]
      const json = answer.json ?? jsonOf(data ?? '')
      return expect(Shaken, { ...answer, json }, 'initialize').result.protocolVersion
    },
  },
  {
    name: 'call a tool',
    mend: 'Use a key with the ability posts:read that is neither paused nor expired.',
    async check(patient) {
      const params = { name: 'get_stats', arguments: {} }
      expect(Called, await call(patient, 'tools/call', params), 'get_stats')
      return 'get_stats answers'
    },
  },
]

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** A request as clients of today send it. */
export function message(
  key: string | undefined,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
    },
  }
}

function call({ base_url, key }: Patient, method: string, params: { name?: string } = {}) {
  const { body, headers } = message(key, method, params)
  const name = params.name
  return knockJson(`${base_url}/mcp`, body, { ...headers, ...(name && { 'mcp-name': name }) })
}
