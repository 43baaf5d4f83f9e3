/** What Pinterest says when it refuses: `{code, message}`; OAuth calls and uploads have shapes of their own. */
import { z } from 'zod'
import type { Answer } from '../http.ts'

const Shape = z.object({
  code: z.coerce.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
})

export interface Problem {
  code: number | undefined
  words: string
  /** False for HTML, XML and the like: the API itself has not spoken. */
  readable: boolean
}

export function problemOf(answer: Answer, secrets: readonly string[]): Problem {
  const { data } = Shape.safeParse(answer.json)
  if (!data) {
    const text = answer.text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    const words = redacted(`${answer.status} ${text}`, secrets)
    return { code: undefined, words, readable: false }
  }
  const { code, message, error, error_description } = data
  const said = [code, message, error, error_description].filter((each) => each !== undefined)
  return { code, words: redacted(said.join(' – '), secrets), readable: true }
}

const NAMED_SECRET =
  /((?:access_token|refresh_token|client_secret|authorization|token)["'\\]*\s*[:=]\s*["'\\]*)[^\s"'\\&,}\]]{6,}/gi
const LONG_RUN = /(?=[\w+=~%-]*\d)[\w+=~%-]{40,}|\bpin[ar]_\w+/g

/** Words of the platform without anything that is, or looks like, a token. */
export function redacted(text: string, secrets: readonly string[] = []): string {
  let clean = text.slice(0, 4000)
  for (const secret of secrets) if (secret.length > 5) clean = clean.replaceAll(secret, '***')
  return clean
    .replace(/\b(bearer|basic)\s+[^\s"',}]+/gi, '$1 ***')
    .replace(NAMED_SECRET, '$1***')
    .replace(LONG_RUN, '***')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
}
