/** Codes of an authenticator app: RFC 6238 as every app has it (SHA-1, six digits, 30 seconds). */
import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
/** Of RFC 4226, section 4: what a secret shall have. */
const BYTES = 20
/** Clocks that are a little apart, and people who type slowly: one code before and one behind. */
const WINDOW = 1

/** In base32, as people type it into an app. */
export function newSecret(): string {
  return new Secret({ size: BYTES }).base32
}

/** What stands in the QR code. */
export function addressOf(secret: string, { email, host }: { email: string; host: string }) {
  return totp(secret, { issuer: `Crier ${host}`, label: email }).toString()
}

/** Which 30 seconds a code is of; undefined when it is none of these minutes. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const apart = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return apart === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + apart
}

function totp(secret: string, about: { issuer?: string; label?: string } = {}) {
  const shape = { algorithm: 'SHA1', digits: 6, period: PERIOD }
  return new TOTP({ ...about, ...shape, secret: Secret.fromBase32(secret) })
}
