/** For the tests of this folder: an account of either login, and what Graph says. */
import { lookingStep, publishingStep, type Reply, stage, stepOf } from '../../kit/test/stage.ts'
import type { Account, Publication } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'

export const account: Account = {
  platform_account_id: '17841400000000001',
  username: 'ada',
  settings: { login: 'instagram' },
  secret: { access_token: 'IGQVJtoken-of-ada' },
}
export const behindPage: Account = {
  ...account,
  settings: { login: 'facebook', page_id: '55' },
  secret: { access_token: 'EAAGpage-token', user_token: 'EAAGuser-token' },
}

/** A refusal of Graph's. */
export function refused(code: number, subcode?: number, more: object = {}): Reply {
  const error = { message: 'No.', type: 'OAuthException', code, error_subcode: subcode, ...more }
  return { status: 400, json: { error } }
}

export const created = (id: string): Reply => ({ json: { id } })
export const told = (status_code: string, status = ''): Reply => ({ json: { status_code, status } })
export const quotaLeft: Reply = {
  json: { data: [{ quota_usage: 1, config: { quota_total: 50, quota_duration: 86_400 } }] },
}

export function publishing(of: Account, post: Publication, ...replies: (Reply | Error)[]) {
  const at = stage(manifest, ...replies)
  const steps = publish(post, of, at.tools)
  return {
    ...at,
    steps,
    step: (name: string) => stepOf(steps, name),
    finder: (name: string) => publishingStep(steps, name),
    looker: (name: string) => lookingStep(steps, name),
  }
}
