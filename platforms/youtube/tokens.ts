/** Google's token endpoint. A refresh answers with an access token alone: the refresh token stays what it was. */
import { type Answer, call, expect } from '../kit/http.ts'
import { appNotAccepted, codeRefused, type Tokens, tokens, unsettled } from '../kit/oauth.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { secretOf } from './api.ts'
import { refusal } from './errors.ts'
import { problemOf } from './problem.ts'

const Tokens = tokens(3599)

export async function token(tools: Tools, form: Record<string, string>): Promise<Tokens> {
  const { client_id, client_secret, hosts } = tools.config
  const answer = await call(tools, {
    method: 'POST',
    url: `${hosts['oauth']}/token`,
    form: { ...form, client_id, client_secret },
  })
  // Whatever a success holds, it may hold tokens: no word of it is kept.
  if (answer.status >= 200 && answer.status < 300) {
    return expect({ ...answer, text: '(not kept)' }, Tokens)
  }
  const secrets = [client_secret, ...Object.values(form)]
  throw tokenRefusal(answer, form['grant_type'] === 'refresh_token', { tools, secrets })
}

/** Ends the whole grant, whichever token names it. */
export async function revoke(account: Account, tools: Tools) {
  const { access_token, refresh_token } = secretOf(account)
  const { status } = await call(tools, {
    method: 'POST',
    url: `${tools.config.hosts['oauth']}/revoke`,
    form: { token: refresh_token ?? access_token },
  })
  if (status < 200 || status > 299)
    throw new Failure('rejected', 'not_revoked', 'Google did not take the revocation.')
}

function tokenRefusal(
  answer: Answer,
  refreshing: boolean,
  { tools, secrets }: { tools: Tools; secrets: readonly string[] },
): Failure {
  const { reasons, words } = problemOf(answer, secrets)
  const [error = ''] = reasons
  if (/client/.test(error)) {
    return appNotAccepted('Google', refreshing, words)
  }
  if (refreshing && error === 'invalid_grant') return reconnect(words)
  if (!refreshing && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    return codeRefused(words)
  }
  const failure = refusal(answer, { now: tools.now(), secrets })
  return refreshing ? unsettled(failure) : failure
}

export function reconnect(words?: string): Failure {
  const message =
    'Google has ended the connection of this channel: access was withdrawn, unused for six months, or the app is in “Testing”, where it lasts seven days. Connect it again.'
  return new Failure('reconnect', 'refresh_refused', message, { scope: 'account', words })
}
