/** What LinkedIn says when it refuses: `status`, `message`, and up to three kinds of codes. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { bare, redactor } from '../kit/redaction.ts'

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
    const said = redacted(bare(answer), secrets)
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

/** Long runs with digits in them; names of Java classes and URNs are not. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{40,}/g)
