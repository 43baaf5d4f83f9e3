/** Videos, reels and video stories: the bytes go first and can be continued, `finish` publishes, and the video itself tells what became of it. */
import { z } from 'zod'
import { ask, callGraph, baseOf, checkedAddress, Id, parseAnswer } from '../meta/graph.ts'
import type { PublicationMedia } from '../platform.ts'
import { multipart } from '../kit/multipart.ts'
import { graphOf, type Access } from './access.ts'

export const Uploaded = z.object({ video_id: Id, session_id: z.string().nullable() })
export type Uploaded = z.output<typeof Uploaded>

const Offset = z.coerce.number().int().min(0)
const Window = z.object({ start_offset: Offset, end_offset: Offset })
const Begun = Window.extend({ upload_session_id: z.coerce.string(), video_id: Id })
const UprightBegun = z.object({ video_id: Id, upload_url: z.string() })
const Progress = z.object({
  status: z.object({
    uploading_phase: z
      .object({ bytes_transfered: Offset.nullish(), bytes_transferred: Offset.nullish() })
      .nullish(),
  }),
})

const MINUTE = 60_000

/** Facebook says which bytes it wants next, until both ends are the same. */
export async function uploadVideo(access: Access, media: PublicationMedia): Promise<Uploaded> {
  const path = `/${access.account.platform_account_id}/videos`
  const graph = graphOf(access)
  const { upload_session_id, video_id, ...first } = await ask(graph, {
    purpose: 'prepare',
    method: 'POST',
    path,
    form: { upload_phase: 'start', file_size: String(media.size_bytes) },
    answer: Begun,
  })
  let window: z.output<typeof Window> = first
  while (window.start_offset < window.end_offset) {
    const { start_offset: start, end_offset: end } = window
    const fields = { upload_phase: 'transfer', upload_session_id, start_offset: String(start) }
    const { headers, body } = multipart(fields, {
      field: 'video_file_chunk',
      mime_type: 'application/octet-stream',
      bytes: end - start,
      open: () => media.open({ start, end }),
    })
    const answer = await callGraph(graph, 'prepare', {
      method: 'POST',
      url: `${baseOf(graph)}${path}`,
      headers: { ...headers, authorization: `Bearer ${graph.token}` },
      body,
      timeout: 10 * MINUTE,
    })
    const next = parseAnswer(answer, Window, [graph.token])
    // It never goes back; an offset that stands still would be asked for for ever.
    if (next.start_offset <= start) break
    window = next
  }
  return { video_id, session_id: upload_session_id }
}

/** Begins a reel or a story; what is sent of it is asked for before it is continued. */
export async function beginUpright(access: Access, edge: 'video_reels' | 'video_stories') {
  const { video_id, upload_url } = await ask(graphOf(access), {
    purpose: 'prepare',
    method: 'POST',
    path: `/${access.account.platform_account_id}/${edge}`,
    form: { upload_phase: 'start' },
    answer: UprightBegun,
  })
  return { video_id, upload_url: checkedAddress(access.tools, 'rupload', upload_url) }
}

export async function uploadUpright(
  access: Access,
  media: PublicationMedia,
  begun: { video_id: string; upload_url: string },
): Promise<Uploaded> {
  const graph = graphOf(access)
  const start = await sentOf(access, begun.video_id)
  const end = media.size_bytes
  if (start < end)
    await callGraph(graph, 'prepare', {
      method: 'POST',
      url: checkedAddress(access.tools, 'rupload', begun.upload_url),
      headers: {
        authorization: `OAuth ${graph.token}`,
        offset: String(start),
        file_size: String(end),
        'content-type': 'application/octet-stream',
        'content-length': String(end - start),
      },
      body: media.open({ start, end }),
      timeout: 20 * MINUTE,
    })
  return { video_id: begun.video_id, session_id: null }
}

async function sentOf(access: Access, video_id: string): Promise<number> {
  const { status } = await ask(graphOf(access), {
    purpose: 'read',
    method: 'GET',
    path: `/${video_id}`,
    query: { fields: 'status' },
    answer: Progress,
  })
  // The document's own spelling has one r.
  const { bytes_transfered: sent, bytes_transferred } = status.uploading_phase ?? {}
  return sent ?? bytes_transferred ?? 0
}
