/** Signing in: with Instagram (one professional account) or with Facebook (every account behind the person's Pages). */
import { z } from 'zod'
import {
  dialogUrl,
  grantedTo,
  pagesOf,
  refreshRefused,
  renewed,
  userToken,
  type UserToken,
} from '../meta/facebook-login.ts'
import { redacted } from '../meta/refusals.ts'
import { codeOf, codeRefused, connectionEnded } from '../kit/oauth.ts'
import {
  type Account,
  type Authorization,
  type Credentials,
  Failure,
  type Json,
  type Offered,
  type Tools,
} from '../platform.ts'
import { instagramAccount, instagramRefresh } from './instagram-login.ts'
import { rules } from './refusals.ts'
import { chosenLogin, facebook, loginOf, scopesOf, secretOf } from './access.ts'

const Keep = z.object({ login: z.enum(['instagram', 'facebook']) })

const FIELDS =
  'id,name,access_token,tasks,instagram_business_account{id,username,name,profile_picture_url}'

export async function authorize(
  { state, hint }: { state: string; hint?: string },
  tools: Tools,
): Promise<Authorization> {
  const login = chosenLogin(tools, hint)
  const scopes = scopesOf(tools, login)
  if (login === 'facebook')
    return Promise.resolve({ url: dialogUrl(facebook, tools, state, scopes), keep: { login } })
  const { client_id, redirect_uri, hosts } = tools.config
  const query = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: 'code',
    scope: scopes.join(','),
    state,
  })
  const url = `${hosts['web']}/oauth/authorize?${query.toString()}`
  return Promise.resolve({ url, keep: { login } })
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const { login } = Keep.parse(keep)
  const code = codeOf(answer, 'Instagram', redacted)
  try {
    if (login === 'instagram') return [await instagramAccount(tools, code)]
    return await behindPages(tools, await userToken(facebook, tools, code))
  } catch (error) {
    // There was no token yet that could have ended.
    if (!(error instanceof Failure) || error.kind !== 'expired') throw error
    throw codeRefused(error.words)
  }
}

async function behindPages(tools: Tools, user: UserToken): Promise<Offered[]> {
  const graph = { tools, host: facebook.graph, token: user.token, rules, proven: true }
  const granted = await grantedTo(graph)
  if (!granted.has('instagram_content_publish')) {
    const message = 'Instagram needs the permission to publish. Connect again and allow it.'
    throw new Failure('rejected', 'missing_scope', message, { words: [...granted].join(' ') })
  }
  const offered = (await pagesOf(graph, FIELDS)).flatMap((page): Offered[] => {
    const { instagram_business_account: account, access_token } = page
    if (!account || !access_token) return []
    return [
      {
        platform_account_id: account.id,
        kind: 'business',
        name: account.name ?? account.username ?? page.name,
        username: account.username ?? account.id,
        avatar_url: account.profile_picture_url ?? null,
        settings: { login: 'facebook', page_id: page.id },
        credentials: credentialsOf(access_token, user),
      },
    ]
  })
  if (offered.length) return offered
  const message =
    'None of these Facebook Pages has a professional Instagram account. Link one to a Page first.'
  throw new Failure('rejected', 'no_account', message)
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  try {
    if (loginOf(account) === 'instagram') return await instagramRefresh(account, tools)
    const { access_token, user_token } = secretOf(account)
    if (!user_token) throw connectionEnded('Instagram')
    const held = { access_token, user_token }
    const credentials = await renewed(facebook, tools, held, async (graph) =>
      (await pagesOf(graph, FIELDS)).find(
        ({ instagram_business_account: behind }) => behind?.id === account.platform_account_id,
      ),
    )
    if (!credentials) throw connectionEnded('Instagram')
    return credentials
  } catch (error) {
    throw refreshRefused(error, 'Instagram')
  }
}

/** A Page's token has no end, but lives by the user's: both are renewed together. */
function credentialsOf(access_token: string, user: UserToken): Credentials {
  const secret = { access_token, user_token: user.token }
  return { secret, expires_at: user.expires_at, refreshable: true }
}
