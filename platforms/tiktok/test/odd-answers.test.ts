/** What the suite of all platforms does not reach: videos and their look-ups, photos by address, the creator at connecting. */
import { surviveOddReplies } from '../../../test/odd-replies.ts'
import { photo } from '../../kit/test/files.ts'
import { NOW, publication, publishingStep, runAll } from '../../kit/test/stage.ts'
import type { Tools } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { metrics } from '../metrics.ts'
import { exchange, refresh, revoke } from '../oauth.ts'
import { publish } from '../publish.ts'
import { account, begun, complete, creator, ok, status, upload_url, video } from './testing.ts'

const tokens = {
  open_id: 'open-1',
  access_token: 'act.access-token-of-ada',
  refresh_token: 'rft.refresh-token-of-ada',
}
const user = ok({ user: { open_id: 'open-1', username: 'ada.moves' } })
const terms = {
  username: 'ada.moves',
  privacy_level: 'PUBLIC_TO_EVERYONE',
  disable_comment: false,
  disable_duet: false,
  disable_stitch: false,
}
const listed = ok({ videos: [{ id: '75', create_time: 1, title: 'Other' }], has_more: false })

async function found(tools: Tools, media = video()) {
  const steps = publish(publication({ media: [media] }), account, tools)
  const upload = { publish_id: 'v_pub_file~v2.1', upload_url, begun_at: NOW.toISOString() }
  return publishingStep(steps).find({ creator: terms, upload }, { started_at: NOW, look: 1 })
}

surviveOddReplies(manifest, ['act.access-token-of-ada', 'rft.refresh-token-of-ada'], {
  connecting: {
    replies: [{ json: tokens }, user, creator()],
    act: async (tools) => exchange({ code: 'c' }, {}, tools),
  },
  refreshing: { replies: [{ json: tokens }], act: async (tools) => refresh(account, tools) },
  disconnecting: { replies: [{}], act: async (tools) => revoke(account, tools) },
  'a video': {
    replies: [creator(), begun, { status: 201 }, status('PROCESSING_UPLOAD'), complete],
    act: async (tools) => runAll(publish(publication({ media: [video()] }), account, tools)),
  },
  'a photo': {
    replies: [creator(), begun, complete],
    act: async (tools) => runAll(publish(publication({ media: [photo] }), account, tools)),
  },
  'looking for a video': { replies: [complete], act: async (tools) => found(tools) },
  'looking for a video that failed': {
    replies: [status('FAILED'), listed],
    act: async (tools) => found(tools),
  },
  'looking for a photo': { replies: [listed], act: async (tools) => found(tools, photo) },
  numbers: {
    replies: [ok({ videos: [{ id: '75', view_count: 1 }] })],
    act: async (tools) => metrics(['75'], account, tools),
  },
})
