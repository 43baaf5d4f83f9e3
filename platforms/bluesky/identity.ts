/** Who is behind a handle, and where they live: handle, DID, DID document, PDS. */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { Failure, type Tools } from '../platform.ts'
import { ask, read } from './xrpc.ts'

export interface Identity {
  did: string
  /** Confirmed in both directions; undefined when the document and the handle do not agree. */
  handle: string | undefined
  pds: string
}

const HANDLE = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const PLC = /^did:plc:[a-z0-9]+$/
const WEB = /^did:web:([a-z0-9-]+(?:\.[a-z0-9-]+)*(?:%3A\d+)?)$/i

const Document = z.object({
  id: z.string(),
  alsoKnownAs: z.array(z.string()).default([]),
  service: z
    .array(z.object({ id: z.string(), type: z.unknown(), serviceEndpoint: z.unknown() }))
    .default([]),
})

/** What a person typed, as a handle or a DID; undefined when it is neither. */
export function identifier(typed: string): string | undefined {
  // People paste handles with an at sign and with the invisible marks that apps put around them.
  const text = typed.replace(/[\p{Cf}\s]/gu, '').replace(/^(at:\/\/|@)/, '')
  if (PLC.test(text) || WEB.test(text)) return text
  const handle = text.toLowerCase()
  return HANDLE.test(handle) && handle.length <= 253 ? handle : undefined
}

/** The DID of a handle, or undefined when nobody has it. Asks the public service first, then the sign-in server. */
export async function resolveHandle(handle: string, tools: Tools): Promise<string | undefined> {
  const { pds, public: service } = tools.config.hosts
  for (const host of new Set([service, pds])) {
    if (host === undefined) continue
    try {
      const nsid = 'com.atproto.identity.resolveHandle'
      const answer = await ask(
        tools,
        { method: 'GET', host, nsid, query: { handle } },
        z.object({ did: z.string() }),
      )
      return answer.did
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'rejected') throw error
    }
  }
  return undefined
}

/** A handle or a DID to the whole identity. */
export async function identify(typed: string, tools: Tools): Promise<Identity> {
  const name = identifier(typed)
  if (!name) {
    throw new Failure('rejected', 'invalid_handle', 'Type a handle such as alice.bsky.social.')
  }
  const did = name.startsWith('did:') ? name : await resolveHandle(name, tools)
  if (!did) {
    throw new Failure(
      'rejected',
      'handle_not_found',
      `Nobody has the handle ${name}. Check its spelling.`,
    )
  }
  return identityOf(did, tools)
}

/** What the DID document says, with the handle checked backwards. */
export async function identityOf(did: string, tools: Tools): Promise<Identity> {
  const answer = await call(tools, { purpose: 'read', method: 'GET', url: documentUrl(did, tools) })
  if (answer.status === 404 || answer.status === 410) {
    throw new Failure('rejected', 'did_not_found', `There is no document for ${did}.`)
  }
  const document = read(answer, Document, tools, 'call')
  const service = document.service.find(
    ({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`,
  )
  if (document.id !== did || typeof service?.serviceEndpoint !== 'string') {
    throw new Failure('rejected', 'no_pds', `The document of ${did} names no server.`)
  }
  const pds = serverAddress(service.serviceEndpoint, tools)
  const claimed = document.alsoKnownAs.find((name) => name.startsWith('at://'))
  const handle = claimed && identifier(claimed)
  const holds = handle && (await resolveHandle(handle, tools)) === did
  return { did, handle: holds ? handle : undefined, pds }
}

/** An address out of somebody's document: https, unless it is where the configuration points anyway. */
export function serverAddress(address: string, tools: Tools): string {
  const url = URL.parse(address)
  const configured = Object.values(tools.config.hosts).map((host) => URL.parse(host)?.origin)
  const good = url && !url.username && !url.password && !url.search && !url.hash
  if (good && (url.protocol === 'https:' || configured.includes(url.origin))) {
    return url.href.replace(/\/+$/, '')
  }
  throw new Failure(
    'rejected',
    'invalid_server',
    'The address of the server must begin with https://.',
  )
}

function documentUrl(did: string, tools: Tools): string {
  if (PLC.test(did)) return `${tools.config.hosts['plc'] ?? ''}/${did}`
  const host = WEB.exec(did)?.[1]
  if (host) return `https://${decodeURIComponent(host)}/.well-known/did.json`
  throw new Failure('rejected', 'invalid_did', `${did} is not a kind of DID that Bluesky knows.`)
}
