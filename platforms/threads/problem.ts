/** What Threads says when it refuses: the shape of Meta's Graph API. */
import { z } from 'zod'
import type { Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'
import { retryAfter } from '../kit/retry-after.ts'

const words = z.string().optional().catch(undefined)
const code = z.coerce.number().optional().catch(undefined)

const Shape = z.object({
  error: z.object({
    message: words,
    type: words,
    code,
    error_subcode: code,
    is_transient: z.boolean().optional().catch(undefined),
    error_user_title: words,
    error_user_msg: words,
  }),
})
/** The token endpoint's older shape. */
const Old = z.object({ error_type: words, code, error_message: z.string() })

/** Undefined: HTML and the like, or a success. */
export function readProblem(answer: Answer): Told | undefined {
  const { data } = Shape.safeParse(answer.json)
  if (data) {
    const { error } = data
    if (error.code === undefined && error.message === undefined) return undefined
    const said = [error.message, error.error_user_title, error.error_user_msg, error.type]
    const numbers = [error.code, error.error_subcode].filter((each) => each !== undefined)
    return {
      codes: numbers.slice(0, error.code === undefined ? 0 : 1),
      subcode: error.error_subcode,
      transient: error.is_transient === true,
      words: [numbers.join('/'), ...said].filter(Boolean).join(' – '),
    }
  }
  // A container tells by the same name what became of it.
  const old = Old.safeParse(answer.json).data
  if (!old || answer.status < 300) return undefined
  const { code, error_type = '', error_message } = old
  return { codes: code === undefined ? [] : [code], words: `${error_type} – ${error_message}` }
}

/** Meta's headers about use name minutes, where they are sent at all (from memory); `Retry-After` stands before them. */
export function regained(answer: Answer, now: Date) {
  const { headers } = answer
  const usage = headers.get('x-business-use-case-usage') ?? headers.get('x-app-usage') ?? ''
  const minutes = Number(/"estimated_time_to_regain_access":\s*(\d+)/.exec(usage)?.[1] ?? NaN)
  const named = minutes > 0 && minutes <= 1440 && new Date(now.getTime() + minutes * 60_000)
  const retry_at = retryAfter(answer, now) ?? (named || undefined)
  return retry_at && { retry_at }
}

/** Long runs with digits in them; ids of posts have twenty characters at most. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{32,}/g)
