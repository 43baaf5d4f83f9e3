/** What LinkedIn says when it refuses: `status`, `message`, and up to three kinds of codes. */
import { z } from 'zod'
import type { Answer } from '../http.ts'

const words = z.string().optional().catch(undefined)

const Shape = z.object({
  message: words,
  code: words,
  serviceErrorCode: z.coerce.number().optional().catch(undefined),
  errorDetails: z
    .object({
      inputErrors: z
        .array(z.object({ code: words, description: words }).catch({}))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  // OAuth's.
  error: words,
  error_description: words,
})

export interface Problem {
  /** `code` and those of `errorDetails.inputErrors`. */
  codes: readonly string[]
  service_code: number | undefined
  /** OAuth's `error`. */
  error: string
  words: string
  /** False for HTML and the like: the API itself has not spoken. */
  readable: boolean
}

export function problemOf(answer: Answer, secrets: readonly string[]): Problem {
  const { success, data } = Shape.safeParse(answer.json)
  if (!success) {
    const text = answer.text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    const said = redacted(`${answer.status} ${text}`, secrets)
    return { codes: [], service_code: undefined, error: '', words: said, readable: false }
  }
  const inputs = data.errorDetails?.inputErrors ?? []
  const said = [data.code, data.message, data.error, data.error_description]
  for (const { code, description } of inputs) said.push(code, description)
  return {
    codes: [data.code, ...inputs.map(({ code }) => code)].flatMap((code) => code ?? []),
    service_code: data.serviceErrorCode,
    error: data.error ?? '',
    words: redacted([...new Set(said.filter(Boolean))].join(' – '), secrets),
    readable: true,
  }
}

const NAMED_SECRET =
  /((?:access_token|refresh_token|client_secret|authorization|token|code)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,}\]]{6,}/gi
/** Tokens are long runs with digits in them; names of Java classes and URNs are not. */
const LONG_RUN = /(?=[\w+=~%-]*\d)[\w+=~%-]{40,}/g

/** Words of the platform without anything that is, or looks like, a token; cut to 500 characters. */
export function redacted(text: string, secrets: readonly string[] = []): string {
  let clean = text.slice(0, 4000)
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, '***')
  return clean
    .replace(/\bbearer\s+[^\s"',}]+/gi, 'Bearer ***')
    .replace(NAMED_SECRET, '$1***')
    .replace(LONG_RUN, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}
