/** What tests of this connector share. */
import type { Account } from '../../platform.ts'
import { type Reply, type Stage, stage } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'

export const account: Account = {
  platform_account_id: 'accounts/1/locations/2',
  username: '2',
  settings: {},
  secret: { access_token: 'ya29.access-token-of-ada', refresh_token: '1//refresh-of-ada' },
}

export const googleStage = (...replies: (Reply | Error)[]): Stage => stage(manifest, ...replies)

export const name = 'accounts/1/locations/2/localPosts/9'
export const localPost = (part: object = {}) => ({
  name,
  state: 'LIVE',
  searchUrl: 'https://local.google.com/place?id=2',
  summary: 'Hello',
  topicType: 'STANDARD',
  createTime: '2026-11-20T12:00:01Z',
  ...part,
})

export const refused = (
  code: number,
  status: string,
  message = 'No.',
  details: object[] = [],
): Reply => ({
  status: code,
  json: { error: { code, status, message, details } },
})
