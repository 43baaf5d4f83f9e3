/** A real OpenID Connect provider on loopback, and a browser's way through it: whoever is at its door signs in. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/** Whom the provider knows, as it speaks of them. */
export interface Known {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

export interface TestProvider extends AsyncDisposable {
  issuer: string
  /** What an operator sets to use it. */
  settings: Record<string, string>
  /** Who signs in next, or the error that is answered instead. */
  who: Known | { error: string }
  /** Connections end without an answer. */
  down: boolean
  /** This endpoint alone answers 503. */
  failing: string | undefined
  /** It shows other keys than it signs with. */
  forging: boolean
  /** What it says of people stands in the ID token. */
  in_token: boolean
  /** Takes these back to where they came from. */
  serve(...base_urls: string[]): void
  /** Goes where a browser is sent, and answers the address at which it comes back to us. */
  through(address: string): Promise<URL>
}

const client = { client_id: 'crier', client_secret: 'a secret with: signs & spaces' }
export const CALLBACK = '/sign-in/oidc/callback'

export async function testProvider(): Promise<TestProvider> {
  let answer: ReturnType<Provider['callback']> | undefined
  let provider: Provider | undefined
  const known = new Map<string, Known>()
  const server = createServer((request, response) => {
    if (self.down) return void request.socket.destroy()
    if (request.url?.startsWith('/interaction/')) return void decide(request, response)
    const fails = self.failing !== undefined && request.url?.startsWith(self.failing)
    if (!answer || fails) return void response.writeHead(503).end()
    if (self.forging && request.url === '/jwks') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ keys: [shown] }))
    }
    void answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const shown = { ...other.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }

  async function decide(...[request, response]: Parameters<NonNullable<typeof answer>>) {
    if (!provider) return
    const { who } = self
    if ('error' in who) return provider.interactionFinished(request, response, who)
    known.set(who.sub, who)
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: who.sub, clientId: client.client_id })
    grant.addOIDCScope(String(params['scope']))
    const consent = { grantId: await grant.save() }
    const result = { login: { accountId: who.sub }, consent }
    await provider.interactionFinished(request, response, result)
  }

  const self: TestProvider = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_NAME: 'Example ID',
    },
    who: { error: 'access_denied' },
    down: false,
    failing: undefined,
    forging: false,
    in_token: false,

    serve(...base_urls) {
      provider = new Provider(issuer, {
        clients: [{ ...client, redirect_uris: base_urls.map((url) => url + CALLBACK) }],
        jwks: { keys: [key] },
        cookies: { keys: [randomBytes(16).toString('hex')] },
        ttl: {
          AccessToken: 60,
          AuthorizationCode: 60,
          Grant: 60,
          IdToken: 60,
          Interaction: 60,
          Session: 60,
        },
        conformIdTokenClaims: !self.in_token,
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name', 'groups'],
        },
        findAccount: (_, sub) => ({
          accountId: sub,
          claims: () => ({ ...(known.get(sub) ?? { sub }) }),
        }),
      })
      answer = provider.callback()
    },

    async through(first) {
      const cookies = new Map<string, string>()
      for (let at = first, hop = 0; hop < 10; hop++) {
        const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
        const reply = await fetch(at, { redirect: 'manual', headers })
        for (const line of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (value) cookies.set(name, value)
          else cookies.delete(name)
        }
        const to = reply.headers.get('location')
        if (to === null)
          throw new Error(`The provider stops: ${reply.status} ${await reply.text()}`)
        const url = new URL(to, issuer)
        if (url.origin !== issuer) return url
        at = url.href
      }
      throw new Error('The provider leads from one address to the next without an end.')
    },

    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}
