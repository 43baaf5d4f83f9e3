/** Google's token endpoint. A refresh answers with an access token alone: the refresh token stays what it was. */
import { z } from 'zod'
import { type Answer, call, expect } from '../http.ts'
import { type Account, type Credentials, Failure, type Tools } from '../platform.ts'
import { secretOf } from './api.ts'
import { refusal } from './errors.ts'
import { problemOf } from './problem.ts'

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.coerce.number().positive().catch(3599),
  scope: z.string().optional().catch(undefined),
})
export type Tokens = z.output<typeof Tokens>

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
    const message = 'Google does not accept this app. Check its client id and client secret.'
    // The channels are well: they wait until the app is put right.
    const kind = refreshing ? 'later' : 'rejected'
    return new Failure(kind, 'app_not_accepted', message, { scope: 'app', words })
  }
  if (refreshing && error === 'invalid_grant') return reconnect(words)
  if (!refreshing && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
    const message = 'The authorization is no longer valid. Connect the channel again.'
    return new Failure('rejected', 'authorization_failed', message, { words })
  }
  const failure = refusal(answer, { now: tools.now(), secrets })
  if (!refreshing || !['rejected', 'expired'].includes(failure.kind)) return failure
  // Not a word about the token, so the channel need not be connected again.
  return new Failure('later', failure.code, failure.message, { scope: failure.scope, words })
}

export function reconnect(words?: string): Failure {
  const message =
    'Google has ended the connection of this channel: access was withdrawn, unused for six months, or the app is in “Testing”, where it lasts seven days. Connect it again.'
  return new Failure('reconnect', 'refresh_refused', message, { scope: 'account', words })
}

export function credentialsOf(tokens: Tokens, previous: string | null, now: Date): Credentials {
  const refresh_token = tokens.refresh_token ?? previous
  return {
    secret: { access_token: tokens.access_token, refresh_token },
    expires_at: new Date(now.getTime() + tokens.expires_in * 1000),
    refreshable: refresh_token !== null,
  }
}
