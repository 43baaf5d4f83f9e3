/** What X says when it refuses. Four shapes are about: problem+json, a list of errors, v1 codes, and OAuth's `error`. */
import { z } from 'zod'
import type { Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'

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
  data: z.unknown().optional(),
})

/** Undefined: HTML and the like, or a success: X itself refuses nothing. */
export function readProblem(answer: Answer): Told | undefined {
  const { success, data } = Shape.safeParse(answer.json)
  if (!success) return undefined
  const { type = '', error, detail, title, errors = [] } = data
  const isOurs = error !== undefined || errors.length > 0 || (title ?? detail) !== undefined
  // A success may name what is missing of many.
  if (!isOurs || (answer.status < 300 && data.data !== undefined)) return undefined
  const said = [title, detail, data.reason, error, data.error_description]
  for (const entry of errors) said.push(entry.title, entry.detail, entry.message)
  return {
    // Of `type` the last part ('usage-capped'): its host differs between the live API and the specification.
    codes: [type.split('/').at(-1) ?? '', error ?? '', ...errors.flatMap(({ code }) => code ?? [])],
    words: [...new Set(said.filter(Boolean))].join(' – '),
  }
}

/** Long runs of url-safe base64 with digits; ids have 19 characters and stay readable. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{24,}/g)
