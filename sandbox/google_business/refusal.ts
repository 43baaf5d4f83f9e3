/** How Google says no: `{"error":{"code","message","status","details"}}` (AIP-193), and HTML where no method is. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  readonly type: string

  constructor(status: number, body: unknown, type = 'application/json; charset=UTF-8') {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.type = type
  }
}

function refusal(code: number, status: string, message: string, details?: readonly unknown[]) {
  return new Refusal(code, { error: { code, message, status, ...(details && { details }) } })
}

/** `field` in the document's spelling; the shape of `details` is v4's own. */
export function invalid(field: string, message: string, value?: unknown) {
  const errorDetails = [{ code: 3, field, message, ...(value !== undefined && { value }) }]
  const type = 'type.googleapis.com/google.mybusiness.v4.ValidationError'
  return refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
    { '@type': type, errorDetails },
  ])
}

const unknown = (description: string) =>
  refusal(400, 'INVALID_ARGUMENT', `Invalid JSON payload received. ${description}`, [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ description: `Invalid JSON payload received. ${description}` }],
    },
  ])

export const unknownField = (name: string) => unknown(`Unknown name "${name}": Cannot find field.`)
export const unknownParameter = (name: string) =>
  unknown(
    `Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
  )

export const unauthenticated = () =>
  refusal(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  )

export const denied = (message = 'The caller does not have permission') =>
  refusal(403, 'PERMISSION_DENIED', message)

const errorInfo = (reason: string) => [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' },
]

export const scopeMissing = () =>
  refusal(
    403,
    'PERMISSION_DENIED',
    'Request had insufficient authentication scopes.',
    errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
  )

export const disabled = () =>
  refusal(
    403,
    'PERMISSION_DENIED',
    'Google My Business API has not been used in project 1234 before or it is disabled.',
    errorInfo('SERVICE_DISABLED'),
  )

export const notFound = () => refusal(404, 'NOT_FOUND', 'Requested entity was not found.')

export const exhausted = () =>
  refusal(
    429,
    'RESOURCE_EXHAUSTED',
    "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service 'mybusiness.googleapis.com'.",
  )

export const noSuchMethod = (path: string) =>
  new Refusal(
    404,
    `<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title><p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL <code>${path.replace(/[<>&"]/g, '')}</code> was not found on this server.`,
    'text/html; charset=UTF-8',
  )

export const broken = {
  status: 503,
  body: {
    error: { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' },
  },
}

/** The token endpoint's own flat shape. */
export const oauthRefusal = (error: string, error_description: string, status = 400) =>
  new Refusal(status, { error, error_description })
