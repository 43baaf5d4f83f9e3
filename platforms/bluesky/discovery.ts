/** From a PDS to the server that signs its people in. Addresses with a path are joined by concatenation. */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { Failure, type Tools } from '../platform.ts'
import { serverAddress } from './identity.ts'
import { read } from './xrpc.ts'

export interface AuthorizationServer {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  pushed_authorization_request_endpoint: string
  /** RFC 7009; not every server has it. */
  revocation_endpoint: string | undefined
}

const Resource = z.object({ authorization_servers: z.array(z.string()).min(1) })

const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  revocation_endpoint: z.string().optional().catch(undefined),
})

/** Who issues tokens for a PDS, by the PDS's own word. */
export async function issuerOf(pds: string, tools: Tools): Promise<string> {
  const url = `${pds}/.well-known/oauth-protected-resource`
  const resource = read(
    await call(tools, { purpose: 'read', method: 'GET', url }),
    Resource,
    tools,
    'call',
  )
  return resource.authorization_servers[0] ?? ''
}

/** The same for the configured entryway, which may be an authorization server only and no resource. */
export async function entryway(tools: Tools): Promise<string> {
  const host = tools.config.hosts['pds'] ?? ''
  try {
    return await issuerOf(host, tools)
  } catch (error) {
    const silent = !(error instanceof Failure) || (error.kind === 'later' && error.lost !== 'page')
    if (!silent && !tools.signal.aborted) return host
    throw error
  }
}

/** The metadata of an issuer, which must speak of itself. */
export async function authorizationServer(
  issuer: string,
  tools: Tools,
): Promise<AuthorizationServer> {
  const url = `${serverAddress(issuer, tools)}/.well-known/oauth-authorization-server`
  const metadata = read(
    await call(tools, { purpose: 'read', method: 'GET', url }),
    Metadata,
    tools,
    'call',
  )
  if (metadata.issuer !== issuer) {
    throw new Failure(
      'rejected',
      'issuer_mismatch',
      'The sign-in server calls itself something else.',
    )
  }
  const { authorization_endpoint, token_endpoint, pushed_authorization_request_endpoint } = metadata
  const { revocation_endpoint: revocation } = metadata
  return {
    issuer,
    authorization_endpoint: serverAddress(authorization_endpoint, tools),
    token_endpoint: serverAddress(token_endpoint, tools),
    revocation_endpoint: revocation && serverAddress(revocation, tools),
    pushed_authorization_request_endpoint: serverAddress(
      pushed_authorization_request_endpoint,
      tools,
    ),
  }
}
