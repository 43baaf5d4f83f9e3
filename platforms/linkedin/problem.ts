/** What LinkedIn says when it refuses: `status`, `message`, and up to three kinds of codes. */
import { z } from 'zod'
import type { Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'
import type { Original } from '../platform.ts'
import { madeAt } from './number.ts'

const words = z.string().optional().catch(undefined)

const Shape = z.object({
  status: z.number().optional().catch(undefined),
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

/** Undefined: HTML and the like, or a success. */
export function readProblem(answer: Answer): Told | undefined {
  const { success, data } = Shape.safeParse(answer.json)
  if (!success || answer.status < 300) return undefined
  const { code, message, error, serviceErrorCode: service, status } = data
  const isOurs =
    (message !== undefined && status !== undefined) ||
    [code, service, error].some((one) => one !== undefined)
  if (!isOurs) return undefined
  const inputs = data.errorDetails?.inputErrors ?? []
  const said = [code, message, error, data.error_description]
  for (const input of inputs) said.push(input.code, input.description)
  const words = [...new Set(said.filter(Boolean))].join(' – ')
  return {
    codes: [code, error, service, ...inputs.map((input) => input.code)].flatMap((one) => one ?? []),
    words,
    original: originalIn(words),
  }
}

/** The documents say not to read messages; the post that was there first is named nowhere else. */
function originalIn(words: string): Original | undefined {
  const urn = /duplicate of (urn:li:(?:share|ugcPost|activity):\d+)/i.exec(words)?.[1]
  return urn === undefined ? undefined : { id: urn, at: madeAt(urn), there: true }
}

/** Long runs with digits in them; names of Java classes and URNs are not. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{40,}/g)
