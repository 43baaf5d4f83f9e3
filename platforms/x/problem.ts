/** What X says when it refuses. Four shapes are about: problem+json, a list of errors, v1 codes, and OAuth's `error`. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { bare, redactor } from '../kit/redaction.ts'

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
    return {
      type: '',
      error: '',
      codes: [],
      words: redacted(bare(answer), secrets),
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

/** Long runs of url-safe base64 with digits; ids have 19 characters and stay readable. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{24,}/g)
