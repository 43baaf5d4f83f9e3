import type { Account } from '../../platform.ts'

const secret = { access_token: 'access-token-of-ada', refresh_token: null, refresh_ends_at: null }

/** A member, for tests. */
export const account: Account = {
  platform_account_id: 'urn:li:person:ada',
  username: 'ada',
  settings: { kind: 'profile' },
  secret,
}

export const page: Account = {
  platform_account_id: 'urn:li:organization:99',
  username: 'analytical-engines',
  settings: { kind: 'page', role: 'ADMINISTRATOR' },
  secret,
}
