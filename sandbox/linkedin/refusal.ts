/** How LinkedIn says no, in the words that were recorded in public trackers (docs/facts/linkedin.md §6, §9.1). */
import { Refusal } from '../kit/refusal.ts'

export { Refusal }

const token = (serviceErrorCode: number, code: string, message: string) =>
  new Refusal(401, { status: 401, serviceErrorCode, code, message })

export const invalidToken = () => token(65_600, 'INVALID_ACCESS_TOKEN', 'Invalid access token')
export const revokedToken = () =>
  token(
    65_601,
    'REVOKED_ACCESS_TOKEN',
    'The token used in the request has been revoked by the user',
  )
export const expiredToken = () =>
  token(65_602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired')

export const denied = (message: string) =>
  new Refusal(403, { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message })
export const notPermitted = (method: string) =>
  denied(`Not enough permissions to access: ${method}.20260901`)

export const versionMissing = () =>
  new Refusal(400, {
    status: 400,
    code: 'VERSION_MISSING',
    message:
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
  })
export const versionDead = (version: string) =>
  new Refusal(426, {
    status: 426,
    code: 'NONEXISTENT_VERSION',
    message: `Requested version ${version} is not active`,
  })

/** Without any header that would say when: the portal for developers alone shows the limits. */
export const tooMany = () =>
  new Refusal(429, {
    status: 429,
    serviceErrorCode: 101,
    code: 'TOO_MANY_REQUESTS',
    message:
      'Resource level throttle APPLICATION_AND_MEMBER DAY limit for calls to this resource is reached.',
  })

export const missing = (what: string) =>
  new Refusal(404, { status: 404, code: 'NOT_FOUND', message: `${what} was not found` })
export const wrongPath = () =>
  new Refusal(400, {
    status: 400,
    code: 'ILLEGAL_ARGUMENT',
    message: 'Syntax exception in path variables',
  })
export const parameterMissing = (name: string) =>
  new Refusal(400, { status: 400, message: `Parameter '${name}' is required` })
export const parameterInvalid = (name: string) =>
  new Refusal(400, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: 'Invalid param. Please see errorDetails for more information.',
    errorDetails: {
      inputErrors: [
        {
          description: 'Invalid value for param; wrong type or other syntax error',
          input: { inputPath: { fieldPath: name } },
          code: 'PARAM_INVALID',
        },
      ],
    },
    status: 400,
  })
export const organizationScope = () =>
  new Refusal(400, {
    status: 400,
    message: 'Organization permissions must be used when using organization as author',
  })

export interface InputError {
  description: string
  code: string
  input?: object
  maxLength?: number
}

/** The shape that refusals of content have. */
export function badContent(status: 400 | 422, message: string, error: InputError) {
  return new Refusal(status, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message: `com.linkedin.content.common.exception.BadRequestResponseException: ${message}`,
    errorDetails: { inputErrors: [{ input: {}, ...error }] },
    status,
  })
}

export const duplicate = (urn: string) =>
  badContent(422, `Content is a duplicate of ${urn}`, {
    description: 'Duplicate post is detected',
    code: 'DUPLICATE_POST',
  })

export const tooLong = (text: string, max: number) =>
  badContent(
    400,
    `ShareCommentary text length (${text.length} characters) exceeded the maximum allowed (${max} characters)`,
    {
      description: 'Size of array cannot be higher than the maxLength',
      input: { value: { stringValue: text } },
      code: 'FIELD_ARRAY_SIZE_TOO_HIGH',
      maxLength: max,
    },
  )

/** No document shows this answer; the code is made up after the states of media. */
export const notReady = (urn: string) =>
  badContent(422, `Media ${urn} is not ready: it is still in PROCESSING`, {
    description: 'Media asset is not ready',
    code: 'MEDIA_ASSET_NOT_READY',
  })

export const broken = {
  status: 500,
  body: { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal Server Error' },
}

/** OAuth's own shape. */
export const oauthRefusal = (status: number, error: string, error_description: string) =>
  new Refusal(status, { error, error_description })
