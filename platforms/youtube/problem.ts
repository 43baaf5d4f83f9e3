/** What Google says when it refuses: `error.errors[0].reason` decides; OAuth has `error` and `error_description`. */
import { z } from 'zod'
import type { Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'

const words = z.string().optional().catch(undefined)
const Entry = z.object({ reason: words, domain: words, message: words }).catch({})
const Detail = z.object({ reason: words }).catch({})

const Shape = z.object({
  error: z.union([
    z.string(),
    z.object({
      message: words,
      status: words,
      errors: z.array(Entry).optional().catch(undefined),
      details: z.array(Detail).optional().catch(undefined),
    }),
  ]),
  error_description: words,
})

/** Undefined: HTML and the like, or a success. */
export function readProblem(answer: Answer): Told | undefined {
  const { data } = Shape.safeParse(answer.json)
  if (!data) return undefined
  const { error, error_description } = data
  if (typeof error === 'string') {
    return { codes: [error], words: [error, error_description].filter(Boolean).join(' – ') }
  }
  const { message, status, errors = [], details = [] } = error
  const reasons = [...errors, ...details].flatMap(({ reason }) => reason ?? [])
  if (message === undefined && status === undefined && reasons.length === 0) return undefined
  const domain = errors[0]?.domain ?? ''
  const said = [...new Set([...reasons, message ?? errors[0]?.message, status])]
  return {
    codes: [...reasons.map((reason) => `${domain}/${reason}`), ...reasons],
    words: said.filter(Boolean).join(' – '),
  }
}

export const redacted = redactor(/(?=[\w+=~%./-]*\d)[\w+=~%-]{40,}/g)
