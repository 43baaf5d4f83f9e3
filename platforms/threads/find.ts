/** After a lost answer: a container says whether it was published, and the newest posts say as what. */
import { z } from 'zod'
import { Failure, type Finding, type Json, type Receipt } from '../platform.ts'
import { ask, Id, type Session } from './api.ts'
import { type Container, statusOf } from './containers.ts'

/** Clocks differ, and times are told to the second. */
const BEFORE = 60_000
const NEWEST = 25

export interface Wanted {
  text: string
  /** Replies are not among the posts. */
  list: '/me/threads' | '/me/replies'
  started_at: Date
}

const Permalink = z.url().nullish().catch(undefined)
const Post = z.object({ id: Id, permalink: Permalink })
const Posts = z.object({
  data: z.array(
    z.object({
      id: Id,
      permalink: Permalink,
      text: z.string().nullish(),
      timestamp: z.string().nullish(),
    }),
  ),
})

export async function find(
  session: Session,
  container: Container,
  wanted: Wanted,
): Promise<Finding<Json>> {
  const status = await statusNow(session, container)
  // The list is asked whatever it says: what fits there was perhaps published from another container.
  const finding = await findPublished(session, wanted)
  if (finding === 'absent' && status === 'PUBLISHED') throw notShown()
  return finding
}

/** It is out, so this is a doubt about its id at most: never a refusal. */
export function notShown(cause?: Failure) {
  const message = 'Threads says that the post is out, but not yet which it is.'
  return new Failure('unknown', 'not_shown_yet', message, { cause })
}

/** Its own post of these words. Two of the same words in the same minutes: a guess could name somebody's else. */
export async function findPublished(session: Session, wanted: Wanted): Promise<Finding<Json>> {
  const since = wanted.started_at.getTime() - BEFORE
  const { data } = await ask(session, {
    method: 'GET',
    path: wanted.list,
    params: {
      fields: 'id,permalink,timestamp,text,media_type',
      since: String(Math.floor(since / 1000)),
      limit: String(NEWEST),
    },
    answer: Posts,
  })
  const [only, ...others] = data.filter(({ text, timestamp }) => {
    // "+0000", which Date.parse takes nowhere but here.
    const time = Date.parse((timestamp ?? '').replace(/\+0000$/, 'Z'))
    return !(time < since) && asRead(text ?? '') === asRead(wanted.text)
  })
  if (others.length) return 'unknowable'
  return only ? { found: await receiptOf(session, only.id, only.permalink) } : 'absent'
}

const TRIES = 3

/** With its public address, which Threads may not know at once; without one rather than in doubt about the post. */
export async function receiptOf(
  session: Session,
  id: string,
  permalink?: string | null,
): Promise<Json> {
  let platform_url = permalink ?? null
  for (let number = 1; platform_url === null && number <= TRIES; number++) {
    if (number > 1) await session.tools.sleep(2000)
    platform_url = await permalinkOf(session, id)
  }
  return { platform_post_id: id, platform_url } satisfies Receipt
}

async function permalinkOf(session: Session, id: string): Promise<string | null> {
  try {
    const params = { fields: 'id,permalink' }
    const post = await ask(session, { method: 'GET', path: `/${id}`, params, answer: Post })
    return post.permalink ?? null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** A container that is not there any more has ended. */
export async function statusNow(session: Session, { id }: Container): Promise<string> {
  try {
    return (await statusOf(session, id)).status
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 'EXPIRED'
    throw error
  }
}

function asRead(text: string) {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
