/** What a video may be put into: the channel's playlists. A unit of the quota for fifty of them. */
import { z } from 'zod'
import type { Choice, Choices } from '../platform.ts'
import type { Session } from './api.ts'
import { pages } from './lists.ts'

const Playlists = z.object({
  items: z.array(z.object({ id: z.string(), snippet: z.object({ title: z.string() }) })),
  nextPageToken: z.string().optional(),
})

export async function choices(session: Session): Promise<Choices> {
  const found: Choice[] = []
  let complete = true
  for await (const { items, nextPageToken } of pages(session, Playlists, 'playlists', {
    mine: 'true',
  })) {
    found.push(...items.map(({ id, snippet }) => ({ value: id, name: snippet.title })))
    complete = nextPageToken === undefined
  }
  return { options: { playlist_id: found }, complete }
}
