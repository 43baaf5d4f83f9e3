/** What Google makes of a post that it has: shown, refused, or still being checked, for minutes or hours. */
import { z } from 'zod'
import type { Known } from '../evidence.ts'
import { Failure, type Json } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { LocalPost, receiptOf } from './local-post.ts'

export const REJECTED =
  'Google has the post and does not show it: it goes against the content policy (a telephone number in the text is enough). Change it, then post again.'

/** Between two looks at a post that is being checked. */
const AGAIN = 5 * 60_000

export function beingChecked(name: string) {
  const message = 'Google is still checking this post; whether it is shown is not known yet.'
  return new Failure('unknown', 'still_processing', message, { kept: { name } })
}

export async function read(access: Access, name: string): Promise<LocalPost> {
  return ask(access, { method: 'GET', host: 'posts', path: `/v4/${name}`, answer: LocalPost })
}

const Kept = z.object({ name: LocalPost.shape.name })

/** By the name that its answer told. That it is not there is no word about what becomes of it. */
export async function stateOf(access: Access, kept: Json): Promise<Known> {
  const { name } = Kept.parse(kept)
  const post = await read(access, name).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'rejected') return undefined
    throw error
  })
  if (!post) return { is: 'unknown' }
  if (post.state === 'PROCESSING') {
    return { is: 'working', again: access.tools.now().getTime() + AGAIN }
  }
  if (post.state === 'REJECTED') return { is: 'dead', code: 'against_policy', words: REJECTED }
  return { is: 'landed', ids: [name], url: post.searchUrl ?? null }
}

/** A post that was found, once Google has made up its mind. Whatever goes wrong with this question costs the address only. */
export async function checked(access: Access, name: string, url: string | null): Promise<Json> {
  const post = await read(access, name).catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
  if (post?.state === 'PROCESSING') throw beingChecked(name)
  return post ? { ...receiptOf(post) } : { platform_post_id: name, platform_url: url }
}
