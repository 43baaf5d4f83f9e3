/** Every answer of TikTok that is no success, as a `Failure`. Success is `error.code: "ok"`, whatever the status says. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { Failure } from '../platform.ts'
import { bare, redactor } from '../kit/redaction.ts'
import { failReasons, refusals, type Meaning } from './refusals.ts'

const words = z.string().optional().catch(undefined)
const Shape = z.object({
  // `logid` in the tables of the documents, `log_id` in their examples.
  error: z.object({ code: z.string(), message: words, log_id: words, logid: words }),
})

/** Undefined: it is a success. */
export function refusal(
  answer: Answer,
  now: Date,
  secrets: readonly string[],
): Failure | undefined {
  const error = Shape.safeParse(answer.json).data?.error
  if (error?.code === 'ok' && answer.status < 400) return undefined
  const said = redact(
    error
      ? `${error.code}: ${error.message ?? ''} (log ${error.log_id ?? error.logid ?? '?'})`
      : bare(answer),
    secrets,
  )
  const known = error && refusals[error.code]
  if (known && answer.status < 500) return failure(known, now, said)
  if (answer.status === 429) {
    const limited = refusals['rate_limit_exceeded']
    if (limited) return failure(limited, now, said)
  }
  if (error && answer.status >= 400 && answer.status < 500) {
    const message = 'TikTok refuses this call. The words of TikTok may say why.'
    return new Failure('rejected', 'refused', message, { words: said })
  }
  const message =
    'TikTok gave no answer that can be read; whether the call took effect is not known.'
  return new Failure('unknown', 'platform_error', message, { words: said })
}

/** What became of a post that ended as FAILED. */
export function failedFor(
  reason: string | undefined,
  now: Date,
  kind: 'video' | 'photo' = 'photo',
): Failure {
  const known = failReasons[reason ?? '']
  // Its upload has come to its end with it.
  const forget = known?.kind === 'later' && kind === 'video' ? ['upload'] : []
  if (known) return failure(known, now, reason, forget)
  const message = 'TikTok has not published this post. The words of TikTok may say why.'
  return new Failure('rejected', 'refused', message, { words: redact(reason ?? '') })
}

function failure(
  { kind, code, message, wait, scope }: Meaning,
  now: Date,
  said: string | undefined,
  forget: readonly string[] = [],
) {
  const retry_at = wait === undefined ? undefined : new Date(now.getTime() + wait * 1000)
  return new Failure(kind, code, message, { retry_at, scope: scope ?? 'call', words: said, forget })
}

/** Tokens are `act.…` and `rft.…`; upload addresses carry one in their query. */
export const redact = redactor(/\b(?:act\.|rft\.)[\w!.*+/=-]+/gi)
