/** Signing in by a provider, as a browser goes there and back, and what came of it. */
import assert from 'node:assert/strict'
import type { TestService } from '../service.ts'
import type { Browser } from './browser.ts'
import { Signed } from './cast.ts'
import type { Known, TestProvider } from './provider.ts'

export const ada: Known = {
  sub: 'ada',
  email: 'Ada@example.org',
  email_verified: true,
  name: 'Ada',
}
export const DOOR = '/sign-in/oidc'

/** Where it leads, from the button on. */
export function signingIn(provider: TestProvider) {
  return async (page: Browser, who: Known | { error: string }, search = '') => {
    provider.who = who
    return placeOf(await page.go(pathOf(await provider.through(await begin(page, search)))))
  }
}

export async function begin(page: Browser, search = '') {
  return (await page.go(DOOR + search)).headers.get('location') ?? ''
}

/** The way of an answer, with parts of it put in another's place. */
export function pathOf(url: URL, change: Record<string, string | undefined> = {}) {
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}

export function placeOf(response: Response) {
  assert.equal(response.status, 303)
  return response.headers.get('location') ?? ''
}

export async function me(page: Browser) {
  const answer = await page.ask('GET', '/console/me')
  return answer.status === 200 ? Signed.parse(answer.body).person : undefined
}

export async function rolesOf(at: TestService, email: string) {
  const { rows } = await at.query(
    `select m.role, m.workspace_id from members m join persons p on p.id = m.person_id
     where p.email = '${email}' order by m.workspace_id`,
  )
  return rows.map(({ role }) => role)
}
