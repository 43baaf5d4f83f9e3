/** For tests: a platform that answers as it is told, and remembers what it was asked. */
import type { Fetch, FetchInit } from '../../tools.ts'
import type { Account, Tools } from '../../platform.ts'

export interface Asked {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export interface Told {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
}

/** 2026-11-20T12:00:00Z, and never later. */
export const NOW = new Date('2026-11-20T12:00:00.000Z')

export const hosts = {
  pds: 'https://entry.example',
  plc: 'https://plc.example',
  public: 'https://public.example',
  video: 'https://video.example',
  web: 'https://web.example',
}

export const did = 'did:plc:alice2222222222222222222'
export const pds = 'https://pds.example/path'

/** Tools around a function from request to answer. It may throw what `fetch` would. */
export function stub(answer: (asked: Asked) => Told | undefined): Tools & { asked: Asked[] } {
  const asked: Asked[] = []
  const fetch: Fetch = async (url, init = {}) => {
    const body = typeof init.body === 'string' ? init.body : await drained(init.body)
    const request = { method: init.method ?? 'GET', url, headers: init.headers ?? {}, body }
    asked.push(request)
    const told = answer(request) ?? { status: 404, body: { error: 'NotTold', message: url } }
    const headers = new Map(Object.entries(told.headers ?? {}))
    const text = typeof told.body === 'string' ? told.body : JSON.stringify(told.body ?? {})
    return {
      status: told.status ?? 200,
      headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
      body: (async function* () {
        yield Buffer.from(text)
      })(),
    }
  }
  return {
    asked,
    fetch,
    now: () => NOW,
    card: async () => ({ refused: 'There are no previews here.' }),
    signal: new AbortController().signal,
    sleep: async () => {},
    config: {
      client_id: 'https://crier.example/client-metadata.json',
      client_secret: '',
      redirect_uri: 'https://crier.example/callback',
      hosts,
    },
  }
}

/** The document that the directory has of `did`. */
export function didDocument(of = did, endpoint = pds) {
  const service = {
    id: '#atproto_pds',
    type: 'AtprotoPersonalDataServer',
    serviceEndpoint: endpoint,
  }
  return { id: of, alsoKnownAs: ['at://alice.example'], service: [service] }
}

export const account: Account = {
  platform_account_id: did,
  username: 'alice.example',
  settings: { pds },
  secret: {
    type: 'app_password',
    access_jwt: 'the-access-token',
    refresh_jwt: 'the-refresh-token',
  },
}

async function drained(body: FetchInit['body']) {
  if (body === undefined || body instanceof FormData) return ''
  if (body instanceof Uint8Array) return Buffer.from(body).toString('latin1')
  const chunks: string[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk).toString('latin1'))
  return chunks.join('')
}
