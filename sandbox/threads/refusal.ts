/** How Threads says no: the shape of Meta's Graph (docs/facts/threads.md §5). */
import { randomBytes } from 'node:crypto'
import { Refusal } from '../kit/refusal.ts'

export { Refusal }

interface Told {
  code: number
  message: string
  subcode?: number
  type?: 'OAuthException' | 'THApiException' | 'IGApiException'
  transient?: boolean
  title?: string
  user_message?: string
}

export function graph(status: number, told: Told, headers?: Record<string, string>) {
  const { code, message, subcode, type = 'OAuthException', transient, title, user_message } = told
  const error = {
    message,
    type,
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: transient ?? false,
    ...(title === undefined ? {} : { error_user_title: title }),
    ...(user_message === undefined ? {} : { error_user_msg: user_message }),
    fbtrace_id: randomBytes(8).toString('base64url'),
  }
  return new Refusal(status, { error }, headers)
}

export const expired = () =>
  graph(401, {
    code: 190,
    subcode: 463,
    message:
      'Error validating access token: Session has expired on Friday, 20-Nov-26 02:00:00 PST.',
  })
export const revoked = () =>
  graph(400, {
    code: 190,
    subcode: 458,
    message: 'Error validating access token: The user has not authorized application.',
  })
export const noToken = () =>
  graph(401, {
    code: 190,
    subcode: 467,
    message: 'Error validating access token: The session is invalid.',
  })
export const notPermitted = () =>
  graph(403, { code: 10, message: 'Application does not have permission for this action' })
export const invalid = (message = 'Invalid parameter') =>
  graph(400, { code: 100, type: 'THApiException', message })
export const missing = (id: string) =>
  graph(400, {
    code: 100,
    subcode: 33,
    type: 'THApiException',
    message: `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  })

/** The top failure of Threads: also for things that are there, a moment too early. */
export const mediaNotFound = () =>
  graph(400, {
    code: 24,
    subcode: 4_279_009,
    message: 'The requested resource does not exist',
    title: 'Media Not Found',
    user_message: 'The media with id cannot be found.',
  })
export const notFetched = () =>
  graph(400, {
    code: 9004,
    subcode: 2_207_052,
    message: 'Only photo or video can be accepted as media type.',
    title: 'Media download has failed',
    user_message: 'The media could not be fetched from this URI.',
  })

export const tooMany = () =>
  graph(
    400,
    { code: 4, message: 'Application request limit reached' },
    { 'x-app-usage': JSON.stringify({ call_count: 100, total_time: 31, total_cputime: 12 }) },
  )
export const quota = (what: string) =>
  graph(403, {
    code: 9,
    subcode: 2_207_042,
    message: 'Application request limit reached',
    title: 'Limit reached',
    user_message: `You reached the maximum number of ${what} that is allowed by the Threads API within 24 hours.`,
  })
export const restricted = () =>
  graph(403, {
    code: 200,
    subcode: 4_279_013,
    message: 'User is restricted',
    title: 'User Restricted',
  })
export const blocked = () =>
  graph(403, {
    code: 4,
    subcode: 2_207_051,
    message: 'Application request limit reached',
    title: 'Action is blocked',
    user_message: 'We restrict certain activity to protect our community.',
  })

export const broken = {
  status: 500,
  body: {
    error: {
      message: 'An unknown error has occurred.',
      type: 'OAuthException',
      code: 1,
      is_transient: true,
      fbtrace_id: 'A1b2C3d4',
    },
  },
}
