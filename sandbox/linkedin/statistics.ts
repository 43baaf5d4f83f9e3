/** Numbers of Pages and of members (docs/facts/linkedin.md §9). */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { followersOf } from '../kit/followers.ts'
import { administers, organizations } from './people.ts'
import { isEncoded, listOf, organizationOf } from './urns.ts'
import { noFinder } from './identity.ts'
import {
  missing,
  notPermitted,
  parameterInvalid,
  parameterMissing,
  Refusal,
  wrongPath,
} from './refusal.ts'
import { needScope, queryOf, urnOf, type Answer, type Call, type Context } from './service.ts'
import type { Post } from './store.ts'

export const statisticsCalls: Call[] = [
  {
    method: 'GET',
    path: '/api/rest/organizationalEntityShareStatistics',
    on: 'read',
    run: ofPages,
  },
  { method: 'GET', path: '/api/rest/memberCreatorPostAnalytics', on: 'read', run: ofMembers },
  { method: 'GET', path: '/api/rest/networkSizes/:urn', on: 'read', run: networkSize },
]

const shares = {
  IMPRESSION: 1,
  MEMBERS_REACHED: 0.72,
  REACTION: 0.034,
  COMMENT: 0.006,
  RESHARE: 0.003,
}
type Metric = keyof typeof shares
const CLICKS = 0.02
const HALF_DAY = 43_200_000

const isMetric = (name: string): name is Metric => name in shares

/** They follow from the id, grow with age and never fall. */
function count(post: Post, share: number, now: number): number {
  const age = Math.max(0, now - post.created_at)
  const reach = 60 + Number(BigInt(post.urn.split(':').at(-1) ?? 0) % 2999n)
  return Math.floor(reach * (1 - Math.exp(-age / HALF_DAY)) * share)
}

/** "rw_organization_admin … restricted to organizations in which the member has the role ADMINISTRATOR" (share-statistics, 2026-03). */
function mayMeasure({ person, grant }: Context, page: string) {
  const id = organizationOf(page) ?? ''
  const scopes = ['rw_organization_admin', 'r_organization_admin']
  if (!scopes.some((scope) => grant.scopes.includes(scope)) || !administers(person, id))
    throw notPermitted('organizationalEntityShareStatistics.FINDER-organizationalEntity')
}

/** Posts without any activity are left out, and so are those that are not there. */
function ofPages(context: Context): Answer {
  const { store, request, now } = context
  const query = queryOf(request)
  if (query['q'] !== 'organizationalEntity') throw noFinder(query['q'])
  if (!isEncoded(request.url)) throw wrongPath()
  const page = query['organizationalEntity'] ?? ''
  mayMeasure(context, page)
  const lists = { share: listOf(query['shares']), ugcPost: listOf(query['ugcPosts']) }
  const elements = Object.entries(lists).flatMap(([kind, urns]) =>
    urns.flatMap((urn) => {
      if (!urn.startsWith(`urn:li:${kind}:`)) throw wrongPath()
      const post = store.posts.find((each) => each.urn === urn && each.author === page)
      if (!post || post.deleted_at !== null || !count(post, 1, now)) return []
      return [{ organizationalEntity: page, [kind]: urn, totalShareStatistics: totals(post, now) }]
    }),
  )
  return { status: 200, body: { elements, paging: { start: 0, count: 10, links: [] } } }
}

function totals(post: Post, now: number) {
  const impressionCount = count(post, shares.IMPRESSION, now)
  const parts = {
    clickCount: count(post, CLICKS, now),
    likeCount: count(post, shares.REACTION, now),
    commentCount: count(post, shares.COMMENT, now),
    shareCount: count(post, shares.RESHARE, now),
  }
  const sum = Object.values(parts).reduce((total, part) => total + part, 0)
  return {
    ...parts,
    impressionCount,
    uniqueImpressionsCount: count(post, shares.MEMBERS_REACHED, now),
    engagement: sum / impressionCount,
  }
}

/** One number of one post in a call. */
function ofMembers(context: Context): Answer {
  needScope(context, 'r_member_postAnalytics', 'memberCreatorPostAnalytics.FINDER-entity')
  const { store, request, person, now } = context
  const query = queryOf(request)
  if (query['q'] !== 'entity') throw noFinder(query['q'])
  if (!isEncoded(request.url)) throw wrongPath()
  const metric = query['queryType'] ?? ''
  const [, kind, urn] =
    /^\((share|ugc):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(query['entity'] ?? '') ?? []
  if (!isMetric(metric) || urn === undefined || query['aggregation'] !== 'TOTAL')
    throw new Refusal(400, { status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Invalid parameters' })
  const post = store.posts.find((each) => each.urn === urn && each.author === urnOf(person))
  const elements =
    post && post.deleted_at === null
      ? [
          {
            count: count(post, shares[metric], now),
            metricType: metricType(request, metric),
            targetEntity: { [kind ?? 'share']: urn },
          },
        ]
      : []
  return { status: 200, body: { elements, paging: { start: 0, count: 10, links: [] } } }
}

/** A plain string since 202605, the name of its type around it before. */
function metricType({ headers }: FastifyRequest, metric: Metric) {
  if (String(headers['linkedin-version']) >= '202605') return metric
  return {
    'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1': metric,
  }
}

/** Of any organization, whatever the role in it; the permission is that of the page "Organization Lookup" (docs/facts/linkedin.md §9.1). */
function networkSize(context: Context): Answer {
  needScope(context, 'rw_organization_admin', 'networkSizes.GET')
  const { request, now } = context
  const { urn } = z.object({ urn: z.string() }).parse(request.params)
  const id = organizationOf(urn)
  if (!isEncoded(request.url) || id === undefined) throw wrongPath()
  const edgeType = queryOf(request)['edgeType']
  if (edgeType === undefined) throw parameterMissing('edgeType')
  // Until 202304 it was spelled CompanyFollowedByMember; those versions are dead.
  if (edgeType !== 'COMPANY_FOLLOWED_BY_MEMBER') throw parameterInvalid('edgeType')
  const place = organizations.findIndex((each) => each.id === id)
  if (place < 0) throw missing(`Organization ${id}`)
  // The place keeps two apart whose followers grow past each other: who mixes them up is found out.
  const firstDegreeSize = followersOf(id, now) * organizations.length + place
  return { status: 200, body: { firstDegreeSize } }
}
