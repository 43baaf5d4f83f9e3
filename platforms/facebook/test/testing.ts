/** For the tests of this folder: a Page, and what Graph says. */
import { publishingStep, type Reply, stage, stepOf } from '../../kit/test/stage.ts'
import type { Account, LookingStep, Publication, Step } from '../../platform.ts'
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
  }
}

/** The step as one that can be looked for. */
export function looking(step: Step): LookingStep {
  if (!('look' in step) || !step.look) throw new Error(`${step.name} is not looked for.`)
  return step
}
