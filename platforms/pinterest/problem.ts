/** What Pinterest says when it refuses: `{code, message}`; OAuth calls and uploads have shapes of their own. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { bare, redactor } from '../kit/redaction.ts'

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
    const words = redacted(bare(answer), secrets)
    return { code: undefined, words, readable: false }
  }
  const { code, message, error, error_description } = data
  const said = [code, message, error, error_description].filter((each) => each !== undefined)
  return { code, words: redacted(said.join(' – '), secrets), readable: true }
}

export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{40,}|\bpin[ar]_\w+/g)
