/** What Graph's refusals mean. Sources of the rows: the platforms' READMEs and docs of Meta's error handling guide. */
import { z } from 'zod'
import type { Answer } from '../kit/http.ts'
import { Failure, type FailureKind } from '../platform.ts'
import { bare, redactor } from '../kit/redaction.ts'

/** What the refused call was for: the one that publishes, one before it, a look, or signing in. */
export type Purpose = 'publish' | 'prepare' | 'read' | 'sign_in'

export interface GraphRule {
  /** Both that are given must match. */
  codes?: readonly number[]
  subcodes?: readonly number[]
  purpose?: Purpose
  words?: RegExp

  kind: FailureKind
  code: string
  message: string
  scope?: 'account' | 'app'
  /** Minutes to wait when no header says more. */
  minutes?: number
}

const SPEAKS_SELDOM = { kind: 'later', code: 'rate_limited', minutes: 15 } as const
const slowDown = 'Meta asks us to slow down; the post goes out as soon as that is over.'

/** In Meta's order of trust: a subcode says more than its code. */
const RULES: readonly GraphRule[] = [
  {
    codes: [190],
    subcodes: [459, 464],
    kind: 'reconnect',
    code: 'account_locked',
    scope: 'account',
    message: 'Facebook wants this person to sign in there first. Do so, then connect again.',
  },
  {
    codes: [190],
    subcodes: [458, 492],
    kind: 'reconnect',
    code: 'access_revoked',
    scope: 'account',
    message: 'Our access to this account was taken back. Connect it again.',
  },
  {
    codes: [190, 102],
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: 'The access token of this account is no longer accepted.',
  },
  {
    codes: [368],
    words: /already (been )?posted|duplicate/i,
    purpose: 'publish',
    kind: 'unknown',
    code: 'duplicate_content',
    message: 'The platform says that this is already posted. Crier looks for it.',
  },
  {
    // A plain no; whether an earlier, lost call was the first is for the engine to ask.
    codes: [506],
    purpose: 'publish',
    kind: 'rejected',
    code: 'duplicate_content',
    message: 'The platform says that this is the same as the post before. Change the text.',
  },
  {
    codes: [1609005, 1500],
    kind: 'rejected',
    code: 'invalid_link',
    message: 'The platform could not read the page behind the link.',
  },
  {
    codes: [368],
    kind: 'later',
    code: 'blocked_for_now',
    scope: 'account',
    minutes: 180,
    message: 'The platform has blocked this account from acting for some hours.',
  },
  { codes: [4, 341], ...SPEAKS_SELDOM, scope: 'app', message: slowDown },
  { codes: [17, 32, 613], ...SPEAKS_SELDOM, scope: 'account', message: slowDown },
  {
    codes: [80000, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 80009, 80014],
    ...SPEAKS_SELDOM,
    scope: 'account',
    message: slowDown,
  },
  {
    codes: [3, 10, ...Array.from({ length: 100 }, (_, index) => 200 + index)],
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message: 'A permission or a role is missing. Connect again and allow all that is asked for.',
  },
  {
    codes: [100],
    subcodes: [33],
    purpose: 'read',
    kind: 'rejected',
    code: 'not_there',
    message: 'There is no such post, or it may not be seen.',
  },
  {
    codes: [100],
    kind: 'rejected',
    code: 'invalid_request',
    message: 'The platform refuses something in this post. Its words say what.',
  },
  {
    codes: [1, 2],
    kind: 'unknown',
    code: 'server_error',
    message:
      'The platform failed while it worked on the call; whether it took effect is not known.',
  },
]

const Refused = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.coerce.number().catch(0),
    error_subcode: z.coerce.number().nullish().catch(null),
    is_transient: z.boolean().nullish().catch(null),
    error_user_title: z.string().nullish().catch(null),
    error_user_msg: z.string().nullish().catch(null),
  }),
})
/** The shapes of the upload host and of Instagram's token endpoint. */
const UploadRefused = z.object({
  debug_info: z.object({
    message: z.string().catch(''),
    type: z.string().catch(''),
    retriable: z.boolean().catch(false),
  }),
})
const SignInRefused = z.object({ error_message: z.string(), error_type: z.string().catch('') })

const MINUTE = 60_000

export function graphRefusal(
  answer: Answer,
  at: { purpose: Purpose; now: Date; rules: readonly GraphRule[]; secrets: readonly string[] },
): Failure {
  const error = Refused.safeParse(answer.json).data?.error
  if (!error) return otherRefusal(answer, at.secrets)
  const { code, error_subcode: subcode, message, error_user_title, error_user_msg } = error
  const said = [message, error_user_title, error_user_msg].filter(Boolean).join(' – ')
  const words = redacted(`${code}${subcode ? `/${subcode}` : ''} ${said}`, at.secrets)
  const rule = [...at.rules, ...RULES].find(
    (candidate) =>
      (!candidate.codes || candidate.codes.includes(code)) &&
      (!candidate.subcodes || candidate.subcodes.includes(subcode ?? 0)) &&
      (!candidate.purpose || candidate.purpose === at.purpose) &&
      (!candidate.words || candidate.words.test(words)),
  )
  if (error.is_transient && (!rule || rule.kind === 'rejected')) return failed(words)
  if (!rule) return answer.status >= 500 ? failed(words) : refused(words)
  const minutes = rule.kind === 'later' ? (regain(answer) ?? rule.minutes) : undefined
  return new Failure(rule.kind, rule.code, rule.message, {
    retry_at: minutes ? new Date(at.now.getTime() + minutes * MINUTE) : undefined,
    scope: rule.scope ?? 'call',
    words,
  })
}

function otherRefusal(answer: Answer, secrets: readonly string[]) {
  const upload = UploadRefused.safeParse(answer.json).data?.debug_info
  const sign_in = SignInRefused.safeParse(answer.json).data
  const said = upload ? `${upload.type} ${upload.message}` : (sign_in?.error_message ?? answer.text)
  const words = redacted(bare({ ...answer, text: said }), secrets)
  if (upload?.retriable) return failed(words)
  return answer.status >= 400 && answer.status < 500 && answer.status !== 408
    ? refused(words)
    : failed(words)
}

function refused(words: string) {
  return new Failure('rejected', 'refused', 'The platform refuses this call.', { words })
}

function failed(words: string) {
  const message = 'The platform failed; whether the call took effect is not known.'
  return new Failure('unknown', 'server_error', message, { words })
}

const Usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })),
)

/** Minutes, as `X-Business-Use-Case-Usage` tells them. */
function regain({ headers }: Answer): number | undefined {
  const header = headers.get('x-business-use-case-usage')
  if (!header) return undefined
  const usage = z.string().transform(parsed).pipe(Usage).safeParse(header).data ?? {}
  const minutes = Object.values(usage).flatMap((rows) =>
    rows.map(({ estimated_time_to_regain_access }) => estimated_time_to_regain_access),
  )
  const most = Math.max(0, ...minutes)
  return most > 0 && most < 7 * 24 * 60 ? most : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Meta's tokens are long runs with digits in them; ids have twenty characters at most. */
export const redacted = redactor(/(?=[\w+=~%-]*\d)[\w+=~%-]{32,}/g)
