/** Whom the public AppView finds by the beginning of a name; it asks nobody for a token. */
import { z } from 'zod'
import { MOST_PEOPLE, type Person } from '../kit/people.ts'
import type { Tools } from '../platform.ts'
import { forEverybody } from './metrics.ts'
import { ask } from './xrpc.ts'

const told = z.string().nullish().catch(undefined)
const Actor = z.object({ did: z.string(), handle: z.string(), displayName: told, avatar: told })
/** One that is odd does not spoil the others. */
const Actors = z.array(Actor.nullable().catch(null))

/** What the AppView says of a handle that leads to nobody any more: a mention of it would stay plain text. */
const LOST = 'handle.invalid'

export async function people(words: string, tools: Tools): Promise<Person[]> {
  const { actors } = await ask(
    tools,
    {
      method: 'GET',
      host: tools.config.hosts['public'] ?? '',
      nsid: 'app.bsky.actor.searchActorsTypeahead',
      query: { q: words.replace(/^@/, ''), limit: String(MOST_PEOPLE) },
    },
    z.object({ actors: Actors }),
  ).catch(forEverybody)
  const found = actors.filter((actor) => actor !== null).filter(({ handle }) => handle !== LOST)
  return found.slice(0, MOST_PEOPLE).map(({ did, handle, displayName, avatar }) => ({
    name: displayName || handle,
    username: handle,
    avatar_url: avatar || null,
    url: `${tools.config.hosts['web'] ?? ''}/profile/${did}`,
    mention: `@${handle}`,
    option: null,
  }))
}
