/** The client of a bucket, and how its failures are met. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { Problem } from '#rules/problem.ts'
import { storeProblem, WrongLength } from './blobs.ts'

export interface S3Options {
  bucket: string
  /** Undefined: AWS itself. */
  endpoint: string | undefined
  region: string
  /** Undefined: whatever the machine has, as the SDK looks for it. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** A local folder for what is on its way. */
  spool: string
  /** Milliseconds without a byte after which a call is given up. */
  patience?: number
}

const TRIES = 4
const PAUSE = 200

export function s3Client(options: S3Options): S3Client {
  return new S3Client({
    region: options.region,
    ...(options.endpoint !== undefined && { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.credentials && { credentials: options.credentials }),
    // The newer default checksums are refused by R2, older Ceph and others; we send Content-MD5 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Streams are not sent again by the SDK, so that it is done here, for all calls alike.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: options.patience ?? 30_000,
      // Else it only warns, and waits for ever.
      throwOnRequestTimeout: true,
    },
    // It would write to the console that it does not send streams again; we do.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  })
}

/** Tries again what may work a moment later, then refuses with `unavailable`. Anything else is a bug or a wrong setting: it rises. */
export async function trying<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Problem || error instanceof WrongLength || isMissing(error)) throw error
      if (!isPassing(error) || tried === TRIES) throw storeProblem(error, false)
      await new Promise((resolve) => setTimeout(resolve, PAUSE * 4 ** (tried - 1)))
    }
  }
}

export function isMissing(error: unknown) {
  if (!(error instanceof S3ServiceException)) return false
  return (
    error.$metadata.httpStatusCode === 404 || /^NoSuch(Key|Upload)$|^NotFound$/.test(error.name)
  )
}

/** A refusal of what we asked stays one; everything else may pass. */
function isPassing(error: unknown) {
  if (!(error instanceof S3ServiceException)) return true
  const { httpStatusCode = 500 } = error.$metadata
  return (
    httpStatusCode >= 500 ||
    httpStatusCode === 429 ||
    httpStatusCode === 408 ||
    error.name === 'BadDigest'
  )
}
