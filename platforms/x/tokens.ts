/** The token endpoint: what is sent there, what comes back, and what its refusals mean. */
import { type Answer, call } from '../kit/http.ts'
import { appNotAccepted, codeRefused, ended, tokens, unsettled } from '../kit/oauth.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { secretOf, understood } from './api.ts'
import { refusal } from './errors.ts'
import { problemOf } from './problem.ts'

const Tokens = tokens(7200)

/** Revoking the refresh token takes the access with it; an account without one has two hours at most. */
export async function revoke(account: Account, tools: Tools) {
  const { access_token, refresh_token } = secretOf(account)
  const { answer } = await asClient(tools, '/2/oauth2/revoke', {
    token: refresh_token ?? access_token,
  })
  if (answer.status >= 200 && answer.status < 300) return
  throw new Failure('rejected', 'not_revoked', 'X did not take the revocation.')
}

/** A public client (no secret) names itself in the form, a confidential one in the header only. */
async function asClient(tools: Tools, path: string, form: Record<string, string>) {
  const { client_id, client_secret, hosts } = tools.config
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  const answer = await call(tools, {
    method: 'POST',
    url: `${hosts['api']}${path}`,
    form: client_secret === '' ? { ...form, client_id } : form,
    headers: client_secret === '' ? {} : { authorization: `Basic ${basic}` },
  })
  return { answer, basic }
}

/** A code or a refresh token for new credentials. */
export async function token(tools: Tools, secrets: string[], form: Record<string, string>) {
  const { answer, basic } = await asClient(tools, '/2/oauth2/token', form)
  const hidden = [...secrets, tools.config.client_secret, basic]
  if (answer.status >= 200 && answer.status < 300) {
    // Whatever it holds, it may hold tokens: no word of it is kept.
    return understood({ ...answer, text: '(not kept)' }, Tokens, hidden)
  }
  throw tokenRefusal(answer, { grant_type: form['grant_type'], hidden, now: tools.now() })
}

function tokenRefusal(
  answer: Answer,
  { grant_type, hidden, now }: { grant_type: string | undefined; hidden: string[]; now: Date },
): Failure {
  const { error, words, readable } = problemOf(answer, hidden)
  const refreshing = grant_type === 'refresh_token'
  if (answer.status === 401 || /client/.test(error)) {
    return appNotAccepted('X', refreshing, words)
  }
  if (answer.status === 400 && readable) {
    return refreshing ? ended('X', words) : codeRefused(words, ' (X gives 30 seconds)')
  }
  const failure = refusal(answer, { purpose: 'sign_in', now, secrets: hidden })
  return refreshing ? unsettled(failure) : failure
}
