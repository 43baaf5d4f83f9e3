/** The console's own routes, by the transport of the SDK: the same refusals, as CrierError. */
import { Crier, CrierError } from '@crier/sdk'
import { refusedIn } from './refusals.ts'
import { patientFetch } from './session.ts'
import { common } from '../words/common.ts'

const reading = new Crier({ base_url: '/console', fetch: patientFetch })
/** These routes know no idempotency keys: what may have happened is not sent again. */
const writing = new Crier({ base_url: '/console', retries: 0, fetch: patientFetch })

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The answer comes from the service that served this page, in the same version; it is not checked once more. */
export async function ask<Answer = void>(
  method: Method,
  path: string,
  body: Record<string, unknown> = {},
): Promise<Answer> {
  const fields = method === 'GET' || method === 'DELETE' ? 'query' : 'json'
  const client = method === 'GET' ? reading : writing
  return (await client.call({ method, path, fields }, body)) as Answer
}

export function isSignedOut(error: unknown) {
  return error instanceof CrierError && error.status === 401
}

/** A sentence for a person, whatever went wrong. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof CrierError)) return common.service.pageBroke
  if (error.status === 0) return common.service.noAnswer
  const { code, message, errors, data } = error
  const said = refusedIn({ ...data, code, message, errors })
  const seconds = data['retry_after']
  // It tells the time itself, in its own words.
  const told = error.status !== 429 || said.startsWith('Wait ')
  if (told || typeof seconds !== 'number') return said
  return common.service.roomAgain(said, spanOf(seconds))
}

/** Rounded up: whoever comes back then is not too early. */
function spanOf(seconds: number) {
  if (seconds <= 90) return common.service.seconds(seconds)
  if (seconds <= 90 * 60) return common.service.minutes(Math.ceil(seconds / 60))
  return common.service.hours(Math.ceil(seconds / 3600))
}
