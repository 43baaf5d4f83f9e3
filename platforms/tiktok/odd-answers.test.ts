/** What the suite of all platforms does not reach: videos and their look-ups, photos by address, the creator at connecting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { survivesOddReplies } from '../../test/odd-replies.ts'
import { medium, NOW, publication, type Reply, runAll } from '../testing-stage.ts'
import type { Tools } from '../platform.ts'
import { metrics } from './metrics.ts'
import { exchange, refresh, revoke } from './oauth.ts'
import { publish } from './publish.ts'
import {
  account,
  begun,
  complete,
  creator,
  ok,
  status,
  tiktokStage,
  upload_url,
  video,
} from './testing.ts'

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
const PHOTO = medium()

async function found(tools: Tools, media = video()) {
  const [, step, last = step] = publish(publication({ media: [media] }), account, tools)
  assert.ok(last && last.effect !== 'prepares')
  const upload = { publish_id: 'v_pub_file~v2.1', upload_url, begun_at: NOW.toISOString() }
  return last.find({ creator: terms, upload }, { started_at: NOW, look: 1 })
}

const flows: Record<string, { replies: Reply[]; act: (tools: Tools) => Promise<unknown> }> = {
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
    act: async (tools) => runAll(publish(publication({ media: [PHOTO] }), account, tools)),
  },
  'looking for a video': { replies: [complete], act: async (tools) => found(tools) },
  'looking for a video that failed': {
    replies: [status('FAILED'), listed],
    act: async (tools) => found(tools),
  },
  'looking for a photo': { replies: [listed], act: async (tools) => found(tools, PHOTO) },
  numbers: {
    replies: [ok({ videos: [{ id: '75', view_count: 1 }] })],
    act: async (tools) => metrics(['75'], account, tools),
  },
}

for (const [name, { replies, act }] of Object.entries(flows))
  test(`${name}: whatever is answered, it is a Failure without a token`, async () => {
    const secrets = ['act.access-token-of-ada', 'rft.refresh-token-of-ada']
    await survivesOddReplies({
      replies,
      secrets,
      act: async (given) => act(tiktokStage(...given).tools),
    })
  })
