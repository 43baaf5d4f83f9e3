/** What the suite of all platforms does not reach: Pages, videos, documents, look-ups, numbers. */
import { surviveOddReplies } from '../../../test/odd-replies.ts'
import { file } from '../../kit/test/files.ts'
import { NOW, publication, publishingStep, runAll } from '../../kit/test/stage.ts'
import type { Tools } from '../../platform.ts'
import { manifest, PAGE_SCOPES } from '../manifest.ts'
import { metrics } from '../metrics.ts'
import { exchange } from '../oauth.ts'
import { publish } from '../publish.ts'
import { account, page } from './testing.ts'

const UPLOAD = 'https://platform.test/web/dms-uploads/1'
const SHARE = 'urn:li:share:1'
const CREATED = { status: 201, headers: { 'x-restli-id': SHARE } }
const AVAILABLE = { json: { status: 'AVAILABLE' } }
const video = {
  video: 'urn:li:video:V',
  uploadInstructions: [{ uploadUrl: UPLOAD, firstByte: 0, lastByte: 99 }],
}

/** As the engine: what a step saves is JSON. */
async function published(tools: Tools, mime_type: string) {
  const content = publication({ media: [file(mime_type, 100)], first_comment: 'One' })
  return runAll(publish(content, page, tools))
}

async function found(tools: Tools, name: string) {
  const steps = publish(publication({ first_comment: 'One' }), page, tools)
  const post = { platform_post_id: SHARE, platform_url: null }
  return publishingStep(steps, name).find({ post }, { started_at: NOW, look: 1 })
}

const member = { ...account, settings: { kind: 'profile', analytics: true } }
const one = { json: { elements: [{ count: 1 }] } }
const tokens = { access_token: 'first-token', expires_in: 60, scope: PAGE_SCOPES.join(' ') }
const acl = { role: 'ADMINISTRATOR', state: 'APPROVED', organization: 'urn:li:organization:1' }

surviveOddReplies(manifest, ['hush-hush'], {
  'connecting Pages': {
    replies: [
      { json: tokens },
      { json: { id: 'ada' } },
      { json: { elements: [acl] } },
      { json: { localizedName: 'Engines' } },
    ],
    act: async (tools) => exchange({ code: 'the-code' }, {}, tools),
  },
})

surviveOddReplies(manifest, ['hush-hush', 'access-token-of-ada'], {
  'a Page’s video with a comment': {
    replies: [
      { json: { value: video } },
      { headers: { etag: 'a' } },
      {},
      AVAILABLE,
      CREATED,
      CREATED,
    ],
    act: async (tools) => published(tools, 'video/mp4'),
  },
  'a Page’s document with a comment': {
    replies: [
      { json: { value: { uploadUrl: UPLOAD, document: 'urn:li:document:1' } } },
      {},
      AVAILABLE,
      CREATED,
      CREATED,
    ],
    act: async (tools) => published(tools, 'application/pdf'),
  },
  'looking for a Page’s post': {
    replies: [
      {
        json: {
          elements: [{ id: SHARE, commentary: 'Hello', createdAt: 1 }],
          paging: { total: 1 },
        },
      },
    ],
    act: async (tools) => found(tools, 'post'),
  },
  'looking for a Page’s comment': {
    replies: [
      { json: { elements: [{ id: '1', message: { text: 'One' } }], paging: { total: 1 } } },
    ],
    act: async (tools) => found(tools, 'comment'),
  },
  'a Page’s numbers': {
    replies: [{ json: { elements: [] } }, { json: { results: { [SHARE]: {} }, errors: {} } }],
    act: async (tools) => metrics([SHARE], page, tools),
  },
  'a member’s numbers': {
    replies: [one, one, one, one, one],
    act: async (tools) => metrics([SHARE], member, tools),
  },
})
