/** Both official clients as one kind of caller. They know the list of tools, and hold every answer against it. */
import * as second from '@modelcontextprotocol/client'
import * as first from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import type { Body } from '../service.ts'
import { answerOf } from './answer.ts'

export interface Official extends AsyncDisposable {
  tools: string[]
  call(name: string, args: Body): Promise<{ body: Body; isError: boolean }>
}

type Connect = (url: string, token: string) => Promise<Official>

const about = { name: 'crier-test', version: '1.0.0' }
const Listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })

export const officialClients: Record<string, Connect> = {
  'version 1 of the official client': async (url, token) => {
    const client = new first.Client(about)
    await client.connect(new StreamableHTTPClientTransport(new URL(url), keyed(token)))
    return officialOf(client)
  },
  'version 2 of the official client': async (url, token) => {
    const client = new second.Client(about)
    await client.connect(new second.StreamableHTTPClientTransport(new URL(url), keyed(token)))
    return officialOf(client)
  },
}

function keyed(token: string) {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } }
}

interface AnyClient {
  listTools(): Promise<unknown>
  callTool(params: { name: string; arguments: Body }): Promise<unknown>
  close(): Promise<void>
}

async function officialOf(client: AnyClient): Promise<Official> {
  // Only a client that has the list checks answers by it.
  const { tools } = Listed.parse(await client.listTools())
  return {
    tools: tools.map(({ name }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    [Symbol.asyncDispose]: () => client.close(),
  }
}
