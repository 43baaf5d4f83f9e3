/** What Graph's refusals mean. Sources of the rows: the platforms' READMEs and docs of Meta's error handling guide. */
import { z } from 'zod'
import type { Dialect, Told } from '../kit/answers.ts'
import type { Answer } from '../kit/http.ts'
import { redactor } from '../kit/redaction.ts'
import { from, type Row } from '../kit/refusals.ts'
import type { TokenDialect } from '../kit/token-endpoint.ts'

const slowDown = 'Meta asks us to slow down; the post goes out as soon as that is over.'

/** In Meta's order of trust: a subcode says more than its code. */
const ROWS: readonly Row[] = [
  {
    on: { code: [190], subcode: [459, 464] },
    kind: 'reconnect',
    code: 'account_locked',
    scope: 'account',
    message: 'Facebook wants this person to sign in there first. Do so, then connect again.',
  },
  {
    on: { code: [190], subcode: [458, 492] },
    kind: 'reconnect',
    code: 'access_ended',
    scope: 'account',
    message: 'Our access to this account was taken back. Connect it again.',
  },
  {
    on: { code: [190, 102] },
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: 'The access token of this account is no longer accepted.',
  },
  {
    on: { code: [368], words: /already (been )?posted|duplicate/i, purpose: ['publish'] },
    kind: 'unknown',
    code: 'duplicate_content',
    message: 'The platform says that this is already posted. Crier looks for it.',
  },
  {
    // A plain no; whether an earlier, lost call was the first is for the engine to ask.
    on: { code: [506], purpose: ['publish'] },
    kind: 'rejected',
    code: 'duplicate_content',
    message: 'The platform says that this is the same as the post before. Change the text.',
  },
  {
    on: { code: [1609005, 1500] },
    kind: 'rejected',
    code: 'invalid_link',
    message: 'The platform could not read the page behind the link.',
  },
  {
    on: { code: [368] },
    kind: 'later',
    code: 'blocked_for_now',
    scope: 'account',
    wait: 180,
    message: 'The platform has blocked this account from acting for some hours.',
  },
  {
    on: { code: [4, 341] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'app',
    wait: 15,
    message: slowDown,
  },
  {
    on: { code: [17, 32, 613] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 15,
    message: slowDown,
  },
  {
    on: { code: [80000, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 80009, 80014] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 15,
    message: slowDown,
  },
  {
    on: { code: [3, 10, ...from(200, 299)] },
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message: 'A permission or a role is missing. Connect again and allow all that is asked for.',
  },
  {
    on: { code: [100], subcode: [33], purpose: ['read', 'edit', 'remove'] },
    kind: 'rejected',
    code: 'not_found',
    message: 'There is no such post, or it may not be seen.',
  },
  {
    on: { code: [100] },
    kind: 'rejected',
    code: 'invalid_request',
    message: 'The platform refuses something in this post. Its words say what.',
  },
  {
    on: { code: [1, 2] },
    kind: 'unknown',
    code: 'server_error',
    message:
      'The platform failed while it worked on the call; whether it took effect is not known.',
  },
]

/** `own`: rows of the platform's own; the first that fits is taken, before those of every Graph. */
export function dialectOf(own: readonly Row[]): Dialect {
  return { name: 'Meta', read: told, rows: [...own, ...ROWS], redacted, wait: regain }
}

/** Of tokens a refusal of the app comes as the app's own code, or in words. */
export function tokenDialect(own: readonly Row[]): TokenDialect {
  return {
    ...dialectOf(own),
    ends: [{ code: [190, 102] }],
    strangers: [{ code: [101] }, { words: /client.secret|validating application/i }],
  }
}

const text = z.string().nullish().catch(null)
const number = z.coerce.number().optional().catch(undefined)

const Refused = z.object({
  error: z.object({
    message: text,
    code: number,
    error_subcode: z.coerce.number().nullish().catch(null),
    is_transient: z.boolean().nullish().catch(null),
    error_user_title: text,
    error_user_msg: text,
  }),
})
/** The shapes of the upload host and of Instagram's token endpoint. */
const UploadRefused = z.object({
  debug_info: z.object({ message: text, type: z.string(), retriable: z.boolean().catch(false) }),
})
const SignInRefused = z.object({ error_message: z.string(), error_type: text, code: number })

function told({ json, status }: Answer): Told | undefined {
  const error = Refused.safeParse(json).data?.error
  if (error) return error.code === undefined && !error.message ? undefined : ofGraph(error)
  const upload = UploadRefused.safeParse(json).data?.debug_info
  if (upload) {
    const { type, message, retriable: transient } = upload
    return { codes: [type], words: `${type} ${message ?? ''}`, transient }
  }
  const sign_in = SignInRefused.safeParse(json).data
  if (!sign_in || status < 300) return undefined
  const { error_message, error_type, code } = sign_in
  return { codes: [error_type ?? [], code ?? []].flat(), words: error_message }
}

function ofGraph(error: z.output<typeof Refused>['error']): Told {
  const { code, error_subcode, message, error_user_title, error_user_msg } = error
  const subcode = error_subcode ?? undefined
  const said = [message, error_user_title, error_user_msg].filter(Boolean).join(' – ')
  return {
    codes: code === undefined ? [] : [code],
    subcode,
    words: `${[code, subcode].filter((one) => one !== undefined).join('/')} ${said}`,
    transient: error.is_transient === true,
  }
}

const Usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })),
)

/** Minutes, as `X-Business-Use-Case-Usage` tells them. */
function regain({ headers }: Answer, now: Date) {
  const header = headers.get('x-business-use-case-usage')
  if (!header) return undefined
  const usage = z.string().transform(parsed).pipe(Usage).safeParse(header).data ?? {}
  const minutes = Object.values(usage).flatMap((rows) =>
    rows.map(({ estimated_time_to_regain_access }) => estimated_time_to_regain_access),
  )
  const most = Math.max(0, ...minutes)
  if (most === 0 || most >= 7 * 24 * 60) return undefined
  return { retry_at: new Date(now.getTime() + most * 60_000) }
}

function parsed(header: string): unknown {
  try {
    return JSON.parse(header)
  } catch {
    return undefined
  }
}

/** Meta's tokens are long runs with digits in them; ids have twenty characters at most. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{32,}/g)
