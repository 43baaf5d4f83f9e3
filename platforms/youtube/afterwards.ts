/** What is done to a video once it is there: its thumbnail, a playlist, the first comment. */
import { z } from 'zod'
import type { Finding, Json, Publication, PublicationMedia, Saved, Step } from '../platform.ts'
import { ask, type Session } from './api.ts'
import { findComment } from './find.ts'
import type { Options } from './manifest.ts'

const Published = z.object({ platform_post_id: z.string().min(1) })

const Created = z.object({ id: z.string().min(1) })
const Answered = z.object({})
const Items = z.object({ items: z.array(z.object({ id: z.string().min(1) })).default([]) })

/** Steps that follow the video; none of them can undo it. */
export function afterwards(
  session: Session,
  { media, first_comment }: Publication,
  { playlist_id: playlist }: z.output<typeof Options>,
): Step[] {
  const steps: Step[] = []
  const picture = media.find((one) => !isVideo(one))
  if (picture) {
    steps.push({
      name: 'thumbnail',
      effect: 'prepares',
      follow_up: true,
      run: (saved) => setThumbnail(session, postId(saved), picture),
    })
  }
  if (playlist !== undefined) {
    steps.push({
      name: 'playlist',
      effect: 'publishes_once',
      follow_up: true,
      run: (saved) => addToPlaylist(session, { playlist, video: postId(saved) }),
      find: (saved) => findInPlaylist(session, { playlist, video: postId(saved) }),
    })
  }
  if (first_comment !== null) {
    steps.push({
      name: 'comment',
      effect: 'publishes_once',
      follow_up: true,
      run: (saved) => comment(session, postId(saved), first_comment),
      find: (saved) => findComment(session, { video: postId(saved), text: first_comment }),
    })
  }
  return steps
}

export function postId(saved: Saved) {
  return Published.parse(saved['post']).platform_post_id
}

export const isVideo = ({ mime_type }: PublicationMedia) => mime_type.startsWith('video/')

/** Setting it again changes nothing. */
async function setThumbnail(
  session: Session,
  video: string,
  picture: PublicationMedia,
): Promise<Json> {
  const query = new URLSearchParams({ videoId: video, uploadType: 'media' })
  await ask(session, {
    method: 'POST',
    path: `/upload/youtube/v3/thumbnails/set?${query.toString()}`,
    headers: {
      'content-type': picture.mime_type,
      'content-length': String(picture.size_bytes),
    },
    body: picture.open(),
    timeout: 120_000,
    answer: Answered,
  })
  return true
}

/** Adding it again would show it twice. */
async function addToPlaylist(
  session: Session,
  { playlist, video }: { playlist: string; video: string },
): Promise<Json> {
  const resourceId = { kind: 'youtube#video', videoId: video }
  const { id } = await ask(session, {
    method: 'POST',
    path: '/youtube/v3/playlistItems?part=snippet',
    json: { snippet: { playlistId: playlist, resourceId } },
    answer: Created,
  })
  return { item_id: id }
}

async function findInPlaylist(
  session: Session,
  { playlist, video }: { playlist: string; video: string },
): Promise<Finding<Json>> {
  const query = new URLSearchParams({ part: 'id', playlistId: playlist, videoId: video })
  const path = `/youtube/v3/playlistItems?${query.toString()}`
  const { items } = await ask(session, { method: 'GET', path, answer: Items })
  return items[0] ? { found: { item_id: items[0].id } } : 'absent'
}

async function comment(session: Session, videoId: string, text: string): Promise<Json> {
  const channelId = session.account.platform_account_id
  const topLevelComment = { snippet: { textOriginal: text } }
  const { id } = await ask(session, {
    method: 'POST',
    path: '/youtube/v3/commentThreads?part=snippet',
    json: { snippet: { channelId, videoId, topLevelComment } },
    answer: Created,
  })
  return { comment_id: id }
}
