/** Photos are uploaded unseen, and a post names them afterwards: so nothing is out before the one call that publishes. */
import { z } from 'zod'
import { callGraph, baseOf, Id, parseAnswer } from '../meta/graph.ts'
import type { PublicationMedia } from '../platform.ts'
import { multipart } from '../kit/multipart.ts'
import { graphOf, type Access } from './access.ts'

export const Photo = z.object({ id: Id })

const MINUTE = 60_000

export async function uploadPhoto(access: Access, media: PublicationMedia) {
  const graph = graphOf(access)
  const { alt_text, mime_type, size_bytes: bytes } = media
  const fields = { published: 'false', ...(alt_text && { alt_text_custom: alt_text }) }
  const { headers, body } = multipart(fields, {
    field: 'source',
    mime_type,
    bytes,
    open: () => media.open(),
  })
  const answer = await callGraph(graph, 'prepare', {
    method: 'POST',
    url: `${baseOf(graph)}/${access.account.platform_account_id}/photos`,
    headers: { ...headers, authorization: `Bearer ${graph.token}` },
    body,
    timeout: 5 * MINUTE,
  })
  return { id: parseAnswer(answer, Photo, [graph.token]).id }
}
