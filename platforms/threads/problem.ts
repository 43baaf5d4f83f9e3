/** What Threads says when it refuses: the shape of Meta's Graph API. */
import { z } from 'zod'
import type { Answer } from '../http.ts'

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
  const text = old
    ? `${old.error_type ?? ''} – ${old.error_message}`
    : `${answer.status} ${answer.text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')}`
  return {
    code: old?.code,
    subcode: undefined,
    transient: false,
    words: redacted(text, secrets),
    readable: old !== undefined,
  }
}

const NAMED_SECRET =
  /((?:access_token|client_secret|authorization|token|code)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,}\]]{6,}/gi
/** Tokens are long runs with digits in them; ids of posts have twenty characters at most. */
const LONG_RUN = /(?=[\w+=~%-]*\d)[\w+=~%-]{32,}/g

/** Words of the platform without anything that is, or looks like, a token; cut to 500 characters. */
export function redacted(text: string, secrets: readonly string[] = []): string {
  let clean = text.slice(0, 4000)
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '***')
  return clean
    .replace(NAMED_SECRET, '$1***')
    .replace(LONG_RUN, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}
