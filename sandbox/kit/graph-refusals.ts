/**
 * How Graph says no: one `error` object whose `code` and `error_subcode` are the key, and an HTTP status that is not
 * (docs/facts/facebook.md §6; docs/facts/instagram.md §5).
 */
import { randomBytes } from 'node:crypto'
import { Refusal } from './refusal.ts'

export { Refusal }

interface More {
  subcode?: number
  status?: number
  type?: string
  transient?: boolean
  title?: string
  user_message?: string
  headers?: Record<string, string>
}

export function graphBody(code: number, message: string, more: More = {}) {
  return {
    error: {
      message,
      type: more.type ?? 'OAuthException',
      code,
      ...(more.subcode === undefined ? {} : { error_subcode: more.subcode }),
      ...(more.title === undefined ? {} : { error_user_title: more.title }),
      ...(more.user_message === undefined ? {} : { error_user_msg: more.user_message }),
      ...(more.transient === undefined ? {} : { is_transient: more.transient }),
      fbtrace_id: randomBytes(8).toString('base64url'),
    },
  }
}

export function refuse(code: number, message: string, more: More = {}) {
  const authenticate: Record<string, string> =
    code === 190
      ? {
          'www-authenticate': `OAuth "Facebook Platform" "invalid_token" "${message.replaceAll('"', "'")}"`,
        }
      : {}
  return new Refusal(more.status ?? 400, graphBody(code, message, more), {
    ...authenticate,
    ...more.headers,
  })
}

export const invalid = (message: string, subcode?: number) =>
  refuse(100, `(#100) ${message}`, subcode === undefined ? {} : { subcode })

export const missing = (id: string, method = 'GET') =>
  refuse(
    100,
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { subcode: 33, type: 'GraphMethodException' },
  )

export const noToken = () =>
  refuse(104, 'An access token is required to request this resource.', { status: 400 })
export const badToken = () =>
  refuse(190, 'Invalid OAuth access token - Cannot parse access token', { status: 401 })
export const expiredToken = (when: Date, now: Date) =>
  refuse(
    190,
    `Error validating access token: Session has expired on ${when.toUTCString()}. The current time is ${now.toUTCString()}.`,
    { subcode: 463, status: 401 },
  )
export const removedApp = () =>
  refuse(190, 'Error validating access token: The user has not authorized application.', {
    subcode: 458,
    status: 401,
  })
export const needsScope = (scope: string) =>
  refuse(200, `(#200) Requires ${scope} permission to manage the object`, { status: 403 })

export const broken = {
  status: 500,
  body: graphBody(2, 'Service temporarily unavailable. Please retry your request later.', {
    transient: true,
  }),
}
