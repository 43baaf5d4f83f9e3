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

/** Nobody chooses among more; whoever names one may have many more. */
const SHOWN_PAGES = 4
const ALL_PAGES = 40

/** A unit of the quota for fifty of them. */
export async function playlistsOf(access: Access, most = SHOWN_PAGES) {
  const playlists: { id: string; name: string }[] = []
  let complete = true
  const own = { mine: 'true' }
  for await (const { items, nextPageToken } of pages(access, Playlists, 'playlists', own, most)) {
    playlists.push(...items.map(({ id, snippet }) => ({ id, name: snippet.title })))
    complete = nextPageToken === undefined
  }
  return { playlists, complete }
}

const NAMED = 'named_playlist'

/** Before the video is sent: a name that nothing has is no reason to have it out without its playlist. */
export function playlistSteps(access: Access, { playlist }: z.output<typeof Options>): Step[] {
  if (playlist === undefined) return []
  const run = async (): Promise<Json> => ({ playlist_id: await called(playlist, access) })
  return [{ name: NAMED, effect: 'prepares', run }]
}

async function called(name: string, access: Access) {
  const { playlists } = await playlistsOf(access, ALL_PAGES)
  return theOne(name, playlists, { what: 'playlist', code: 'playlist_gone' }).id
}

/**
 * What the name led to, which is kept with the delivery. Undefined: of a video that another run of the service sent (a backup was
 * restored) nobody here knows it.
 */
export function playlistIn(saved: Saved, { playlist, playlist_id }: z.output<typeof Options>) {
  return playlist === undefined ? playlist_id : Found.safeParse(saved[NAMED]).data?.playlist_id
}

/** The same, asked for where it is not known. */
export async function playlistFor(
  access: Access,
  saved: Saved,
  options: z.output<typeof Options>,
): Promise<string> {
  return playlistIn(saved, options) ?? called(options.playlist ?? '', access)
}
