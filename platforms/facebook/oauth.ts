/** Facebook Login: a person's token of 60 days, and with it a token for each of their Pages. */
import {
  dialogUrl,
  grantedTo,
  type Page,
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
import { manifest } from './manifest.ts'
import { rules } from './refusals.ts'
import { login, secretOf } from './access.ts'

const FIELDS = 'id,name,username,access_token,tasks,picture{url}'

export async function authorize(
  { state }: { state: string },
  tools: Tools,
): Promise<Authorization> {
  const scopes = tools.config.scopes ?? manifest.scopes
  return Promise.resolve({ url: dialogUrl(login, tools, state, scopes), keep: {} })
}

export async function exchange(
  answer: Record<string, string>,
  _keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const code = codeOf(answer, 'Facebook', redacted)
  try {
    return await pagesBehind(tools, await userToken(login, tools, code))
  } catch (error) {
    // There was no token yet that could have ended.
    if (!(error instanceof Failure) || error.kind !== 'expired') throw error
    throw codeRefused(error.words)
  }
}

async function pagesBehind(tools: Tools, user: UserToken): Promise<Offered[]> {
  const graph = { tools, host: login.graph, token: user.token, rules, proven: true }
  const granted = await grantedTo(graph)
  if (!granted.has('pages_manage_posts')) {
    const message = 'Facebook needs the permission to post on Pages. Connect again and allow it.'
    throw new Failure('rejected', 'missing_scope', message, { words: [...granted].join(' ') })
  }
  const offered = (await pagesOf(graph, FIELDS)).flatMap((page) => offer(page, user))
  if (offered.length) return offered
  const message = 'This person may not post on any Facebook Page, or allowed none of them.'
  throw new Failure('rejected', 'no_account', message)
}

/** Pages on which the person may not post are not offered. */
function offer(page: Page, user: UserToken): Offered[] {
  const { id, name, username, access_token, tasks, picture } = page
  const posts = !tasks || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE')
  if (!access_token || !posts) return []
  return [
    {
      platform_account_id: id,
      kind: 'page',
      name,
      username: username ?? id,
      avatar_url: picture?.data.url ?? null,
      settings: { tasks: tasks ?? [] },
      credentials: credentialsOf(access_token, user),
    },
  ]
}

export async function refresh(account: Account, tools: Tools): Promise<Credentials> {
  try {
    const credentials = await renewed(login, tools, secretOf(account), async (graph) => {
      const pages = await pagesOf(graph, FIELDS)
      return pages.find(({ id }) => id === account.platform_account_id)
    })
    if (!credentials) throw connectionEnded('Facebook')
    return credentials
  } catch (error) {
    throw refreshRefused(error, 'Facebook')
  }
}

/** A Page's token has no end of its own; it is renewed with the person's, before their 60 days are over. */
function credentialsOf(access_token: string, user: UserToken): Credentials {
  const secret = { access_token, user_token: user.token }
  return { secret, expires_at: user.expires_at, refreshable: true }
}
