/** What a consent lets us post to: the member's own profile, and the Pages where the member may post. */
import { z } from 'zod'
import { type Credentials, Failure, type Offered, type Tools } from '../platform.ts'
import { ask, type Access, Urn } from './api.ts'
import { COMMENT_SCOPES, MEMBER_ANALYTICS } from './manifest.ts'
import { pagesOf } from './pages.ts'

const TRIES = 4

const UserInfo = z.object({
  sub: z.string().min(1),
  name: z.string().nullish(),
  given_name: z.string().nullish(),
  family_name: z.string().nullish(),
  picture: z.string().nullish().catch(undefined),
})

const Me = z.object({
  id: z.string().min(1),
  localizedFirstName: z.string().nullish(),
  localizedLastName: z.string().nullish(),
  vanityName: z.string().nullish(),
})

interface Member {
  id: string
  name: string
  username: string
  picture: string | null
}

export async function accountsOf(
  tools: Tools,
  credentials: Credentials,
  scopes: ReadonlySet<string>,
): Promise<Offered[]> {
  const account = { platform_account_id: '', settings: {}, secret: credentials.secret }
  const access = { tools, account }
  const { id, name, username, picture } = await whenSpread(tools, () => member(access, scopes))
  const offered: Offered[] = []
  if (scopes.has('w_member_social')) {
    offered.push({
      platform_account_id: Urn.parse(`urn:li:person:${id}`),
      kind: 'profile',
      name,
      username,
      avatar_url: picture,
      settings: {
        kind: 'profile',
        analytics: scopes.has(MEMBER_ANALYTICS),
        comments: scopes.has(COMMENT_SCOPES.profile),
      },
      credentials,
    })
  }
  if (scopes.has('w_organization_social')) {
    const comments = scopes.has(COMMENT_SCOPES.page)
    for (const page of await pagesOf(access)) {
      offered.push({ ...page, settings: { ...page.settings, comments }, credentials })
    }
  }
  return offered
}

async function member(access: Access, scopes: ReadonlySet<string>): Promise<Member> {
  const request = { purpose: 'sign_in', method: 'GET' } as const
  if (scopes.has('openid')) {
    const it = await ask(access, { ...request, path: '/v2/userinfo', answer: UserInfo })
    const name = it.name ?? [it.given_name, it.family_name].filter(Boolean).join(' ')
    // Sign-in tells no handle, and its id is only valid for this app; it tells people apart all the same.
    return { id: it.sub, name: name || it.sub, username: it.sub, picture: it.picture ?? null }
  }
  const it = await ask(access, { ...request, path: '/v2/me', answer: Me })
  const name = [it.localizedFirstName, it.localizedLastName].filter(Boolean).join(' ')
  return { id: it.id, name: name || it.id, username: it.vanityName ?? it.id, picture: null }
}

/** For some seconds a new token may be called revoked, until every server of LinkedIn has heard of it. */
async function whenSpread<Result>(tools: Tools, act: () => Promise<Result>): Promise<Result> {
  for (let number = 1; ; number++) {
    try {
      return await act()
    } catch (error) {
      const early = error instanceof Failure && error.code === 'token_not_spread'
      if (!early || number === TRIES) throw error
      await tools.sleep(3000)
    }
  }
}
