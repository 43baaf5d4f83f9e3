/** What YouTube says to what follows a video, and answers that say nothing of its will; the tests walk it. */
import type { Reply } from '../../kit/test/stage.ts'
import { refusing } from './testing.ts'

export interface Row {
  /** The call, and what is answered. */
  row: string
  reply: Reply
  kind: string
  code: string
  /** What waits, and for how long. */
  more?: string
}

export const row = (name: string, reply: Reply, outcome: string): Row => {
  const [kind = '', code = '', ...rest] = outcome.split(' ')
  return { row: name, reply, kind, code, ...(rest.length && { more: rest.join(' ') }) }
}

/** To what follows the video. */
export const followUps: readonly Row[] = [
  row(
    'captions, captionExists',
    refusing(409, 'captionExists', 'youtube.caption'),
    'rejected duplicate_content',
  ),
  row(
    'captions, invalidMetadata',
    refusing(400, 'invalidMetadata', 'youtube.caption'),
    'rejected invalid_options',
  ),
  row(
    'captions, nameTooLong',
    refusing(400, 'nameTooLong', 'youtube.caption'),
    'rejected invalid_options',
  ),
  row(
    'captions, contentRequired',
    refusing(400, 'contentRequired', 'youtube.caption'),
    'rejected media_required',
  ),
  row(
    'thumbnail, forbidden',
    refusing(403, 'forbidden', 'youtube.thumbnail'),
    'rejected thumbnail_not_allowed',
  ),
  row(
    'thumbnail, invalidImage',
    refusing(400, 'invalidImage', 'youtube.thumbnail'),
    'rejected invalid_thumbnail',
  ),
  row(
    'thumbnail, imageFormatUnsupported',
    refusing(400, 'imageFormatUnsupported', 'youtube.thumbnail'),
    'rejected invalid_thumbnail',
  ),
  row(
    'thumbnail, imageTooTall',
    refusing(400, 'imageTooTall', 'youtube.thumbnail'),
    'rejected invalid_thumbnail',
  ),
  row(
    'thumbnail, imageTooWide',
    refusing(400, 'imageTooWide', 'youtube.thumbnail'),
    'rejected invalid_thumbnail',
  ),
  row(
    'thumbnail, videoNotFound',
    refusing(404, 'videoNotFound', 'youtube.thumbnail'),
    'rejected not_found',
  ),
  row(
    'playlist, playlistNotFound',
    refusing(404, 'playlistNotFound', 'youtube.playlistItem'),
    'rejected playlist_gone',
  ),
  row(
    'playlist, playlistItemsNotAccessible',
    refusing(403, 'playlistItemsNotAccessible', 'youtube.playlistItem'),
    'rejected playlist_not_yours',
  ),
  row(
    'playlist, playlistContainsMaximumNumberOfVideos',
    refusing(403, 'playlistContainsMaximumNumberOfVideos', 'youtube.playlistItem'),
    'rejected playlist_full',
  ),
  row(
    'comment, commentsDisabled',
    refusing(403, 'commentsDisabled', 'youtube.commentThread'),
    'rejected comments_not_allowed',
  ),
  row(
    'comment, commentTextTooLong',
    refusing(400, 'commentTextTooLong', 'youtube.commentThread'),
    'rejected text_too_long',
  ),
  row(
    'comment, commentTextRequired',
    refusing(400, 'commentTextRequired', 'youtube.commentThread'),
    'rejected text_required',
  ),
  row(
    'comment, ineligibleAccount',
    refusing(403, 'ineligibleAccount', 'youtube.commentThread'),
    'rejected comments_not_allowed',
  ),
  row(
    'comment, processingFailure',
    refusing(400, 'processingFailure', 'youtube.commentThread'),
    'later media_not_ready account 120 s',
  ),
]

/** What says nothing of YouTube's will, and the token endpoint. */
export const others: readonly Row[] = [
  row(
    'opening, 429',
    { status: 429, headers: { 'retry-after': '90' } },
    'later rate_limited account 90 s',
  ),
  row('opening, 401 in HTML', { status: 401, text: '<html>' }, 'later gateway_page'),
  row('opening, 404 in HTML', { status: 404, text: '<h1>Not Found</h1>' }, 'later gateway_page'),
  row('opening, 502 in words', { status: 502, text: 'Bad Gateway' }, 'later server_error'),
  row('opening, a redirect', { status: 302 }, 'later gateway_page'),
  row('opening, a success without an address', { status: 200 }, 'later unreadable_answer'),
  row(
    'refreshing, invalid_grant',
    {
      status: 400,
      json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
    'reconnect access_ended account',
  ),
  row(
    'refreshing, invalid_client',
    { status: 401, json: { error: 'invalid_client' } },
    'later app_not_accepted app',
  ),
  row('refreshing, 503', { status: 503 }, 'later server_error'),
]
