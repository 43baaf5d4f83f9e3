/** All locations of all accounts that the person manages, page by page. */
import { z } from 'zod'
import { type Credentials, Failure, type Offered, type Tools } from '../platform.ts'
import { ask, type Access } from './api.ts'

const next = z.string().optional().catch(undefined)
const Accounts = z.object({
  accounts: z.array(z.object({ name: z.string().regex(/^accounts\/[^/]+$/) })).optional(),
  nextPageToken: next,
})
const Locations = z.object({
  locations: z
    .array(
      z.object({
        name: z.string().regex(/^(accounts\/[^/]+\/)?locations\/[^/]+$/),
        title: z.string().catch(''),
        metadata: z
          .object({
            canOperateLocalPost: z.boolean().optional().catch(undefined),
            mapsUri: z.string().optional().catch(undefined),
          })
          .optional()
          .catch(undefined),
      }),
    )
    .optional(),
  nextPageToken: next,
})
/** Enough for ten thousand locations; whoever never ends is not asked for ever. */
const PAGES = 100

/** Posts go to `accounts/1/locations/2`: a location's own name is not enough, so both parts are the id. */
export async function locations(tools: Tools, credentials: Credentials): Promise<Offered[]> {
  const access = { tools, account: { secret: credentials.secret } }
  const offered = new Map<string, Offered>()
  let unable = 0
  for (const account of await accountsOf(access)) {
    for (const { name, title, metadata } of await locationsOf(access, account)) {
      const location = name.split('/').at(-1) ?? ''
      // Two accounts can share a location: whichever comes first is as good.
      if (offered.has(location)) continue
      // Absent is not the same as no.
      if (metadata?.canOperateLocalPost === false) {
        unable += 1
        continue
      }
      offered.set(location, {
        platform_account_id: `${account}/locations/${location}`,
        kind: 'location',
        name: title || location,
        // Locations have no handle, and their titles are those of the whole chain.
        username: location,
        avatar_url: null,
        settings: { maps_uri: metadata?.mapsUri ?? null },
        credentials,
      })
    }
  }
  if (offered.size > 0) return [...offered.values()]
  const message = unable
    ? 'Google lets none of these locations have posts. Verify them first, or ask their owner.'
    : 'This Google account manages no business location.'
  throw new Failure('rejected', 'no_account', message)
}

async function accountsOf(access: Access): Promise<string[]> {
  const names: string[] = []
  let token: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const query = new URLSearchParams({ pageSize: '20', ...(token ? { pageToken: token } : {}) })
    const { accounts = [], nextPageToken } = await ask(access, {
      method: 'GET',
      host: 'accounts',
      path: `/v1/accounts?${query.toString()}`,
      answer: Accounts,
    })
    names.push(...accounts.map(({ name }) => name))
    if (!nextPageToken) break
    token = nextPageToken
  }
  return names
}

async function locationsOf(access: Access, account: string) {
  const found: NonNullable<z.output<typeof Locations>['locations']> = []
  let token: string | undefined
  for (let page = 1; page <= PAGES; page++) {
    const query = new URLSearchParams({
      readMask: 'name,title,metadata',
      pageSize: '100',
      ...(token ? { pageToken: token } : {}),
    })
    const { locations: some = [], nextPageToken } = await ask(access, {
      method: 'GET',
      host: 'info',
      path: `/v1/${account}/locations?${query.toString()}`,
      answer: Locations,
    })
    found.push(...some)
    if (!nextPageToken) break
    token = nextPageToken
  }
  return found
}
