/** What a video may be put into: the channel's playlists, a unit of the quota for fifty of them, and YouTube's categories and languages, a unit each. */
import { z } from 'zod'
import type { Choice, Choices } from '../platform.ts'
import { ask, type Access } from './api.ts'
import { playlistsOf } from './playlist.ts'

/** Of some nothing may be made: they are YouTube's own. */
const Categories = z.object({
  items: z.array(
    z.object({ id: z.string(), snippet: z.object({ title: z.string(), assignable: z.boolean() }) }),
  ),
})

/** The languages of YouTube itself: a video may be in others too. */
const Languages = z.object({
  items: z.array(z.object({ snippet: z.object({ hl: z.string(), name: z.string() }) })),
})

/** Lists differ a little by region; a channel tells its own only to whoever asks for more of it. */
const REGION = 'US'

export async function choices(access: Access): Promise<Choices> {
  const { playlists, complete } = await playlistsOf(access)
  const playlist_id = playlists.map(({ id, name }) => ({ value: id, name }))
  const category = await categories(access)
  const language = await languages(access)
  return {
    options: { playlist_id, category, language, audio_language: language },
    complete,
    // Of part of them nothing can be said to be missing.
    settings: { playlists: complete ? playlists : [] },
  }
}

async function categories(access: Access): Promise<Choice[]> {
  const path = `/youtube/v3/videoCategories?part=snippet&regionCode=${REGION}`
  const { items } = await ask(access, { method: 'GET', path, answer: Categories })
  return items
    .filter(({ snippet }) => snippet.assignable)
    .map(({ id, snippet }) => ({ value: id, name: snippet.title }))
}

async function languages(access: Access): Promise<Choice[]> {
  const path = '/youtube/v3/i18nLanguages?part=snippet'
  const { items } = await ask(access, { method: 'GET', path, answer: Languages })
  return items.map(({ snippet: { hl, name } }) => ({ value: hl, name }))
}
