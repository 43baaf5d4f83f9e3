/** What Google says when it refuses: `error.errors[0].reason` decides; OAuth has `error` and `error_description`. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { bare, redactor } from '../kit/redaction.ts'

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

export interface Problem {
  /** Ours to key on: 'quotaExceeded', 'authError'; for OAuth its `error`. */
  reasons: readonly string[]
  domain: string
  words: string
  /** False for HTML and the like: the API itself has not spoken. */
  readable: boolean
}

export function problemOf(answer: Answer, secrets: readonly string[]): Problem {
  const { data } = Shape.safeParse(answer.json)
  if (!data) {
    const said = redacted(bare(answer), secrets)
    return { reasons: [], domain: '', words: said, readable: false }
  }
  const { error, error_description } = data
  if (typeof error === 'string') {
    const said = redacted([error, error_description].filter(Boolean).join(' – '), secrets)
    return { reasons: [error], domain: '', words: said, readable: true }
  }
  const { message, status, errors = [], details = [] } = error
  const reasons = [...errors, ...details].flatMap(({ reason }) => reason ?? [])
  const said = [...new Set([...reasons, message ?? errors[0]?.message, status])]
  return {
    reasons,
    domain: errors[0]?.domain ?? '',
    words: redacted(said.filter(Boolean).join(' – '), secrets),
    readable: true,
  }
}

export const redacted = redactor(/(?=[\w+=~%./-]*\d)[\w+=~%-]{40,}/g)
