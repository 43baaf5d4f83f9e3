/** What is wrong with a post as a whole, by what is known of the channel. */
import { z } from 'zod'
import { listed, named } from '../kit/names.ts'
import type { AccountFacts, Objection, Written } from '../kit/objections.ts'

const Known = z
  .object({ playlists: z.array(z.object({ id: z.string(), name: z.string() })) })
  .catch({ playlists: [] })

/** By what is known of the playlists: since somebody read the choices. */
export function objects({ options }: Written, { settings }: AccountFacts): Objection[] {
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
