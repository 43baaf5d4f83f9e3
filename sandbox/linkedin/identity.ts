/** Who signed in, and which Pages they look after. */
import { z } from 'zod'
import { administers, organizations, type Member, type Organization } from './people.ts'
import { missing, notPermitted, Refusal, wrongPath } from './refusal.ts'
import { needScope, queryOf, urnOf, type Answer, type Call, type Context } from './service.ts'
import { listOf } from './urns.ts'

/** Fewer than the real 100 fit on a page here, so that nobody gets away without turning it. */
const MOST = 2

export const identityCalls: Call[] = [
  { method: 'GET', path: '/api/v2/userinfo', on: 'me', run: userinfo },
  { method: 'GET', path: '/api/v2/me', on: 'me', run: me },
  { method: 'GET', path: '/api/rest/organizationAcls', on: 'accounts', run: acls },
  { method: 'GET', path: '/api/rest/organizations/:id', on: 'accounts', run: organization },
  { method: 'GET', path: '/api/rest/organizationsLookup', on: 'accounts', run: lookup },
]

function userinfo(context: Context): Answer {
  needScope(context, 'profile', 'userinfo.GET')
  const { person, service } = context
  const { given, family } = namesOf(person)
  return {
    status: 200,
    body: {
      sub: person.id,
      name: person.name,
      given_name: given,
      family_name: family,
      picture: `${service.options.url}/web/dms/image/${person.id}.png`,
      locale: { country: 'US', language: 'en' },
    },
  }
}

function me(context: Context): Answer {
  const { grant, person } = context
  if (!['profile', 'r_basicprofile'].some((scope) => grant.scopes.includes(scope)))
    throw notPermitted('me.GET')
  const { given, family } = namesOf(person)
  return {
    status: 200,
    body: {
      id: person.id,
      localizedFirstName: given,
      localizedLastName: family,
      vanityName: person.username,
    },
  }
}

function namesOf({ name }: Member) {
  const [given = '', ...family] = name.split(' ')
  return { given, family: family.join(' ') }
}

function acls(context: Context): Answer {
  needScope(context, 'rw_organization_admin', 'organizationAcls.FINDER-roleAssignee')
  const { person, request } = context
  const query = queryOf(request)
  if (query['q'] !== 'roleAssignee') throw noFinder(query['q'])
  const start = z.coerce.number().int().min(0).catch(0).parse(query['start'])
  const count = z.coerce.number().int().min(1).catch(10).parse(query['count'])
  const size = Math.min(count, MOST)
  const found = person.roles.filter(
    ({ role, state }) => (query['role'] ?? role) === role && (query['state'] ?? state) === state,
  )
  const next = start + size
  const link = `/rest/organizationAcls?q=roleAssignee&count=${size}&start=${next}`
  return {
    status: 200,
    body: {
      elements: found.slice(start, next).map(({ organization: id, role, state }) => ({
        role,
        state,
        organization: `urn:li:organization:${id}`,
        roleAssignee: urnOf(person),
      })),
      paging: {
        start,
        count: size,
        total: found.length,
        links: next < found.length ? [{ rel: 'next', href: link, type: 'application/json' }] : [],
      },
    },
  }
}

function organization(context: Context): Answer {
  const { grant, person, request } = context
  const { id } = z.object({ id: z.string() }).parse(request.params)
  if (!/^\d+$/.test(id)) throw wrongPath()
  const found = organizations.find((each) => each.id === id)
  if (!found) throw missing(`Organization ${id}`)
  if (!administers(person, id) || !grant.scopes.includes('rw_organization_admin'))
    throw notPermitted('organizations.GET')
  return { status: 200, body: { ...detailsOf(found), versionTag: '1' } }
}

/** "Find Non-Administered Organization": what everybody may know. */
function lookup({ request }: Context): Answer {
  const ids = listOf(queryOf(request)['ids'])
  const known = organizations.filter(({ id }) => ids.includes(id))
  const results = Object.fromEntries(known.map((each) => [each.id, detailsOf(each)]))
  const statuses = Object.fromEntries(known.map(({ id }) => [id, 200]))
  const unknown = ids.filter((id) => !(id in results))
  const errors = Object.fromEntries(unknown.map((id) => [id, missing(`Organization ${id}`).body]))
  return { status: 200, body: { results, statuses, errors } }
}

function detailsOf({ id, vanityName, localizedName }: Organization) {
  return { id: Number(id), vanityName, localizedName, primaryOrganizationType: 'NONE' }
}

export function noFinder(name: string | undefined) {
  return new Refusal(400, {
    status: 400,
    code: 'ILLEGAL_ARGUMENT',
    message: `Finder ${name ?? ''} is not supported`,
  })
}
