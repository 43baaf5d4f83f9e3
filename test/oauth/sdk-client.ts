/** The official client with everything it needs to sign in by itself; the browser is ours. */
import {
  Client,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { allow, ask, type Browser } from './browser.ts'
import { type Reached, redirect_uri } from './kit.ts'

/** What the client keeps between its calls. */
export interface Kept {
  information?: { client_id: string; client_secret?: string }
  tokens?: { access_token: string; refresh_token?: string; token_type: string }
  verifier?: string
  asked?: URL
  discovered?: OAuthDiscoveryState
  /** Where it waits for the answer; else where nobody listens. */
  callback?: string
}

export function sdkTransport(service: Reached, kept: Kept, metadataUrl?: string) {
  const callback = kept.callback ?? redirect_uri
  const authProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'SDK client',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    ...(metadataUrl && { clientMetadataUrl: metadataUrl }),
    clientInformation: () => kept.information,
    saveClientInformation: (information: NonNullable<Kept['information']>) => {
      kept.information = information
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: NonNullable<Kept['tokens']>) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.asked = url
    },
    invalidateCredentials: (which: string) => {
      if (which === 'tokens' || which === 'all') delete kept.tokens
    },
    saveDiscoveryState: (discovered: OAuthDiscoveryState) => {
      kept.discovered = discovered
    },
    discoveryState: () => kept.discovered,
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return new StreamableHTTPClientTransport(new URL(`${service.base_url}/mcp-oauth`), {
    authProvider,
  })
}

export function newClient() {
  return new Client({ name: 'crier-test', version: '1.0.0' })
}

/** From the first 401 to a connected client; the person says yes at once. */
export async function connectSdk(
  service: Reached,
  browser: Browser,
  kept: Kept,
  metadataUrl?: string,
) {
  const first = sdkTransport(service, kept, metadataUrl)
  await newClient()
    .connect(first)
    .then(
      () => {
        throw new Error('It was let in without a token.')
      },
      (error: unknown) => {
        if (!kept.asked) throw error
      },
    )
  const uid = await ask(browser, kept.asked?.href ?? '')
  const back = await allow(browser, uid)
  await first.finishAuth(back.searchParams)
  const client = newClient()
  await client.connect(sdkTransport(service, kept, metadataUrl))
  return client
}
