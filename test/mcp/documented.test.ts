/** What docs/mcp.md has people paste and click, taken word for word and pointed at a service of ours. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { z } from 'zod'
import { resourceMetadata } from '#surfaces/oauth.ts'
import { cursorLink, vsCodeLink } from '../../web/src/rooms/apps/install.ts'
import { openService } from '../service.ts'
import { modern, resultOf, sender } from './rpc.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')
const sections = new Map(
  page.split(/^## /m).map((part) => [part.slice(0, part.indexOf('\n')), part] as const),
)
const blocks = [...sections].flatMap(([client, part]) =>
  [...part.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => ({ client, text })),
)

const signIn = z.literal('https://crier.example.com/mcp-oauth')
const keyed = z.literal('https://crier.example.com/mcp')
const headers = z.strictObject({ Authorization: z.literal('Bearer 7|s3cret') })
/** One server under the name crier, as most clients write it: by address alone, or with a key in a header. */
const server = (name: string) =>
  z.union([z.strictObject({ [name]: signIn }), z.strictObject({ [name]: keyed, headers })])
const under = (list: string, entry: z.ZodType) =>
  z.strictObject({ [list]: z.strictObject({ crier: entry }) })

/** As each client's own documents have it. A field of another name would be passed over there, without a word. */
const forms: Record<string, z.ZodType> = {
  Claude: under(
    'mcpServers',
    z.strictObject({
      command: z.literal('npx'),
      args: z.tuple([
        z.literal('-y'),
        z.literal('mcp-remote'),
        z.literal('http://127.0.0.1:3000/mcp'),
        z.literal('--header'),
        z.literal('Authorization:${CRIER_AUTHORIZATION}'),
      ]),
      env: z.strictObject({ CRIER_AUTHORIZATION: headers.shape.Authorization }),
    }),
  ),
  Cursor: under('mcpServers', server('url')),
  Windsurf: under('mcpServers', server('serverUrl')),
  Zed: under('context_servers', server('url')),
  'Gemini CLI': under('mcpServers', server('httpUrl')),
  'VS Code': z.union([
    under('servers', z.strictObject({ type: z.literal('http'), url: signIn })),
    z.strictObject({
      inputs: z.tuple([
        z.strictObject({
          id: z.literal('crier'),
          type: z.literal('promptString'),
          description: z.string(),
          password: z.literal(true),
        }),
      ]),
      servers: z.strictObject({
        crier: z.strictObject({
          type: z.literal('http'),
          url: keyed,
          headers: z.strictObject({ Authorization: z.literal('Bearer ${input:crier}') }),
        }),
      }),
    }),
  ]),
  'The model APIs': z.union([
    z.strictObject({
      mcp_servers: z.tuple([
        z.strictObject({
          type: z.literal('url'),
          url: keyed,
          name: z.literal('crier'),
          authorization_token: z.literal('7|s3cret'),
        }),
      ]),
      tools: z.tuple([
        z.strictObject({ type: z.literal('mcp_toolset'), mcp_server_name: z.literal('crier') }),
      ]),
    }),
    z.strictObject({
      tools: z.tuple([
        z.strictObject({
          type: z.literal('mcp'),
          server_label: z.literal('crier'),
          server_description: z.string(),
          server_url: keyed,
          headers,
          require_approval: z.literal('always'),
        }),
      ]),
    }),
  ]),
}

const Tools = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })

for (const { client, text } of blocks) {
  const said: unknown = JSON.parse(text)
  const how = text.includes('7|s3cret') || text.includes('inputs') ? 'with a key' : 'by signing in'
  test(`what the docs have for ${client} ${how} is of that client's form and reaches the service`, async () => {
    forms[client]?.parse(said)
    assert.ok(forms[client], `A form for ${client} is missing here.`)
    const [path = ''] = /\/mcp(-oauth)?(?=")/.exec(text) ?? []
    const [message, own] = modern('tools/list')
    if (how === 'with a key') {
      const { tools } = Tools.parse(await resultOf(sender(service, path)(message, own)))
      assert.ok(tools.some(({ name }) => name === 'schedule_post'))
      return
    }
    const answer = await fetch(service.base_url + path, {
      method: 'POST',
      headers: {
        ...own,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    })
    const challenge = answer.headers.get('www-authenticate') ?? ''
    assert.equal(answer.status, 401)
    assert.ok(challenge.includes(`resource_metadata="${service.base_url}${resourceMetadata}"`))
  })
}

test('every client with a form here is in the docs', () => {
  const told = new Set(blocks.map(({ client }) => client))
  assert.deepEqual(Object.keys(forms).toSorted(), [...told].toSorted())
})

const links = [...page.matchAll(/^(?:cursor|vscode):\S+$/gm)].map(([link]) => link)

test('a link of one click holds what the file of that client would', () => {
  const address = 'https://crier.example.com/mcp-oauth'
  const [cursor = '', vsCode = ''] = links
  const { protocol, host, pathname, searchParams } = new URL(cursor)
  assert.deepEqual(
    [protocol, host, pathname, searchParams.get('name')],
    ['cursor:', 'anysphere.cursor-deeplink', '/mcp/install', 'crier'],
  )
  const config: unknown = JSON.parse(
    Buffer.from(searchParams.get('config') ?? '', 'base64').toString(),
  )
  assert.deepEqual({ mcpServers: { crier: config } }, jsonOf('Cursor'))

  const [before, query = ''] = vsCode.split('?')
  assert.equal(before, 'vscode:mcp/install')
  const { name, ...entry } = z
    .looseObject({ name: z.string() })
    .parse(JSON.parse(decodeURIComponent(query)))
  assert.deepEqual({ servers: { [name]: entry } }, jsonOf('VS Code'))
  assert.deepEqual(links, [cursorLink(address), vsCodeLink(address)])
})

test('addresses of all kinds come out of a link as they went in', () => {
  for (const address of ['http://127.0.0.1:3000/mcp-oauth', 'https://a.b/mcp-oauth?toolsets=all']) {
    const cursor = new URL(cursorLink(address)).searchParams.get('config') ?? ''
    assert.deepEqual(JSON.parse(atob(cursor)), { url: address })
    const [, code = ''] = vsCodeLink(address).split('?')
    const told = { name: 'crier', type: 'http', url: address }
    assert.deepEqual(JSON.parse(decodeURIComponent(code)), told)
  }
})

/** The first block of a client. */
function jsonOf(client: string): unknown {
  return JSON.parse(blocks.find((block) => block.client === client)?.text ?? '')
}
