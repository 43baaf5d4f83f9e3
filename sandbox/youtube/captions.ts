/** Captions of a video: what there is, and new ones ("Captions: list", "Captions: insert"). */
import { z } from 'zod'
import { readRelated } from './at-once.ts'
import { invalid, notFound, refuse } from './refusal.ts'
import { parseJson, readQuery } from './requests.ts'
import { type Call, type Context, WRITE } from './service.ts'
import { type Caption, secret } from './store.ts'
import { toSecond } from './view.ts'

const domain = 'youtube.caption'
const parts = ['id', 'snippet']
const text = z.string().optional()

const Body = z.strictObject({
  kind: text,
  snippet: z.strictObject({
    videoId: z.string(),
    language: z.string().min(2),
    name: z.string().max(150).default(''),
    isDraft: z.boolean().optional(),
  }),
})

const scopes = WRITE.filter((scope) => scope === 'youtube.force-ssl')

export const captionCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/youtube/v3/captions',
    on: 'read',
    scopes,
    cost: 50,
    run(context) {
      const { query } = readQuery(context.request, { parts, names: ['videoId', 'id'] })
      const video = ownVideo(context, query['videoId'])
      const all = context.store.captions.filter(({ video_id }) => video_id === video.id)
      return { kind: 'youtube#captionListResponse', items: all.map(show) }
    },
  },
  {
    method: 'POST',
    path: '/upload/youtube/v3/captions',
    on: 'caption',
    scopes,
    cost: 400,
    async run(context) {
      const { store, request, now } = context
      const names = ['uploadType', 'sync', 'onBehalfOfContentOwner']
      const { query } = readQuery(request, { parts, names })
      if (query['uploadType'] !== 'multipart')
        throw refuse(400, 'global', 'badRequest', 'Only uploadType=multipart is emulated.')
      const { json, stored } = await readRelated(request)
      const { snippet } = parseJson(json, Body)
      const video = ownVideo(context, snippet.videoId)
      if (stored <= 0) throw invalid('contentRequired', 'The caption track has no content.', domain)
      const same = ({ video_id, language, name }: Caption) =>
        video_id === video.id && language === snippet.language && name === snippet.name
      if (store.captions.some(same))
        throw refuse(409, domain, 'captionExists', 'The caption track already exists.')
      const { language, name, isDraft = false } = snippet
      const caption = { id: secret('AUieDa'), video_id: video.id, language, name, draft: isDraft }
      store.captions.push({ ...caption, updated_at: now })
      return show({ ...caption, updated_at: now })
    },
  },
]

function ownVideo({ store, person }: Context, id = '') {
  const video = store.videos.get(id)
  if (!video) throw notFound('videoNotFound', 'The video could not be found.', domain)
  if (video.person_id !== person.id) throw refuse(403, domain, 'forbidden', 'Forbidden')
  return video
}

function show({ id, video_id, language, name, draft, updated_at }: Caption) {
  return {
    kind: 'youtube#caption',
    id,
    snippet: {
      videoId: video_id,
      lastUpdated: toSecond(updated_at),
      trackKind: 'standard',
      language,
      name,
      isDraft: draft,
      status: 'serving',
    },
  }
}
