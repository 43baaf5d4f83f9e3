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
          description: z.string().optional().catch(undefined),
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

/**
 * By title and time among the channel's uploads: for when the session itself is forgotten. Ours comes after the call that was
 * lost, unless the clocks differ; of several that nothing tells apart none is taken.
 */
export async function findUpload(
  session: Session,
  { title, text, since }: { title: string; text: string; since: Date },
): Promise<{ id: string } | 'absent' | 'unknowable'> {
  const { platform_account_id, settings } = session.account
  // The list of a channel's uploads has the channel's id with another beginning.
  const list =
    typeof settings['uploads'] === 'string'
      ? settings['uploads']
      : platform_account_id.replace(/^UC/, 'UU')
  const earliest = since.getTime() - BEFORE
  const alike: { id: string; time: number; described: boolean }[] = []
  for await (const { items } of pages(session, Uploads, 'playlistItems', { playlistId: list })) {
    for (const { snippet } of items) {
      const time = snippet.publishedAt.getTime()
      if (time < earliest || snippet.title.trim() !== title) continue
      const described = normal(snippet.description ?? '') === normal(text)
      alike.push({ id: snippet.resourceId.videoId, time, described })
    }
  }
  if (alike.length === 0) return 'absent'
  const same = preferred(alike, ({ described }) => described)
  const second = Math.floor(since.getTime() / 1000) * 1000
  const [video, ...others] = preferred(same, ({ time }) => time >= second)
  return video && others.length === 0 ? { id: video.id } : 'unknowable'
}

/** Those that fit better, if there are any. */
function preferred<One>(all: readonly One[], fits: (one: One) => boolean) {
  const better = all.filter(fits)
  return better.length > 0 ? better : all
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
