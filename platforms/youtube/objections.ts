/** What is wrong with a post as a whole, by what is known of the channel. */
import { z } from 'zod'
import { listed, named } from '../kit/names.ts'
import type { AccountFacts, Objection, Written } from '../kit/objections.ts'
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
    if (!file)
      found.push({
        option,
        text: `needs ${media_id} among the files of the post, too: add it to media_ids.`,
      })
    else if (!file.mime_type.startsWith('text/'))
      found.push({
        option,
        text: `takes .srt and .vtt as captions; ${media_id} is ${file.mime_type}.`,
      })
    if (tracks.has(keyOf(track)))
      found.push({
        option: `captions.${index}.language`,
        text: `has captions of one language and name once: give these another name.`,
      })
    tracks.add(keyOf(track))
  }
  for (const [index, { id, mime_type }] of media.entries())
    if (mime_type.startsWith('text/') && !named.some(({ media_id }) => media_id === id))
      found.push({
        media: index,
        text: 'has to know the language of these captions: tell it in its option captions.',
      })
  return found
}

/** By what is known of the playlists: since somebody read the choices. */
function ofPlaylist({ options }: Written, { settings }: AccountFacts): Objection[] {
  const { playlist, playlist_id } = options
  if (typeof playlist !== 'string') return []
  const object = (text: string) => ({ option: 'playlist', text })
  const found: Objection[] = []
  if (playlist_id !== undefined)
    found.push(object('is told the playlist twice: say playlist or playlist_id.'))
  const { playlists } = Known.parse(settings)
  if (!playlists.length) return found
  const called = named(playlist, playlists).length
  if (called === 0)
    found.push(
      object(
        `has no playlist called ${playlist}; it has ${listed(playlists)}. Where that has changed since, get_account_choices with refresh reads them anew.`,
      ),
    )
  if (called > 1)
    found.push(
      object(
        `has ${called} playlists called ${playlist}: name it by playlist_id, which get_account_choices tells.`,
      ),
    )
  return found
}
