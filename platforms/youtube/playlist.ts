/** The playlist of a video, by its number or by the name that the person knows. */
import { z } from 'zod'
import { theOne } from '../kit/names.ts'
import type { Json, Saved, Step } from '../platform.ts'
import type { Access } from './api.ts'
import { pages } from './lists.ts'
import type { Options } from './manifest.ts'

const Playlists = z.object({
  items: z.array(z.object({ id: z.string(), snippet: z.object({ title: z.string() }) })),
  nextPageToken: z.string().optional(),
})
const Found = z.object({ playlist_id: z.string() })

/** A unit of the quota for fifty of them. */
export async function playlistsOf(access: Access) {
  const playlists: { id: string; name: string }[] = []
  let complete = true
  for await (const { items, nextPageToken } of pages(access, Playlists, 'playlists', {
    mine: 'true',
  })) {
    playlists.push(...items.map(({ id, snippet }) => ({ id, name: snippet.title })))
    complete = nextPageToken === undefined
  }
  return { playlists, complete }
}

const NAMED = 'named_playlist'

/** Before the video is sent: a name that nothing has is no reason to have it out without its playlist. */
export function playlistSteps(access: Access, { playlist }: z.output<typeof Options>): Step[] {
  if (playlist === undefined) return []
  const run = async (): Promise<Json> => {
    const { playlists } = await playlistsOf(access)
    const { id } = theOne(playlist, playlists, { what: 'playlist', code: 'playlist_gone' })
    return { playlist_id: id }
  }
  return [{ name: NAMED, effect: 'prepares', run }]
}

/** What the name led to, which is kept with the delivery. */
export function playlistIn(saved: Saved, { playlist, playlist_id }: z.output<typeof Options>) {
  return playlist === undefined ? playlist_id : Found.parse(saved[NAMED]).playlist_id
}
