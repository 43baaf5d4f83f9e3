/** OAuth 2.0 by code, without PKCE: LinkedIn has it for native apps only. */
import { declined, notAuthorized } from '../kit/oauth.ts'
import { type Authorization, Failure, type Json, type Offered, type Tools } from '../platform.ts'
import { accountsOf } from './accounts.ts'
import { manifest } from './manifest.ts'
import { redacted } from './problem.ts'
import { credentialsOf, token } from './tokens.ts'

export async function authorize(
  { state }: { state: string },
  { config }: Tools,
): Promise<Authorization> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    state,
    scope: (config.scopes ?? manifest.scopes).join(' '),
  })
  // LinkedIn writes spaces as %20 in all its examples.
  const written = query.toString().replaceAll('+', '%20')
  const url = `${config.hosts['web']}/oauth/v2/authorization?${written}`
  return Promise.resolve({ url, keep: {} })
}

const DECLINED = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'])

export async function exchange(
  answer: Record<string, string>,
  _keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const { code, error = '' } = answer
  if (DECLINED.has(error)) throw declined('LinkedIn')
  if (!code) throw refused(error, answer['error_description'])

  const { redirect_uri } = tools.config
  const granted = await token(tools, code, { grant_type: 'authorization_code', code, redirect_uri })
  // Separated by commas in the documents' example, by spaces in OAuth's. Absent: what was asked for.
  const said = granted.scope?.split(/[\s,]+/).filter(Boolean)
  const scopes = new Set(said ?? tools.config.scopes ?? manifest.scopes)
  if (!scopes.has('w_member_social') && !scopes.has('w_organization_social')) {
    const message =
      'LinkedIn did not give the permission to post. Add the product “Share on LinkedIn” to the app, and allow everything when you connect.'
    throw new Failure('rejected', 'missing_scope', message, { words: [...scopes].join(' ') })
  }
  return accountsOf(tools, credentialsOf(granted, tools.now()), scopes)
}

function refused(error: string, description: string | undefined) {
  const words = redacted([error, description].filter(Boolean).join(' – '))
  if (error === 'unauthorized_scope_error') {
    const message =
      'The LinkedIn app may not ask for these permissions. Add the products it needs, or name what it has in LINKEDIN_SCOPES.'
    return new Failure('rejected', 'app_lacks_permissions', message, { scope: 'app', words })
  }
  return notAuthorized('LinkedIn', words)
}
