/** What became of a publish id: polled after the last byte, and looked at when an answer was lost. */
import { z } from 'zod'
import { Failure, type Receipt } from '../platform.ts'
import { ask, Id, type Access } from './api.ts'
import type { Terms } from './creator.ts'
import { failedFor } from './errors.ts'

const ids = z.array(Id).optional().catch(undefined)
const Status = z.object({
  status: z.string(),
  fail_reason: z.string().optional().catch(undefined),
  uploaded_bytes: z.coerce.number().optional().catch(undefined),
  // Misspelt by TikTok; the right spelling is read as well, should they mend it.
  publicaly_available_post_id: ids,
  publicly_available_post_id: ids,
})
export type Status = z.output<typeof Status>

/** Milliseconds between two looks; the status may be asked 30 times a minute. */
const WAITS = [1000, 2000, 3000, 5000, 5000, 10_000, 10_000, 15_000, 15_000, 30_000, 30_000, 60_000]
/** A public post gets its id after moderation: some more looks, then the publish id has to do. */
const WAITS_FOR_ID = [2000, 4000, 8000]

export async function statusOf(access: Access, publish_id: string): Promise<Status> {
  return ask(access, {
    path: '/v2/post/publish/status/fetch/',
    json: { publish_id },
    answer: Status,
  })
}

export interface Posted {
  publish_id: string
  terms: Terms
  kind: 'video' | 'photo'
}

/** Waits until it is out. Throws what TikTok refused it for, or `unknown` while TikTok is still at work. */
export async function outcome(access: Access, posted: Posted): Promise<Receipt> {
  const { tools } = access
  for (const wait of WAITS) {
    const status = await statusOf(access, posted.publish_id).catch(doubt)
    if (isOut(status)) return withId(access, posted, status)
    if (status.status === 'FAILED') throw failedFor(status.fail_reason, tools.now(), posted.kind)
    await tools.sleep(wait)
  }
  const message = 'TikTok is still working on this post; whether it comes out is not known yet.'
  throw new Failure('unknown', 'still_processing', message)
}

/** All bytes are there: a question that is refused now says nothing about the post. */
export function doubt(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const message = 'TikTok has the post, and did not say what became of it.'
  throw new Failure('unknown', error.code, message, { words: error.words, cause: error })
}

export const isOut = ({ status }: Status) =>
  status === 'PUBLISH_COMPLETE' || status === 'SEND_TO_USER_INBOX'

export async function withId(access: Access, posted: Posted, first: Status): Promise<Receipt> {
  let status = first
  if (posted.terms.privacy_level === 'PUBLIC_TO_EVERYONE')
    for (const wait of WAITS_FOR_ID) {
      if (idOf(status) !== undefined) break
      await access.tools.sleep(wait)
      // The post is out: whatever goes wrong with a look costs the address only.
      status = await statusOf(access, posted.publish_id).catch((error: unknown) => {
        if (error instanceof Failure) return status
        throw error
      })
    }
  return receipt(access, posted, idOf(status))
}

export const idOf = (status: Status) =>
  status.publicaly_available_post_id?.[0] ?? status.publicly_available_post_id?.[0]

/** Private posts never have an id or an address. */
export function receipt(
  { tools }: Access,
  { publish_id, terms, kind }: Posted,
  id: string | undefined,
): Receipt {
  const page = `${tools.config.hosts['web']}/@${terms.username ?? ''}/${kind}/${id}`
  const known = id !== undefined && terms.username !== null
  return { platform_post_id: id ?? publish_id, platform_url: known ? page : null }
}
