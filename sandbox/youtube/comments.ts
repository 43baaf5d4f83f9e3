/** Comments below videos. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badRequest, invalid, notFound, refuse } from './refusal.ts'
import { readJson, readQuery } from './requests.ts'
import { type Call, READ, type Context } from './service.ts'
import { visible } from './videos.ts'
import { toSecond } from './view.ts'
import { type Comment, people, type Video } from './store.ts'

const parts = ['id', 'snippet', 'replies']
const domain = 'youtube.commentThread'

const Body = z.strictObject({
  kind: z.string().optional(),
  snippet: z.strictObject({
    channelId: z.string().optional(),
    videoId: z.string().optional(),
    topLevelComment: z.strictObject({ snippet: z.strictObject({ textOriginal: z.string() }) }),
  }),
})

export const commentCalls: readonly Call[] = [
  {
    method: 'POST',
    path: '/youtube/v3/commentThreads',
    on: 'comment',
    scopes: ['youtube.force-ssl'],
    cost: 50,
    async run(context) {
      const { service, store, request, person, now } = context
      readQuery(request, { parts, names: [] })
      const { snippet } = await readJson(request, Body)
      const text = snippet.topLevelComment.snippet.textOriginal
      if (text.trim() === '')
        throw invalid('commentTextRequired', 'The comment text is missing.', domain)
      if (text.length > 10_000)
        throw invalid('commentTextTooLong', 'The comment text is too long.', domain)
      const video = commentable(context, snippet.videoId)
      if (snippet.channelId !== undefined && snippet.channelId !== video.person_id)
        throw badRequest('The channelId does not own the video.')
      const id = `Ug${randomBytes(18).toString('base64url')}AaABAg`
      const comment = { id, person_id: person.id, video_id: video.id, text, created_at: now }
      store.comments.set(id, comment)
      service.options.made?.(id)
      return show(context, comment)
    },
  },
  {
    method: 'GET',
    path: '/youtube/v3/commentThreads',
    on: 'read',
    scopes: ['youtube.force-ssl', ...READ],
    cost: 1,
    run(context) {
      const { store, request, look } = context
      const known = ['videoId', 'order', 'maxResults', 'pageToken', 'searchTerms', 'textFormat']
      const { query } = readQuery(request, { parts, names: known })
      const size = Number(query['maxResults'] ?? 20)
      if (!(size >= 1 && size <= 100)) throw badRequest('Invalid value for maxResults.')
      const video = commentable(context, query['videoId'])
      const terms = query['searchTerms']
      const all = [...store.comments.values()]
        .filter(({ video_id, text }) => video_id === video.id && (!terms || text.includes(terms)))
        .toReversed()
      const seen = look.list(all, (comment) => comment, 'list_lags')
      const plain = query['textFormat'] === 'plainText'
      const start = Number(query['pageToken'] ?? 0)
      return {
        kind: 'youtube#commentThreadListResponse',
        ...(start + size < seen.length && { nextPageToken: String(start + size) }),
        pageInfo: { totalResults: seen.length, resultsPerPage: size },
        items: seen.slice(start, start + size).map((comment) => show(context, comment, plain)),
      }
    },
  },
]

const asHtml = (text: string) =>
  text
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('&#38;', '&amp;')
    .replaceAll('\n', '<br>')

function commentable(context: Context, id: string | undefined): Video {
  const video = context.store.videos.get(id ?? '')
  if (!video || !visible(video, context))
    throw notFound(
      'videoNotFound',
      'The video identified by the videoId parameter could not be found.',
      domain,
    )
  const { privacyStatus, selfDeclaredMadeForKids } = video.resource.status
  if (privacyStatus === 'private' || selfDeclaredMadeForKids === true)
    throw refuse(
      403,
      domain,
      'commentsDisabled',
      'The video identified by the videoId parameter has disabled comments.',
    )
  return video
}

/** "The default value is html", and the original text is its author's to read. */
function show({ look, person }: Context, comment: Comment, plain = false) {
  const { id, person_id, video_id, created_at } = comment
  const text = look.text(comment.text, id)
  const author = people.find((one) => one.id === person_id)
  const snippet = {
    videoId: video_id,
    ...(person_id === person.id && { textOriginal: text }),
    textDisplay: plain ? text : asHtml(text),
    authorDisplayName: `@${author?.username}`,
    authorChannelId: { value: person_id },
    publishedAt: toSecond(created_at),
    updatedAt: toSecond(created_at),
    likeCount: 0,
  }
  return {
    kind: 'youtube#commentThread',
    id,
    snippet: {
      videoId: video_id,
      topLevelComment: { kind: 'youtube#comment', id, snippet },
      canReply: true,
      totalReplyCount: 0,
      isPublic: true,
    },
  }
}
