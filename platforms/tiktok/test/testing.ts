/** What tests of this connector share. */
import type { Account, PublicationMedia } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import { type Reply, type Stage, stage } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'

export const account: Account = {
  platform_account_id: 'open-1',
  username: 'ada.moves',
  settings: {},
  secret: {
    access_token: 'act.access-token-of-ada',
    refresh_token: 'rft.refresh-token-of-ada',
    refresh_ends_at: '2027-01-01T00:00:00.000Z',
  },
}

export const tiktokStage = (...replies: (Reply | Error)[]): Stage => stage(manifest, ...replies)

export const ok = (data: object): Reply => ({
  json: { data, error: { code: 'ok', message: '', log_id: '1' } },
})
export const refused = (status: number, code: string): Reply => ({
  status,
  json: { data: {}, error: { code, message: 'No.', log_id: '2026' } },
})
export const creator = (part: object = {}): Reply =>
  ok({
    creator_username: 'ada.moves',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: true,
    max_video_post_duration_sec: 300,
    ...part,
  })
export const upload_url = 'https://platform.test/upload/video/?upload_id=1&upload_token=secret'
export const begun = ok({ publish_id: 'v_pub_file~v2.1', upload_url })
export const status = (name: string, part: object = {}) => ok({ status: name, ...part })
/** As it is on the wire: a number that JSON.parse would spoil. */
export const complete: Reply = {
  text: '{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7512345678901234567]},"error":{"code":"ok","message":"","log_id":"1"}}',
}

export const video = (part: Partial<PublicationMedia> = {}) => ({
  ...file('video/mp4', part.size_bytes ?? 1000),
  duration: 12,
  ...part,
})
