/** The post that a post quotes: by the address that people copy, or by the one that records use. */
import { z } from 'zod'
import { Failure, type Saved, type Step, type Tools } from '../platform.ts'
import { identifier, resolveHandle } from './identity.ts'
import { POST, type Ref } from './record.ts'
import { ask } from './xrpc.ts'

const ADDRESS =
  /^(?:at:\/\/([^/\s]+)\/app\.bsky\.feed\.post|https?:\/\/[^\s?#]+\/profile\/([^/\s?#]+)\/post)\/([a-z2-7]{13})\/?(?:[?#]\S*)?$/

/** Whose post it is, as handle or DID, and its key; undefined when it is no address of a post. */
export function quotedIn(text: string): { author: string; rkey: string } | undefined {
  const [, inRecords = '', onPages = inRecords, rkey = ''] = ADDRESS.exec(text) ?? []
  const author = identifier(decoded(onPages))
  return author === undefined ? undefined : { author, rkey }
}

/** A DID may stand in an address with its colons written as %3A. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const Shown = z.object({ posts: z.array(z.object({ uri: z.string(), cid: z.string() })) })
const Quoted = z.object({ uri: z.string(), cid: z.string() })
const QUOTED = 'quoted'

/** A record names the content that it quotes, so that is asked for before anything is written. */
export function quoting(address: string | undefined, tools: Tools): Step[] {
  if (address === undefined) return []
  return [
    { name: QUOTED, effect: 'prepares', run: async () => ({ ...(await find(address, tools)) }) },
  ]
}

export function quotedOf(saved: Saved): Ref | undefined {
  return Quoted.safeParse(saved[QUOTED]).data
}

async function find(address: string, tools: Tools): Promise<Ref> {
  const { author, rkey } = quotedIn(address) ?? { author: '', rkey: '' }
  const did = author.startsWith('did:') ? author : await resolveHandle(author, tools)
  const [post] = did === undefined ? [] : await postsAt(`at://${did}/${POST}/${rkey}`, tools)
  if (post) return post
  const message = `The post to quote is not on Bluesky: ${address}.`
  throw new Failure('rejected', 'not_found', message)
}

async function postsAt(uri: string, tools: Tools) {
  const host = tools.config.hosts['public'] ?? ''
  const nsid = 'app.bsky.feed.getPosts'
  const { posts } = await ask(tools, { method: 'GET', host, nsid, query: { uris: uri } }, Shown)
  return posts
}
