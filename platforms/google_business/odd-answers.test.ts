import assert from 'node:assert/strict'
import { test } from 'node:test'
import { survivesOddReplies } from '../../test/odd-replies.ts'
import { medium, NOW, publication, type Reply, runAll } from '../testing-stage.ts'
import type { Tools } from '../platform.ts'
import { exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'
import { account, googleStage, localPost } from './testing.ts'

const tokens = { access_token: 'ya29.access-token-of-ada', refresh_token: '1//refresh-of-ada' }
const accounts = { accounts: [{ name: 'accounts/1' }] }
const locations = { locations: [{ name: 'locations/2', title: 'Shop' }] }
const content = publication({ media: [medium()] })

async function found(tools: Tools) {
  const [step] = publish(publication(), account, tools)
  assert.ok(step && step.effect !== 'prepares')
  return step.find({}, { started_at: NOW, look: 1 })
}

const flows: Record<string, { replies: Reply[]; act: (tools: Tools) => Promise<unknown> }> = {
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
}

for (const [name, { replies, act }] of Object.entries(flows))
  test(`${name}: whatever is answered, it is a Failure without a token`, async () => {
    const secrets = ['ya29.access-token-of-ada', '1//refresh-of-ada', 'hush-hush']
    await survivesOddReplies({
      replies,
      secrets,
      act: async (given) => act(googleStage(...given).tools),
    })
  })
