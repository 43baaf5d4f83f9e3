/** How TikTok says no. Success is `error.code: "ok"`, whatever the status says. */
import { z } from 'zod'
import type { Dialect, Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'
import { rowFor, waitOf } from '../kit/refusals.ts'
import { Failure } from '../platform.ts'
import { failReasons, rows } from './refusals.ts'

const words = z.string().optional().catch(undefined)
const Shape = z.object({
  // `logid` in the tables of the documents, `log_id` in their examples.
  error: z.object({ code: z.string(), message: words, log_id: words, logid: words }),
})
/** The token endpoint's refusals are flat. */
const Flat = z.object({ error: z.string().min(1), error_description: words })

function told({ json, status }: Answer): Told | undefined {
  const flat = Flat.safeParse(json).data
  if (flat) return { codes: [flat.error], words: `${flat.error}: ${flat.error_description ?? ''}` }
  const error = Shape.safeParse(json).data?.error
  if (!error || (error.code === 'ok' && status < 400)) return undefined
  const log = error.log_id ?? error.logid ?? '?'
  return { codes: [error.code], words: `${error.code}: ${error.message ?? ''} (log ${log})` }
}

/** What became of a post that ended as FAILED. */
export function failedFor(
  reason: string | undefined,
  now: Date,
  kind: 'video' | 'photo' = 'photo',
): Failure {
  const said = { status: 200, purpose: 'read', codes: [reason ?? ''], words: '' } as const
  const row = rowFor(failReasons, said)
  if (!row) {
    const message = 'TikTok has not published this post. The words of TikTok may say why.'
    return new Failure('rejected', 'refused', message, { words: redact(reason ?? '') })
  }
  // Its upload has come to its end with it.
  const forget = row.kind === 'later' && kind === 'video' ? ['upload'] : []
  const more = { retry_at: waitOf(row, undefined, now), scope: row.scope, words: reason, forget }
  return new Failure(row.kind, row.code, row.message, more)
}

/** Tokens are `act.…` and `rft.…`; upload addresses carry one in their query. */
export const redact = redactor(/\b(?:act\.|rft\.)[\w!.*+/=-]+/gi)

export const dialect: Dialect = { name: 'TikTok', read: told, rows, redacted: redact }
