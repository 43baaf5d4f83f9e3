/** Looking for what may be there although its answer was lost. Private videos are in the list too, for their owner. */
import { z } from 'zod'
import type { Finding, Json } from '../platform.ts'
import { ask, type Session } from './api.ts'

/** Clocks differ. */
const BEFORE = 60_000
const PAGES = 4

const Uploads = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({
          title: z.string(),
          publishedAt: z.coerce.date(),
          resourceId: z.object({ videoId: z.string().min(1) }),
        }),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

const Comments = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        snippet: z.object({
          topLevelComment: z.object({
            snippet: z.object({
              textOriginal: z.string().optional(),
              textDisplay: z.string().optional(),
              authorChannelId: z.object({ value: z.string() }).optional().catch(undefined),
            }),
          }),
        }),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

/** By title and time among the channel's uploads: for when the session itself is forgotten. */
export async function findUpload(
  session: Session,
  { title, since }: { title: string; since: Date },
): Promise<string | undefined> {
  const { platform_account_id, settings } = session.account
  // The list of a channel's uploads has the channel's id with another beginning.
  const list =
    typeof settings['uploads'] === 'string'
      ? settings['uploads']
      : platform_account_id.replace(/^UC/, 'UU')
  const earliest = since.getTime() - BEFORE
  for await (const { items } of pages(session, Uploads, 'playlistItems', { playlistId: list })) {
    for (const { snippet } of items) {
      if (snippet.publishedAt.getTime() >= earliest && snippet.title.trim() === title)
        return snippet.resourceId.videoId
    }
  }
  return undefined
}

export async function findComment(
  session: Session,
  { video, text }: { video: string; text: string },
): Promise<Finding<Json>> {
  const wanted = normal(text)
  const query = { videoId: video, order: 'time', textFormat: 'plainText' }
  for await (const { items } of pages(session, Comments, 'commentThreads', query)) {
    for (const { id, snippet } of items) {
      const { textOriginal, textDisplay, authorChannelId } = snippet.topLevelComment.snippet
      if (authorChannelId && authorChannelId.value !== session.account.platform_account_id) continue
      if (normal(textOriginal ?? textDisplay ?? '') === wanted) return { found: { comment_id: id } }
    }
  }
  return 'absent'
}

const normal = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

async function* pages<Page extends { nextPageToken?: string | undefined }>(
  session: Session,
  answer: z.ZodType<Page>,
  kind: string,
  query: Record<string, string>,
): AsyncGenerator<Page> {
  let pageToken: string | undefined
  for (let page = 0; page < PAGES; page += 1) {
    const asked = {
      part: 'snippet',
      maxResults: '50',
      ...query,
      ...(pageToken ? { pageToken } : {}),
    }
    const path = `/youtube/v3/${kind}?${new URLSearchParams(asked).toString()}`
    const found = await ask(session, { method: 'GET', path, answer })
    yield found
    pageToken = found.nextPageToken
    if (!pageToken) return
  }
}
