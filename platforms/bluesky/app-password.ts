/** Sign-in with an app password, and the renewal of the session it gives. */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { granted } from '../kit/token-endpoint.ts'
import { type Account, type Credentials, Failure, type Offered, type Tools } from '../platform.ts'
import { ENDPOINT } from './errors.ts'
import { identifier, identify, identityOf, serverAddress } from './identity.ts'
import { offered } from './profile.ts'
import { session } from './session.ts'
import { ask, toCall } from './xrpc.ts'

const Tokens = z.object({ accessJwt: z.string(), refreshJwt: z.string(), did: z.string() })

/** Sign-in with an app password: once, at connect time. The session is kept; 30 sign-ins in five minutes are too many. */
export async function signIn(values: Record<string, string>, tools: Tools): Promise<Offered[]> {
  const typed = (values['handle'] ?? '').trim()
  const host = (values['host'] ?? '').trim()
  const name = identifier(typed)
  // An e-mail address says nothing of where the account lives; the entryway knows those it hosts.
  const email = !name && /^[^@\s]+@[^@\s]+$/.test(typed)
  const known = email || host ? undefined : await identify(typed, tools)
  const server = host
    ? serverAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `https://${host}`, tools)
    : (known?.pds ?? tools.config.hosts['pds'] ?? '')

  const tokens = await ask(
    tools,
    {
      purpose: 'sign_in',
      method: 'POST',
      host: server,
      nsid: 'com.atproto.server.createSession',
      json: {
        identifier: known?.did ?? name ?? typed,
        password: (values['app_password'] ?? '').trim(),
      },
    },
    Tokens,
  )
  if (known && known.did !== tokens.did) {
    throw new Failure('rejected', 'other_account', 'The server signed in somebody else.')
  }
  // Whatever server answered: tokens go to the one that the directory names for this account, never elsewhere.
  const identity = known ?? (await identityOf(tokens.did, tools))
  // Any server can claim any account; only the one that the account's own document names may, and the configured one.
  const trusted = [identity.pds, tools.config.hosts['pds']]
  if (!trusted.includes(server)) {
    throw new Failure(
      'rejected',
      'other_server',
      'This server does not speak for the account that it signed in. Leave the server out.',
    )
  }
  return [await offered(identity, appCredentials(tokens, tools), tools)]
}

/** `refreshSession`. The old refresh token stays good for two hours, so a lost answer costs nothing. */
export async function refreshApp(
  account: Account,
  { refresh_jwt }: { refresh_jwt: string },
  tools: Tools,
): Promise<Credentials> {
  const request = {
    purpose: 'sign_in' as const,
    method: 'POST' as const,
    host: session(account, tools).pds,
    nsid: 'com.atproto.server.refreshSession',
    headers: { authorization: `Bearer ${refresh_jwt}` },
  }
  const answer = await call(tools, toCall(request))
  const asked = { renewing: true, now: tools.now(), secrets: [refresh_jwt] }
  const tokens = granted(answer, Tokens, ENDPOINT, asked)
  if (tokens.did !== account.platform_account_id) {
    throw new Failure(
      'reconnect',
      'other_account',
      'The session is of another account. Connect it again.',
    )
  }
  return appCredentials(tokens, tools)
}

/** `deleteSession` takes the refresh token, and ends both. */
export async function endApp(
  account: Account,
  { refresh_jwt }: { refresh_jwt: string },
  tools: Tools,
) {
  const request = {
    purpose: 'sign_in' as const,
    method: 'POST' as const,
    host: session(account, tools).pds,
    nsid: 'com.atproto.server.deleteSession',
    headers: { authorization: `Bearer ${refresh_jwt}` },
  }
  const { status } = await call(tools, toCall(request))
  if (status >= 300) throw new Failure('rejected', 'not_revoked', 'The session was not ended.')
}

function appCredentials(tokens: z.output<typeof Tokens>, tools: Tools): Credentials {
  return {
    secret: { type: 'app_password', access_jwt: tokens.accessJwt, refresh_jwt: tokens.refreshJwt },
    expires_at: expiry(tokens.accessJwt) ?? new Date(tools.now().getTime() + 2 * 60 * 60 * 1000),
    refreshable: true,
  }
}

/** `exp` of a JWT that is not ours to verify. */
function expiry(jwt: string): Date | undefined {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString(),
    )
    const exp = z.object({ exp: z.number() }).safeParse(payload).data?.exp
    return exp === undefined ? undefined : new Date(exp * 1000)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
