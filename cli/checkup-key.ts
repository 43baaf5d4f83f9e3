/** A client with a key: reaches the service, is refused without the key, and with it lists and calls. */
import { z } from 'zod'
import { demand, expect, jsonOf, knock, knockJson, type Patient, type Step } from './checkup.ts'

const VERSION = '2026-07-28'
const Health = z.looseObject({ status: z.literal('ok'), version: z.string() })
const Ready = z.looseObject({
  status: z.literal('ready'),
  publishing: z.literal('held').optional(),
  warnings: z.array(z.string()).default([]),
})
const Tools = z.looseObject({ result: z.looseObject({ tools: z.array(z.looseObject({})) }) })
const Shaken = z.looseObject({ result: z.looseObject({ protocolVersion: z.string() }) })
const Called = z.looseObject({
  result: z.looseObject({
    isError: z.literal(false).optional(),
    structuredContent: z.looseObject({}),
  }),
})

export const keySteps: readonly Step[] = [
  {
    name: 'reach the service',
    mend: 'Start it, and let BASE_URL and the proxy before it lead to it. Certificates must be valid for this name.',
    async check({ base_url }) {
      const { version } = expect(Health, await knock(`${base_url}/health`), '/health')
      return `version ${version}`
    },
  },
  {
    name: 'be ready',
    mend: 'Look into its log: it is starting or stopping, or its database does not answer, or publishing is held.',
    async check({ base_url }) {
      const { publishing, warnings } = expect(Ready, await knock(`${base_url}/ready`), '/ready')
      demand(publishing !== 'held', warnings.join(' '))
      return ['the database answers', ...warnings].join('; ')
    },
  },
  {
    name: 'challenge at /mcp',
    mend: 'Pass /mcp on unchanged, with its headers, and set BASE_URL to this address.',
    async check({ base_url }) {
      const { status, headers } = await knockJson(`${base_url}/mcp`, listTools)
      demand(status !== 403, 'It takes this address for a foreign one (403).')
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
  {
    name: 'list tools with a key',
    mend: 'Let the proxy pass the Authorization header on, and allow answers as long as these.',
    async check(patient) {
      const { tools } = expect(Tools, await call(patient, 'tools/list'), 'tools/list').result
      demand(tools.length > 0, 'There are no tools.')
      return `${tools.length} tools`
    },
  },
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

function call({ base_url, key }: Patient, method: string, params: { name?: string } = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }
  return knockJson(`${base_url}/mcp`, message, {
    authorization: `Bearer ${key}`,
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(params.name !== undefined && { 'mcp-name': params.name }),
  })
}
