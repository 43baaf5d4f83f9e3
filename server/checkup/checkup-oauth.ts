/** A client without a key, up to where a person would sign in: challenge, metadata, registration, authorization, token. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { demand, expect, Finding, knock, knockJson, type Reply, type Step } from './checkup.ts'

const redirect_uri = 'http://127.0.0.1:33418/'
const Resource = z.looseObject({
  resource: z.string(),
  authorization_servers: z.array(z.string()).min(1),
})
const Server = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  code_challenge_methods_supported: z.array(z.string()),
})
const Client = z.looseObject({ client_id: z.string() })
const Refusal = z.looseObject({ error: z.string() })

/** Somebody else answers there, or nobody. */
function blocked(url: string, { status }: Reply) {
  return new Finding(
    `${url} answers ${status} without the metadata that belongs there.`,
    'Pass /.well-known/* on unchanged: a proxy often keeps it for certificates, or for a page of its own.',
  )
}

const proxied = 'Pass /.well-known/*, /oauth/* and /mcp-oauth on unchanged.'
const named = 'Set BASE_URL to exactly the address that clients use, and start again.'

/** Made anew for each walk: a step uses what the one before it found. */
export function oauthSteps(): readonly Step[] {
  let metadata_url = ''
  let server: z.infer<typeof Server> | undefined
  let client_id = ''
  const found = () => {
    if (!server) throw new Finding('There is no metadata.')
    return server
  }

  return [
    {
      name: 'challenge at /mcp-oauth',
      mend: proxied,
      async check({ base_url }) {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
        const { status, headers } = await knockJson(`${base_url}/mcp-oauth`, message)
        demand(status !== 404, 'There is no /mcp-oauth: clients can only connect by key.')
        demand(status === 401, `Without a token it answers ${status}, not 401.`)
        const challenge = headers.get('www-authenticate') ?? ''
        metadata_url = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
        demand(metadata_url !== '', 'The 401 does not say where its metadata is.')
        return `401 with ${metadata_url}`
      },
    },
    {
      name: 'read the resource metadata',
      mend: named,
      async check({ base_url }) {
        const reply = await knock(metadata_url)
        if (!Resource.safeParse(reply.json).success) throw blocked(metadata_url, reply)
        const about = expect(Resource, reply, metadata_url)
        const resource = `${base_url}/mcp-oauth`
        demand(about.resource === resource, `It is for ${about.resource}, not for ${resource}.`)
        const [issuer] = about.authorization_servers
        demand(issuer === base_url, `It names ${issuer} as the place to sign in.`)
        return about.resource
      },
    },
    {
      name: 'read the server metadata',
      mend: named,
      async check({ base_url }) {
        const url = `${base_url}/.well-known/oauth-authorization-server`
        const reply = await knock(url)
        if (!Server.safeParse(reply.json).success) throw blocked(url, reply)
        server = expect(Server, reply, url)
        demand(server.issuer === base_url, `Its issuer is ${server.issuer}.`)
        const s256 = server.code_challenge_methods_supported.includes('S256')
        demand(s256, 'It does not offer PKCE with S256.')
        return `issuer ${server.issuer}`
      },
    },
    {
      name: 'find nothing where nothing is',
      mend: 'Let unknown addresses below /.well-known/ be 404, not the page of another site.',
      async check({ base_url }) {
        const { status } = await knock(`${base_url}/.well-known/oauth-protected-resource/mcp`)
        demand(status === 404, `An unknown well-known address answers ${status}, not 404.`)
        return '404'
      },
    },
    {
      name: "reach the dashboard's own addresses",
      mend: 'Pass /console/* on unchanged: the page where people sign in asks there.',
      async check({ base_url }) {
        const url = `${base_url}/console/state`
        expect(z.looseObject({}), await knock(url), url)
        return 'they answer'
      },
    },
    {
      name: 'register a client',
      mend: `${proxied} A 429 passes within a minute.`,
      async check() {
        const client = {
          client_name: 'crier doctor',
          redirect_uris: [redirect_uri],
          token_endpoint_auth_method: 'none',
        }
        const url = found().registration_endpoint
        client_id = expect(Client, await knockJson(url, client), url).client_id
        return 'registered; it is forgotten after a day'
      },
    },
    {
      name: 'come to the sign-in page',
      mend: `${proxied} Let /console/* and the dashboard's pages through as well.`,
      async check({ base_url }) {
        const verifier = randomBytes(32).toString('base64url')
        const query = new URLSearchParams({
          client_id,
          redirect_uri,
          response_type: 'code',
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          state: 'doctor',
          scope: 'mcp:use',
          resource: `${base_url}/mcp-oauth`,
        })
        const { status, headers } = await knock(
          `${found().authorization_endpoint}?${query.toString()}`,
        )
        const to = headers.get('location') ?? ''
        demand(
          status >= 300 && status < 400 && to !== '',
          `It answers ${status} instead of a page.`,
        )
        const page = new URL(to, base_url)
        demand(!page.searchParams.has('error'), `It refuses: ${page.searchParams.get('error')}.`)
        demand(page.origin === new URL(base_url).origin, `It leads to ${page.origin}.`)
        return page.pathname.replace(/[\w-]{20,}/, '…')
      },
    },
    {
      name: 'reach the token endpoint',
      mend: proxied,
      async check() {
        const url = found().token_endpoint
        const body = new URLSearchParams({
          grant_type: 'authorization_code',
          code: 'doctor',
          code_verifier: 'x'.repeat(43),
          client_id,
          redirect_uri,
        })
        const { status, json } = await knock(url, { method: 'POST', body })
        const refusal = Refusal.safeParse(json)
        if (status === 400 && refusal.data?.error === 'invalid_grant') {
          return 'it refuses a code that nobody gave'
        }
        throw new Finding(
          `${url} answers ${status} ${refusal.data?.error ?? 'without an error code'}.`,
        )
      },
    },
  ]
}
