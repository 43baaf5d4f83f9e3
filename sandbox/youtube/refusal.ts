/** How Google says no: one error, its reasons in a list (docs/facts/youtube.md §4). */

import { Refusal } from '../kit/refusal.ts'

export { Refusal }

export function refuse(
  code: number,
  domain: string,
  reason: string,
  message: string,
  more: { status?: string; details?: object[]; headers?: Record<string, string> } = {},
) {
  const { headers, ...rest } = more
  const errors = [{ message, domain, reason }]
  return new Refusal(code, { error: { code, message, errors, ...rest } }, headers)
}

export const authError = () =>
  refuse(
    401,
    'global',
    'authError',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    {
      status: 'UNAUTHENTICATED',
      headers: {
        'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"',
      },
    },
  )

export const scopeMissing = () =>
  refuse(
    403,
    'global',
    'insufficientPermissions',
    'Request had insufficient authentication scopes.',
    {
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
          domain: 'googleapis.com',
        },
      ],
    },
  )

export const invalid = (reason: string, message: string, domain = 'youtube.video') =>
  refuse(400, domain, reason, message)

export const badRequest = (message: string) => refuse(400, 'global', 'badRequest', message)

export const notFound = (reason: string, message: string, domain = 'youtube.video') =>
  refuse(404, domain, reason, message)

export const quotaExceeded = () =>
  refuse(
    403,
    'youtube.quota',
    'quotaExceeded',
    'The request cannot be completed because you have exceeded your quota.',
  )

export const broken = {
  status: 500,
  body: {
    error: {
      code: 500,
      message: 'Backend Error',
      errors: [{ message: 'Backend Error', domain: 'global', reason: 'backendError' }],
    },
  },
}

/** The token endpoint's own shape, RFC 6749 section 5.2. */
export const oauthRefusal = (error: string, error_description: string, status = 400) =>
  new Refusal(status, { error, error_description })
