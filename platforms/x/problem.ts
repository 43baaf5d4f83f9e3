/** What X says when it refuses. Four shapes are about: problem+json, a list of errors, v1 codes, and OAuth's `error`. */
import { z } from 'zod'
import type { Answer } from '../http.ts'

/** A field of an unexpected type is no reason to lose the others. */
const words = z.string().optional().catch(undefined)
const Entry = z
  .object({
    code: z.number().optional().catch(undefined),
    title: words,
    detail: words,
    message: words,
  })
  .catch({})
const Shape = z.object({
  type: words,
  title: words,
  detail: words,
  reason: words,
  error: words,
  error_description: words,
  errors: z.array(Entry).optional().catch(undefined),
})

export interface Problem {
  /** The last part of `type` ('usage-capped'): its host differs between the live API and the specification. */
  type: string
  /** OAuth's `error`. */
  error: string
  /** v1 codes: 64, 88, 187. */
  codes: readonly number[]
  words: string
  /** False for HTML and the like: the API itself has not spoken. */
  readable: boolean
}

export function problemOf(answer: Answer, secrets: readonly string[]): Problem {
  const { success, data } = Shape.safeParse(answer.json)
  if (!success) {
    const text = answer.text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    return {
      type: '',
      error: '',
      codes: [],
      words: redacted(`${answer.status} ${text}`, secrets),
      readable: false,
    }
  }

  const { type = '', error = '', errors = [] } = data
  const said = [data.title, data.detail, data.reason, error, data.error_description]
  for (const entry of errors) said.push(entry.title, entry.detail, entry.message)
  return {
    type: type.split('/').at(-1) ?? '',
    error,
    codes: errors.flatMap(({ code }) => code ?? []),
    words: redacted([...new Set(said.filter(Boolean))].join(' – '), secrets),
    readable: true,
  }
}

const NAMED_SECRET =
  /((?:access_token|refresh_token|client_secret|code_verifier|authorization|token|code)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,}\]]{6,}/gi
const SCHEME = /\b(bearer|basic)\s+[^\s"',}]+/gi
/** X's tokens are long runs of url-safe base64 with digits; ids have 19 characters and stay readable. */
const LONG_RUN = /(?=[\w+=~%-]*\d)[\w+=~%-]{24,}/g

/** Words of the platform without anything that is, or looks like, a token; cut to 500 characters. */
export function redacted(text: string, secrets: readonly string[] = []): string {
  let clean = text.slice(0, 4000)
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '***')
  return clean
    .replace(SCHEME, '$1 ***')
    .replace(NAMED_SECRET, '$1***')
    .replace(LONG_RUN, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}
