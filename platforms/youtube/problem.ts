/** What Google says when it refuses: `error.errors[0].reason` decides; OAuth has `error` and `error_description`. */
import { z } from 'zod'
import type { Answer } from '../http.ts'

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
    const text = answer.text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    const said = redacted(`${answer.status} ${text}`, secrets)
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

const NAMED_SECRET =
  /((?:access_token|refresh_token|client_secret|authorization|token|code|upload_id)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,}\]]{6,}/gi
const LONG_RUN = /(?=[\w+=~%./-]*\d)[\w+=~%-]{40,}/g

/** Words of the platform without anything that is, or looks like, a token. */
export function redacted(text: string, secrets: readonly string[] = []): string {
  let clean = text.slice(0, 4000)
  for (const secret of secrets) if (secret.length > 5) clean = clean.replaceAll(secret, '***')
  return clean
    .replace(/\bbearer\s+[^\s"',}]+/gi, 'Bearer ***')
    .replace(NAMED_SECRET, '$1***')
    .replace(LONG_RUN, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}
