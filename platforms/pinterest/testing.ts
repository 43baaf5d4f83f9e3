import type { Account } from '../platform.ts'

/** An account with two boards, for tests. */
export const account: Account = {
  platform_account_id: '727054871050000000',
  username: 'ada',
  settings: {
    boards: [
      { id: '549755885175', name: 'Home' },
      { id: '549755885176', name: 'Garden' },
    ],
  },
  secret: { access_token: 'pina_access-token-of-ada', refresh_token: 'pinr_refresh-token-of-ada' },
}

export const created = { status: 201, json: { id: '813744226420795884' } }

export function refusing(status: number, code: number, message: string) {
  return { status, json: { code, message } }
}
