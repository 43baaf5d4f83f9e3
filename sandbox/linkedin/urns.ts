/** URNs in addresses, and what they name. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { missing, wrongPath } from './refusal.ts'
import type { Post, Store } from './store.ts'

export function living(store: Store, urn: string): Post {
  const post = store.posts.find((each) => each.urn === urn && each.deleted_at === null)
  if (!post) throw missing(urn)
  return post
}

/** URNs in addresses must be encoded; with bare colons Rest.li cannot tell them from its own signs. */
export function urnIn(request: FastifyRequest): string {
  const { urn } = z.object({ urn: z.string() }).parse(request.params)
  if (!isEncoded(request.url) || !/^urn:li:(share|ugcPost|image|video|document):/.test(urn))
    throw wrongPath()
  return urn
}

/** The number in the URN of an organization, or nothing where it names something else. */
export const organizationOf = (urn: string) => /^urn:li:organization:(\d+)$/.exec(urn)?.[1]

export const isEncoded = (url: string) => !url.replace(/^.*?\/rest\//, '').includes('urn:li:')

/** `List(a,b)`, as Rest.li 2.0 writes it. */
export function listOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const inner = /^List\((.*)\)$/.exec(text)?.[1]
  if (inner === undefined) throw wrongPath()
  return inner.split(',').filter(Boolean)
}
