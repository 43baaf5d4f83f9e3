import { type Found, findingsAmong } from './finding.ts'

/** Every way the service may refuse. The code is public API; the status is how REST says it. */
export const problems = {
  invalid: 422,
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  human_required: 403,
  not_found: 404,
  post_not_found: 404,
  key_not_found: 404,
  account_not_found: 404,
  account_set_not_found: 404,
  snippet_not_found: 404,
  label_not_found: 404,
  queue_not_found: 404,
  calendar_not_found: 404,
  media_not_found: 404,
  upload_not_found: 404,
  webhook_not_found: 404,
  send_not_found: 404,
  series_not_found: 404,
  method_not_allowed: 405,
  post_not_cancelable: 409,
  post_not_publishable: 409,
  post_not_retryable: 409,
  post_not_deleted: 409,
  post_not_published: 409,
  post_not_awaiting: 409,
  post_changed: 409,
  duplicate_content: 409,
  external_id_taken: 409,
  day_taken: 409,
  schedule_changed: 409,
  utm_changed: 409,
  series_changed: 409,
  series_ended: 409,
  media_changed: 409,
  media_in_use: 409,
  offset_mismatch: 409,
  upload_busy: 409,
  too_many_uploads: 409,
  no_queue_slots: 409,
  no_connected_accounts: 409,
  account_inactive: 409,
  last_owner: 409,
  last_way_in: 409,
  webhook_disabled: 409,
  idempotency_conflict: 409,
  cursor_gone: 410,
  plan_limit_reached: 402,
  no_timing_specified: 422,
  payload_too_large: 413,
  request_timeout: 408,
  headers_too_large: 431,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  unavailable: 503,
} as const

export type Code = keyof typeof problems

/** Texts per field, nested fields dotted: `platform_content.0.account_id`. */
export type FieldErrors = Record<string, string[]>

/** A refusal of ours. `message` leads with what the caller can do; `recovery` is data to do it with. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: Code
  readonly recovery: Record<string, unknown>

  constructor(code: Code, message: string, recovery: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.recovery = recovery
  }

  get status() {
    return problems[this.code]
  }

  /** The body on the wire. Field errors have a shape of their own on REST (`bare`), and the common one on MCP. */
  toJSON(bare = false) {
    if (bare && this.code === 'invalid') return { message: this.message, ...this.recovery }
    return { error: { code: this.code, message: this.message, ...this.recovery } }
  }
}

/** All field errors at once, as one refusal; undefined when there are none. */
export function invalid(
  errors: FieldErrors,
  /** What is known of them beside the texts. */
  found: readonly Found[] = [],
): Problem | undefined {
  const texts = Object.values(errors).flat()
  if (!texts.length) return undefined
  const rest = texts.length > 1 ? ` (and ${texts.length - 1} more)` : ''
  const problems = findingsAmong(found, errors)
  const details = problems.length ? { problems } : {}
  return new Problem('invalid', `${texts[0]}${rest}`, { errors, ...details })
}

/** One field, one text. */
export function wrong(field: string, text: string): Problem {
  return new Problem('invalid', text, { errors: { [field]: [text] } })
}

/** Collects field errors in the order in which they are found. A field may have any name: toString, __proto__. */
export function collector() {
  const errors: FieldErrors = Object.create(null)
  const found: Found[] = []
  const add = (field: string, text: string, more?: Omit<Found, 'field' | 'message'>) => {
    const texts = (errors[field] ??= [])
    if (texts.includes(text)) return
    texts.push(text)
    if (more) found.push({ field, message: text, ...more })
  }
  return { errors, found, add }
}
