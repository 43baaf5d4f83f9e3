/**
 * How X says no: `application/problem+json`, in the words seen live or in the Playground (docs/facts/x.md §5). The host of `type` is the one the live service still uses.
 */
export const problemType = 'application/problem+json'
const problems = 'https://api.twitter.com/2/problems'

export class Refusal extends Error {
  readonly status: number
  readonly body: object
  readonly type: string
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: object,
    options: { type?: string; headers?: Record<string, string> } = {},
  ) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.type = options.type ?? problemType
    this.headers = options.headers ?? {}
  }
}

/** A problem without a type of its own: its title is its detail unless said. */
export function plain(status: number, title: string, detail = title) {
  return new Refusal(status, { title, type: 'about:blank', status, detail })
}

export const unauthorized = () => plain(401, 'Unauthorized')
export const forbidden = (detail = 'Forbidden') => plain(403, 'Forbidden', detail)
export const notFound = () => plain(404, 'Not Found')
export const tooLarge = () => plain(413, 'Payload Too Large')
export const broken = {
  status: 500,
  body: {
    title: 'Internal Server Error',
    type: 'about:blank',
    status: 500,
    detail: 'Something is broken. This is usually a temporary error.',
  },
}

export const tooMany = (headers: Record<string, string> = {}) =>
  new Refusal(
    429,
    {
      title: 'Too Many Requests',
      detail: 'Too Many Requests',
      type: 'about:blank',
      status: 429,
    },
    { headers },
  )

/** The shape of a refused parameter, as the Playground gives it: no `status` inside. */
export function invalid(message: string, parameters: Record<string, unknown> = {}) {
  return new Refusal(400, {
    errors: [{ parameters, message }],
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${problems}/invalid-request`,
  })
}

export const badMedia = (ids: readonly string[]) =>
  invalid('Your media IDs are invalid.', { 'media.media_ids': ids })

export const tooLong = () =>
  new Refusal(400, {
    title: 'Invalid Request',
    detail:
      'Your Tweet text is too long. For more information on how Twitter determines text length see https://github.com/twitter/twitter-text.',
    type: `${problems}/invalid-request`,
    status: 400,
  })

export const duplicate = () =>
  forbidden('You are not allowed to create a Tweet with duplicate content.')

export const notSummoned = () =>
  forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  )

export const videoTooLong = (minutes: number) =>
  forbidden(`This user is not allowed to post a video longer than ${minutes} minutes.`)

export const suspended = () =>
  new Refusal(403, {
    title: 'Forbidden',
    detail: 'Your account is suspended and is not permitted to access this feature.',
    type: `${problems}/user-suspended`,
    status: 403,
  })

export const noCredits = () =>
  new Refusal(402, {
    title: 'CreditsDepleted',
    detail: 'Your enrolled account does not have any credits to fulfill this request.',
    type: `${problems}/credits`,
    status: 402,
  })

export const usageCapped = () =>
  new Refusal(429, {
    title: 'UsageCapExceeded',
    detail: 'Usage cap exceeded: Monthly product cap',
    type: `${problems}/usage-capped`,
    status: 429,
  })

/** The token endpoint's own shape, RFC 6749 §5.2. */
export const oauthRefusal = (error_description: string, error = 'invalid_request', status = 400) =>
  new Refusal(status, { error, error_description }, { type: 'application/json' })

/** One entry of `errors[]` in a 200 answer: a partial failure, not a refusal. */
export function missing(id: string, parameter: string, resource_type: 'tweet' | 'user') {
  return {
    value: id,
    parameter,
    resource_id: id,
    resource_type,
    title: 'Not Found Error',
    detail: `Could not find ${resource_type} with ${parameter}: [${id}].`,
    type: `${problems}/resource-not-found`,
  }
}

export function hiddenField(id: string, field: string) {
  return {
    value: field,
    parameter: 'tweet.fields',
    resource_id: id,
    resource_type: 'tweet',
    section: 'data',
    title: 'Field Authorization Error',
    detail: `Sorry, you are not authorized to access '${field}' on the Tweet with ids : [${id}].`,
    type: `${problems}/not-authorized-for-field`,
  }
}
