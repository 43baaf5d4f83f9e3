/** What is wrong with a post as a whole, by what is known of the channel. */
import { z } from 'zod'
import { listed, named } from '../kit/names.ts'
import { type AccountFacts, type Objection, objection, type Written } from '../kit/objections.ts'
import { keyOf } from './tracks.ts'

const Known = z
  .object({ playlists: z.array(z.object({ id: z.string(), name: z.string() })) })
  .catch({ playlists: [] })

export function objects(post: Written, account: AccountFacts): Objection[] {
  return [...ofPlaylist(post, account), ...ofCaptions(post)]
}

const Named = z
  .array(z.object({ media_id: z.int(), language: z.string(), name: z.string().optional() }))
  .catch([])

/** Each file of captions is named with its language, once; and what is named is a file of the post. */
function ofCaptions({ options, media }: Written): Objection[] {
  const named = Named.parse(options['captions'])
  const found: Objection[] = []
  const tracks = new Set<string>()
  for (const [index, { media_id, ...track }] of named.entries()) {
    const file = media.find(({ id }) => id === media_id)
    const option = `captions.${index}.media_id`
    if (!file) found.push(objection({ option }, 'captions_absent', { media_id }))
    else if (!file.mime_type.startsWith('text/'))
      found.push(objection({ option }, 'captions_type', { media_id, type: file.mime_type }))
    if (tracks.has(keyOf(track)))
      found.push(objection({ option: `captions.${index}.language` }, 'captions_alike', {}))
    tracks.add(keyOf(track))
  }
  for (const [index, { id, mime_type }] of media.entries())
    if (mime_type.startsWith('text/') && !named.some(({ media_id }) => media_id === id))
      found.push(objection({ media: index }, 'captions_unnamed', {}))
  return found
}

/** By what is known of the playlists: since somebody read the choices. */
function ofPlaylist({ options }: Written, { settings }: AccountFacts): Objection[] {
  const { playlist, playlist_id } = options
  if (typeof playlist !== 'string') return []
  const at = { option: 'playlist' }
  const found: Objection[] = []
  if (playlist_id !== undefined) found.push(objection(at, 'playlist_twice', {}))
  const { playlists } = Known.parse(settings)
  if (!playlists.length) return found
  const called = named(playlist, playlists).length
  if (called === 0)
    found.push(objection(at, 'playlist_unknown', { playlist, playlists: listed(playlists) }))
  if (called > 1) found.push(objection(at, 'playlists_alike', { measured: called, playlist }))
  return found
}
