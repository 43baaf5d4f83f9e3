/** What a video may be put into: the channel's playlists, a unit of the quota for fifty of them, and YouTube's categories, a unit in all. */
import { z } from 'zod'
import type { Choice, Choices } from '../platform.ts'
import { ask, type Session } from './api.ts'
import { pages } from './lists.ts'

const Playlists = z.object({
  items: z.array(z.object({ id: z.string(), snippet: z.object({ title: z.string() }) })),
  nextPageToken: z.string().optional(),
})

/** Of some nothing may be made: they are YouTube's own. */
const Categories = z.object({
  items: z.array(
    z.object({ id: z.string(), snippet: z.object({ title: z.string(), assignable: z.boolean() }) }),
  ),
})

/** Lists differ a little by region; a channel tells its own only to whoever asks for more of it. */
const REGION = 'US'

export async function choices(session: Session): Promise<Choices> {
  const found: Choice[] = []
  let complete = true
  for await (const { items, nextPageToken } of pages(session, Playlists, 'playlists', {
    mine: 'true',
  })) {
    found.push(...items.map(({ id, snippet }) => ({ value: id, name: snippet.title })))
    complete = nextPageToken === undefined
  }
  return { options: { playlist_id: found, category: await categories(session) }, complete }
}

async function categories(session: Session): Promise<Choice[]> {
  const path = `/youtube/v3/videoCategories?part=snippet&regionCode=${REGION}`
  const { items } = await ask(session, { method: 'GET', path, answer: Categories })
  return items
    .filter(({ snippet }) => snippet.assignable)
    .map(({ id, snippet }) => ({ value: id, name: snippet.title }))
}
