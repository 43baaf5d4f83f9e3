/** For the tests of this folder: a Page, and what Graph says. */
import { type Reply, scripted } from '../../test/scripted-platform.ts'
import type { Account, Publication } from '../platform.ts'
import { manifest } from './manifest.ts'
import { publish } from './publish.ts'

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

export function stage(post: Publication, ...replies: (Reply | Error)[]) {
  const at = scripted(manifest, ...replies)
  const steps = publish(post, account, at.tools)
  const step = (name: string) => {
    const found = steps.find((each) => each.name === name)
    if (!found) throw new Error(`There is no step ${name}.`)
    return found
  }
  const finder = (name: string) => {
    const found = step(name)
    if (found.effect === 'prepares') throw new Error(`${name} publishes nothing.`)
    return found
  }
  return { ...at, steps, step, finder }
}
