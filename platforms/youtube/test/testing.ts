import type { Account } from '../../platform.ts'

/** A channel, for tests. */
export const account: Account = {
  platform_account_id: 'UCada0000000000000000000',
  username: 'ada',
  settings: { uploads: 'UUada0000000000000000000' },
  secret: { access_token: 'access-token-of-ada', refresh_token: 'refresh-token-of-ada' },
}

export const URI = 'https://platform.test/api/upload/youtube/v3/videos?upload_id=session-1'
export const opened = { status: 200, headers: { location: URI } }
export const video = { status: 200, json: { kind: 'youtube#video', id: 'vid_4711abc' } }
export const nothing = { status: 308 }
export const kept = (last: number) => ({ status: 308, headers: { range: `bytes=0-${last}` } })

/** Google's own shape of a refusal. */
export function refusing(status: number, reason: string, domain = 'youtube.video') {
  const message = `Because of ${reason}.`
  const errors = [{ message, domain, reason }]
  return { status, json: { error: { code: status, message, errors } } }
}
