/** After a lost answer of what follows a video: its comments, and the playlist's entries for it. */
import { z } from 'zod'
import { type Looked, reachOf } from '../evidence.ts'
import type { Access } from './api.ts'
import { pages } from './lists.ts'

const list = {
  pageInfo: z.object({ totalResults: z.number().optional() }).optional().catch(undefined),
  nextPageToken: z.string().optional(),
}
const time = z.coerce.date().optional().catch(undefined)

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
              publishedAt: time,
            }),
          }),
        }),
      }),
    )
    .default([]),
  ...list,
})

const Entries = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        snippet: z.object({ publishedAt: time }).optional().catch(undefined),
      }),
    )
    .default([]),
  ...list,
})

interface Page {
  items: object[]
  pageInfo?: { totalResults?: number | undefined } | undefined
  nextPageToken?: string | undefined
}

/** An empty list counts only where it says zero. */
function isEnd({ items, pageInfo, nextPageToken }: Page) {
  return nextPageToken === undefined && (items.length > 0 || pageInfo?.totalResults === 0)
}

export async function lookForComment(
  access: Access,
  { video, from }: { video: string; from: Date },
): Promise<Looked> {
  const seen: Looked['seen'] = []
  let ended = false
  const query = { videoId: video, order: 'time', textFormat: 'plainText' }
  for await (const page of pages(access, Comments, 'commentThreads', query)) {
    for (const { id, snippet } of page.items) {
      const { textOriginal, textDisplay, authorChannelId, publishedAt } =
        snippet.topLevelComment.snippet
      const own = authorChannelId?.value === access.account.platform_account_id
      seen.push({
        ids: [id],
        at: publishedAt?.getTime() ?? null,
        url: null,
        author: authorChannelId && (own ? 'us' : 'other'),
        app: undefined,
        role: 'comment',
        parent: video,
        shown: { text: textOriginal ?? textDisplay ?? '' },
        media: 'none',
        key: false,
        contradicts: null,
      })
    }
    ended = isEnd(page)
  }
  const times = seen.map(({ at }) => at)
  return { known: null, seen, reach: reachOf(times, { from: from.getTime(), ended }) }
}

/** An entry names the video, which is ours alone: it is known by that. `parent`: what our step calls the playlist. */
export async function lookInPlaylist(
  access: Access,
  { playlist, video }: { playlist: string; video: string },
  parent: string | null,
): Promise<Looked> {
  const seen: Looked['seen'] = []
  let ended = false
  const query = { playlistId: playlist, videoId: video }
  for await (const page of pages(access, Entries, 'playlistItems', query)) {
    for (const { id, snippet } of page.items) {
      seen.push({
        ids: [id],
        at: snippet?.publishedAt?.getTime() ?? null,
        url: null,
        author: undefined,
        app: undefined,
        role: 'other',
        parent,
        shown: { text: '' },
        media: { ids: [video], in_full: true },
        key: false,
        contradicts: null,
      })
    }
    ended = isEnd(page)
  }
  return { known: null, seen, reach: ended ? 'end_told' : 'part' }
}
