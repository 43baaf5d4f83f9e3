/** How Pinterest says no: a number of its own and a sentence (docs/facts/pinterest.md §5). */

import { Refusal } from '../kit/refusal.ts'

export { Refusal }

export const refuse = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
) => new Refusal(status, { code, message }, headers)

export const invalid = (message: string) => refuse(400, 1, `Invalid request: ${message}`)
export const unauthorized = () => refuse(401, 2, 'Authentication failed.')
export const scopeMissing = () => refuse(403, 3, "Authorization failed. Missing: ['pins:write']")
export const noBoard = () => refuse(404, 40, 'Board not found.')
export const noSection = () => refuse(404, 2031, "Sorry! We couldn't find this board section.")
export const noPin = () => refuse(404, 50, 'Pin not found.')
export const tooMany = (seconds: number) =>
  refuse(429, 8, 'You have exceeded your rate limit. Try again later.', {
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(seconds),
  })

export const broken = {
  status: 500,
  body: { code: 500, message: 'Something went wrong on our end.' },
}

/** The token endpoint uses the same shape. */
export const badGrant = (message: string) => refuse(400, 283, message)
