/** What Threads says when it refuses: the shape of Meta's Graph API. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { bare, redactor } from '../kit/redaction.ts'

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

export interface Problem {
  code: number | undefined
  subcode: number | undefined
  transient: boolean
  words: string
  /** False for HTML and the like: the API itself has not spoken. */
  readable: boolean
}

export function problemOf(answer: Answer, secrets: readonly string[]): Problem {
  const { data } = Shape.safeParse(answer.json)
  if (data) {
    const { error } = data
    const said = [error.message, error.error_user_title, error.error_user_msg, error.type]
    const numbers = [error.code, error.error_subcode].filter((each) => each !== undefined)
    return {
      code: error.code,
      subcode: error.error_subcode,
      transient: error.is_transient === true,
      words: redacted([numbers.join('/'), ...said].filter(Boolean).join(' – '), secrets),
      readable: true,
    }
  }
  const old = Old.safeParse(answer.json).data
  const text = old ? `${old.error_type ?? ''} – ${old.error_message}` : bare(answer)
  return {
    code: old?.code,
    subcode: undefined,
    transient: false,
    words: redacted(text, secrets),
    readable: old !== undefined,
  }
}

/** Long runs with digits in them; ids of posts have twenty characters at most. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{32,}/g)
