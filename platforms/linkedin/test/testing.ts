import assert from 'node:assert/strict'
import { allow } from '#sandbox/service/person.ts'
import { accountOf, authorized, type Bench } from '../../../test/platform-bench.ts'
import type { Reply } from '../../kit/test/stage.ts'
import type { Account } from '../../platform.ts'
import { PAGE_SCOPES } from '../manifest.ts'

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

export const denied: Reply = {
  status: 403,
  json: { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message: 'Not enough' },
}

/** Connected by somebody who runs one Page and may only write for another. */
export async function pagesOf(bench: Bench) {
  const { connector, tools, emulator } = bench
  tools.config.scopes = ['openid', 'profile', 'w_member_social', ...PAGE_SCOPES]
  const person = emulator.people.find(({ id }) => id === 'paula-pages') ?? assert.fail()
  const { answer, keep } = await authorized(bench, person, allow)
  const offered = await connector.exchange(answer, keep, tools)
  const pages = offered.filter(({ kind }) => kind === 'page').map(accountOf)
  const of = (role: string) => pages.find(({ settings }) => settings['role'] === role)
  return {
    mine: of('ADMINISTRATOR') ?? assert.fail(),
    editors: of('CONTENT_ADMINISTRATOR') ?? assert.fail(),
  }
}
