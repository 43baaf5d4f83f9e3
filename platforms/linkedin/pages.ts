/** Pages: listed through the roles that the member has on them. */
import { z } from 'zod'
import { Failure, type Offered } from '../platform.ts'
import { ask, type Access } from './api.ts'

/** DIRECT_SPONSORED_CONTENT_POSTER may post advertisements only, ANALYST nothing. */
const MAY_POST = new Set(['ADMINISTRATOR', 'CONTENT_ADMIN', 'CONTENT_ADMINISTRATOR'])
const PAGE_SIZE = 100
const MOST_PAGES = 20

const Acls = z.object({
  elements: z.array(
    z.object({
      role: z.string(),
      state: z.string().optional(),
      organization: z.string().optional(),
      organizationTarget: z.string().optional(),
    }),
  ),
  paging: z
    .object({
      count: z.int().positive().optional().catch(undefined),
      total: z.number().optional().catch(undefined),
      links: z
        .array(z.object({ rel: z.string(), href: z.string().optional().catch(undefined) }))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

const Organization = z.object({
  localizedName: z.string().nullish(),
  vanityName: z.string().nullish(),
})

type Page = Omit<Offered, 'credentials'>

export async function pagesOf(access: Access): Promise<Page[]> {
  const roles = new Map<string, string>()
  let start = 0
  for (let number = 0; number < MOST_PAGES; number++) {
    const { elements, paging } = await ask(access, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/organizationAcls?q=roleAssignee&state=APPROVED&start=${start}&count=${PAGE_SIZE}`,
      action: 'FINDER',
      answer: Acls,
    })
    for (const { role, state = 'APPROVED', organization, organizationTarget } of elements) {
      const urn = organization ?? organizationTarget
      const known = urn !== undefined && /^urn:li:organization(Brand)?:\d+$/.test(urn)
      if (known && state === 'APPROVED' && MAY_POST.has(role) && roles.get(urn) !== 'ADMINISTRATOR')
        roles.set(urn, role)
    }
    const next = nextOf(paging, start, elements.length)
    if (next === undefined) break
    start = next
  }
  const pages: Page[] = []
  for (const [urn, role] of roles) pages.push(await page(access, urn, role))
  return pages
}

/** A page may come out shorter than asked for and still have another behind it: the link says where that begins. */
function nextOf(
  paging: z.output<typeof Acls>['paging'],
  start: number,
  length: number,
): number | undefined {
  const { links, total, count = PAGE_SIZE } = paging ?? {}
  const behind = start + count
  if (!links) return (total === undefined ? length >= count : behind < total) ? behind : undefined
  const link = links.find(({ rel }) => rel === 'next')
  if (!link) return undefined
  const told = Number(/[?&]start=(\d+)/.exec(link.href ?? '')?.[1])
  return told > start ? told : behind
}

async function page(access: Access, urn: string, role: string): Promise<Page> {
  const id = urn.split(':').at(-1) ?? ''
  const known = await named(access, id)
  return {
    platform_account_id: urn,
    kind: 'page',
    name: known.localizedName ?? `Page ${id}`,
    username: known.vanityName ?? id,
    avatar_url: null,
    settings: { kind: 'page', role },
  }
}

const Found = z.object({ results: z.record(z.string(), Organization) })

/** Administrators read their Page; all others find it, by its public details ("Find Non-Administered Organization"). */
async function named(access: Access, id: string): Promise<z.output<typeof Organization>> {
  const request = { purpose: 'read', method: 'GET' } as const
  const own = async () =>
    ask(access, { ...request, path: `/rest/organizations/${id}`, answer: Organization })
  const found = async () => {
    const path = `/rest/organizationsLookup?ids=List(${id})`
    const { results } = await ask(access, { ...request, path, answer: Found })
    return results[id]
  }
  return (await unlessRefused(own)) ?? (await unlessRefused(found)) ?? {}
}

/** A Page whose details are refused can still be posted to. */
async function unlessRefused<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await act()
  } catch (error) {
    const refusals = ['not_found', 'missing_scope', 'forbidden']
    if (error instanceof Failure && refusals.includes(error.code)) return undefined
    throw error
  }
}
