/** Pages: listed through the roles that the member has on them. */
import { z } from 'zod'
import { Failure, type Offered } from '../platform.ts'
import { ask, type Session } from './api.ts'

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
      total: z.number().optional().catch(undefined),
      links: z
        .array(z.object({ rel: z.string() }))
        .optional()
        .catch(undefined),
    })
    .optional(),
})

const Organization = z.object({
  localizedName: z.string().nullish(),
  vanityName: z.string().nullish(),
})

type Page = Omit<Offered, 'credentials'>

export async function pagesOf(session: Session): Promise<Page[]> {
  const roles = new Map<string, string>()
  for (let number = 0; number < MOST_PAGES; number++) {
    const start = number * PAGE_SIZE
    const { elements, paging } = await ask(session, {
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
    // A page may come out shorter than asked for and still have another behind it.
    const more =
      paging?.links?.some(({ rel }) => rel === 'next') ??
      (paging?.total === undefined
        ? elements.length === PAGE_SIZE
        : start + PAGE_SIZE < paging.total)
    if (!more) break
  }
  const pages: Page[] = []
  for (const [urn, role] of roles) pages.push(await page(session, urn, role))
  return pages
}

async function page(session: Session, urn: string, role: string): Promise<Page> {
  const id = urn.split(':').at(-1) ?? ''
  const known = await named(session, id)
  return {
    platform_account_id: urn,
    kind: 'page',
    name: known.localizedName ?? `Page ${id}`,
    username: known.vanityName ?? id,
    avatar_url: null,
    settings: { kind: 'page', role },
  }
}

/** A Page whose details are refused can still be posted to. */
async function named(session: Session, id: string): Promise<z.output<typeof Organization>> {
  try {
    return await ask(session, {
      purpose: 'read',
      method: 'GET',
      path: `/rest/organizations/${id}`,
      answer: Organization,
    })
  } catch (error) {
    const refused = error instanceof Failure && ['not_found', 'missing_scope'].includes(error.code)
    if (refused) return {}
    throw error
  }
}
