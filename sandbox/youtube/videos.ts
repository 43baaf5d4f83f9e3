/** Videos after their upload: reading, changing, deleting. */
import { invalid, notFound, refuse } from './refusal.ts'
import { readJson, readQuery } from './requests.ts'
import { CATEGORIES, checked, LANGUAGES, UNASSIGNABLE, VideoBody } from './resource.ts'
import { type Call, Empty, READ, type Context, WRITE } from './service.ts'
import { parts, show } from './view.ts'
import type { Video } from './store.ts'

const gone = () =>
  notFound('videoNotFound', 'The video that you are trying to access cannot be found.')
const forbidden = () => refuse(403, 'youtube.video', 'forbidden', 'Forbidden')
export const notTwo = () =>
  invalid('badRequest', 'The request exceeds the maximum number of results.', 'global')

export const videoCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/youtube/v3/videos',
    on: 'read',
    scopes: [...READ, 'youtube.upload'],
    cost: 1,
    run(context) {
      const { parts: asked, query } = readQuery(context.request, {
        parts,
        names: ['id', 'hl', 'maxResults'],
      })
      if (!query['id'])
        throw invalid(
          'missingRequiredParameter',
          'No filter selected. Expected one of: myRating, chart, id',
          'youtube.parameter',
        )
      const ids = query['id'].split(',')
      if (ids.length > 50) throw notTwo()
      const items = [...new Set(ids)].flatMap((id) => {
        const video = context.store.videos.get(id)
        return video && visible(video, context) ? [show(video, asked, context)] : []
      })
      return {
        kind: 'youtube#videoListResponse',
        etag: '"list"',
        items,
        pageInfo: { totalResults: items.length, resultsPerPage: items.length },
      }
    },
  },
  {
    method: 'PUT',
    path: '/youtube/v3/videos',
    on: 'update',
    scopes: WRITE,
    cost: 50,
    async run(context) {
      const { parts: asked } = readQuery(context.request, {
        parts,
        names: ['onBehalfOfContentOwner'],
      })
      const body = await readJson(context.request, VideoBody)
      const video = ownVideo(context, body.id)
      // A part that is named is replaced as a whole, also by nothing; what is sent of another part is not looked at.
      const { snippet, status } = VideoBody.parse(video.resource)
      const merged = {
        snippet: asked.has('snippet') ? (body.snippet ?? {}) : snippet,
        status: asked.has('status') ? (body.status ?? {}) : status,
      }
      if (merged.snippet?.categoryId === undefined)
        throw invalid(
          'invalidCategoryId',
          'The snippet.categoryId property specifies an invalid category ID.',
        )
      const resource = checked(merged, new Set([...asked, 'snippet', 'status']), context.now)
      context.service.options.reworded?.(video.id)
      video.resource = resource
      return show(video, asked, context)
    },
  },
  {
    method: 'DELETE',
    path: '/youtube/v3/videos',
    on: 'delete',
    scopes: WRITE,
    cost: 50,
    run(context) {
      const { query } = readQuery(context.request, { names: ['id', 'onBehalfOfContentOwner'] })
      const { id } = ownVideo(context, query['id'])
      context.service.options.gone?.(id)
      context.store.videos.delete(id)
      return new Empty(204)
    },
  },
  {
    method: 'GET',
    path: '/youtube/v3/i18nLanguages',
    on: 'read',
    scopes: READ,
    cost: 1,
    run({ request }) {
      readQuery(request, { parts: ['snippet'], names: ['hl'] })
      const items = Object.entries(LANGUAGES).map(([id, name]) => ({
        kind: 'youtube#i18nLanguage',
        id,
        snippet: { hl: id, name },
      }))
      return { kind: 'youtube#i18nLanguageListResponse', items }
    },
  },
  {
    method: 'GET',
    path: '/youtube/v3/videoCategories',
    on: 'read',
    scopes: READ,
    cost: 1,
    run({ request }) {
      const names = ['regionCode', 'id', 'hl']
      const { query } = readQuery(request, { parts: ['snippet'], names })
      if (!query['regionCode'] && !query['id'])
        throw invalid('missingRequiredParameter', 'No filter selected.')
      const items = Object.entries({ ...CATEGORIES, ...UNASSIGNABLE }).map(([id, title]) => ({
        kind: 'youtube#videoCategory',
        id,
        snippet: { title, assignable: !(id in UNASSIGNABLE) },
      }))
      return { kind: 'youtube#videoCategoryListResponse', items }
    },
  },
]

export function visible({ resource, person_id }: Video, { person }: Context) {
  return resource.status['privacyStatus'] !== 'private' || person_id === person.id
}

export function ownVideo({ store, person }: Context, id: string | undefined): Video {
  const video = store.videos.get(id ?? '')
  if (!video) throw gone()
  if (video.person_id !== person.id) throw forbidden()
  return video
}
