/** For the tests of this folder: an account, and what Threads says. */
import { NOW, type Reply } from '../../kit/test/stage.ts'
import type { Account } from '../../platform.ts'

export const account: Account = {
  platform_account_id: '17841405793187218',
  username: 'ada',
  settings: {},
  secret: { access_token: 'TH-access-token-of-ada', issued_at: NOW.toISOString() },
}

/** A refusal in the shape of the Graph. */
export function graph(
  code: number,
  error_subcode: number | undefined,
  message: string,
  status = 400,
): Reply {
  return { status, json: { error: { message, type: 'OAuthException', code, error_subcode } } }
}

export const MADE = { json: { id: '900' } }
export const FINISHED = { json: { id: '900', status: 'FINISHED' } }
export const OUT = { json: { id: '77' } }
export const LINK = { json: { id: '77', permalink: 'https://threads.com/@ada/post/x' } }
export const TOO_EARLY = graph(24, 4279009, 'The requested resource does not exist')
