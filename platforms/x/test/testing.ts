/** What tests of this connector share. */
import type { Account, Failure } from '../../platform.ts'
import {
  failureOf,
  publication,
  type Reply,
  runAll,
  type Stage,
  stage,
} from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'

export const HOUR = 3_600_000

export const xStage = (...replies: (Reply | Error)[]): Stage => stage(manifest, ...replies)

export const account: Account = {
  platform_account_id: '2244994945',
  username: 'ada',
  settings: { subscription_type: 'None' },
  secret: { access_token: 'access-1', refresh_token: 'refresh-1' },
}

/** A row of a table of refusals. `outcome` is as `told`, without the wait. */
export interface Row {
  name: string
  reply: Reply
  outcome: string
  /** Milliseconds until `retry_at`. */
  wait?: number
}

/** What posting a text ends with when X answers so. */
export async function postRefusedBy(reply: Reply | Error): Promise<Failure> {
  return failureOf(runAll(publish(publication(), account, xStage(reply).tools)))
}

export function problem(status: number, detail: string, more: object = {}): Reply {
  return { status, json: { title: 'Forbidden', type: 'about:blank', status, detail, ...more } }
}

/** Where the live API keeps its problem types. */
export const PROBLEMS = 'https://api.twitter.com/2/problems'
