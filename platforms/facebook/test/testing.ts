/** For the tests of this folder: a Page, and what Graph says. */
import { lookingStep, publishingStep, type Reply, stage, stepOf } from '../../kit/test/stage.ts'
import type { Account, Publication } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'

export const account: Account = {
  platform_account_id: '1055',
  username: 'ada',
  settings: { tasks: ['CREATE_CONTENT'] },
  secret: { access_token: 'EAAGpage-token', user_token: 'EAAGuser-token' },
}

/** A refusal of Graph's. */
export function refused(code: number, subcode?: number, more: object = {}): Reply {
  const error = { message: 'No.', type: 'OAuthException', code, error_subcode: subcode, ...more }
  return { status: 400, json: { error } }
}

export const json = (body: unknown): Reply => ({ json: body })

export function publishing(post: Publication, ...replies: (Reply | Error)[]) {
  const at = stage(manifest, ...replies)
  const steps = publish(post, account, at.tools)
  return {
    ...at,
    steps,
    step: (name: string) => stepOf(steps, name),
    finder: (name: string) => publishingStep(steps, name),
    looker: (name: string) => lookingStep(steps, name),
  }
}
