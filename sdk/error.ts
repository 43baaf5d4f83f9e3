/** A refusal, or an answer that never came whole. */
export class CrierError extends Error {
  override readonly name = 'CrierError'
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Stable: `post_not_found`, `plan_limit_reached`, …; `invalid` for wrong fields, `no_answer`, `unreadable`. */
  readonly code: string
  /** Texts by field when fields are wrong; nested ones are dotted: `platform_content.0.account_id`. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** What stands beside code and message to go on with: `resets_at`, `reconnect_url`, `alternatives`, … */
  readonly data: Readonly<Record<string, unknown>>
  /** Quote it when you ask the operator for help. */
  readonly request_id: string | undefined

  constructor(
    status: number,
    about: {
      code: string
      message: string
      errors?: Record<string, string[]>
      data?: Record<string, unknown>
      request_id?: string | undefined
      cause?: unknown
    },
  ) {
    super(about.message, { cause: about.cause })
    this.status = status
    this.code = about.code
    this.errors = about.errors ?? {}
    this.data = about.data ?? {}
    this.request_id = about.request_id
  }
}

/** Reads either shape of a refusal; whatever else a proxy may answer becomes a sentence with the status. */
export function errorOf(status: number, body: unknown, request_id: string | undefined) {
  const message = `The service answered with status ${status}.`
  if (!isBag(body)) return new CrierError(status, { code: 'unreadable', message, request_id })
  const { error } = body
  if (isBag(error)) {
    const { code, message: said, ...data } = error
    return new CrierError(status, {
      code: typeof code === 'string' ? code : 'unreadable',
      message: typeof said === 'string' ? said : message,
      data,
      request_id,
    })
  }
  const { errors: _, message: __, ...data } = body
  return new CrierError(status, {
    data,
    code: isBag(body['errors']) ? 'invalid' : 'unreadable',
    message: typeof body['message'] === 'string' ? body['message'] : message,
    errors: textsOf(body['errors']),
    request_id,
  })
}

function textsOf(value: unknown): Record<string, string[]> {
  if (!isBag(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([field, texts]) => [
      field,
      Array.isArray(texts) ? texts.map(String) : [String(texts)],
    ]),
  )
}

function isBag(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
