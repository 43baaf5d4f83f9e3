/** One consent is one channel. */
import { faceAt } from '../kit/faces.ts'
import { followersOf } from '../kit/followers.ts'
import { takeSpecial } from './faults.ts'
import { invalid } from './refusal.ts'
import { readQuery } from './requests.ts'
import { type Call, READ } from './service.ts'

const parts = ['id', 'snippet', 'contentDetails', 'statistics', 'status', 'brandingSettings']

export const channelCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/youtube/v3/channels',
    on: 'me',
    scopes: READ,
    cost: 1,
    run({ request, person, store, service, now }) {
      const { parts: asked, query } = readQuery(request, {
        parts,
        names: ['mine', 'id', 'maxResults'],
      })
      if (query['mine'] !== 'true' && query['id'] === undefined)
        throw invalid('missingRequiredParameter', 'No filter selected.', 'youtube.parameter')
      const mine = query['mine'] === 'true' || query['id'] === person.id
      const pageInfo = { totalResults: person.channel && mine ? 1 : 0, resultsPerPage: 5 }
      const answer = { kind: 'youtube#channelListResponse', etag: '"channels"', pageInfo }
      // Without a channel there is no empty list, there is none.
      if (!person.channel || !mine) return answer
      const { id, name, username } = person
      const unverified = takeSpecial(service.faults, person, 'unverified')
      const videos = [...store.videos.values()].filter(({ person_id }) => person_id === id).length
      const avatar = {
        url: faceAt(service.options.url, name),
        width: 88,
        height: 88,
      }
      return {
        ...answer,
        items: [
          {
            kind: 'youtube#channel',
            id,
            ...(asked.has('snippet') && {
              snippet: { title: name, customUrl: `@${username}`, thumbnails: { default: avatar } },
            }),
            ...(asked.has('contentDetails') && {
              contentDetails: { relatedPlaylists: { likes: '', uploads: id.replace(/^UC/, 'UU') } },
            }),
            ...(asked.has('statistics') && {
              statistics: {
                viewCount: '0',
                subscriberCount: String(rounded(followersOf(id, now))),
                hiddenSubscriberCount: false,
                videoCount: String(videos),
              },
            }),
            ...(asked.has('status') && {
              status: {
                privacyStatus: 'public',
                isLinked: true,
                longUploadsStatus: unverified ? 'eligible' : 'allowed',
              },
            }),
          },
        ],
      }
    },
  },
]

/** "rounded down to three significant figures" */
function rounded(count: number) {
  const unit = 10 ** Math.max(0, String(count).length - 3)
  return Math.floor(count / unit) * unit
}
