import { surviveOddReplies } from '../../../test/odd-replies.ts'
import { photo } from '../../kit/test/files.ts'
import { NOW, publication, publishingStep, runAll } from '../../kit/test/stage.ts'
import type { Tools } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { exchange, refresh } from '../oauth.ts'
import { publish } from '../publish.ts'
import { account, localPost } from './testing.ts'

const tokens = { access_token: 'ya29.access-token-of-ada', refresh_token: '1//refresh-of-ada' }
const accounts = { accounts: [{ name: 'accounts/1' }] }
const locations = { locations: [{ name: 'locations/2', title: 'Shop' }] }
const content = publication({ media: [photo] })

async function found(tools: Tools) {
  return publishingStep(publish(publication(), account, tools)).find(
    {},
    { started_at: NOW, look: 1 },
  )
}

surviveOddReplies(manifest, ['ya29.access-token-of-ada', '1//refresh-of-ada', 'hush-hush'], {
  connecting: {
    replies: [{ json: tokens }, { json: accounts }, { json: locations }],
    act: async (tools) => exchange({ code: 'c' }, { verifier: 'v' }, tools),
  },
  refreshing: { replies: [{ json: tokens }], act: async (tools) => refresh(account, tools) },
  'a post that is checked first': {
    replies: [{ json: localPost({ state: 'PROCESSING' }) }, { json: localPost() }],
    act: async (tools) => runAll(publish(content, account, tools)),
  },
  'looking for a post': {
    replies: [
      { json: { localPosts: [localPost({ summary: 'Other' })], nextPageToken: 't' } },
      { json: { localPosts: [localPost()] } },
    ],
    act: found,
  },
})
