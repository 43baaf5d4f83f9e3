/** An account as it is offered for posting. */
import { z } from 'zod'
import { type Credentials, Failure, type Offered, type Tools } from '../platform.ts'
import type { Identity } from './identity.ts'
import { ask } from './xrpc.ts'

const Profile = z.object({ displayName: z.string().optional(), avatar: z.string().optional() })

/** What is offered for an identity, however it was proven. */
export async function offered(
  { did, handle, pds }: Identity,
  credentials: Credentials,
  tools: Tools,
): Promise<Offered> {
  const { displayName, avatar } = await profile(did, tools)
  const username = handle ?? did
  return {
    platform_account_id: did,
    kind: 'profile',
    name: displayName || username,
    username,
    avatar_url: avatar ?? null,
    settings: { pds },
    credentials,
  }
}

/** Name and picture for the list of accounts; a new account may not be known to the public service yet. */
async function profile(did: string, tools: Tools): Promise<z.output<typeof Profile>> {
  try {
    const host = tools.config.hosts['public'] ?? ''
    const nsid = 'app.bsky.actor.getProfile'
    return await ask(tools, { method: 'GET', host, nsid, query: { actor: did } }, Profile)
  } catch (error) {
    if (error instanceof Failure && !tools.signal.aborted) return {}
    throw error
  }
}
