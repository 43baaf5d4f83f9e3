/** What Pinterest says when it refuses: `{code, message}`; OAuth calls and uploads have shapes of their own. */
import { z } from 'zod'
import type { Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'

const Shape = z.object({
  code: z.coerce.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
})

/** Undefined: HTML, XML and the like, or a success. */
export function readProblem(answer: Answer): Told | undefined {
  const { data } = Shape.safeParse(answer.json)
  if (!data || answer.status < 300) return undefined
  const { code, message, error, error_description } = data
  const isOurs = (code !== undefined && message !== undefined) || error !== undefined
  if (!isOurs) return undefined
  const said = [code, message, error, error_description].filter((each) => each !== undefined)
  return { codes: [code, error].flatMap((one) => one ?? []), words: said.join(' – ') }
}

export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{40,}|\bpin[ar]_\w+/g)
