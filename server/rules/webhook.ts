/** Webhooks: how a call is signed, when it is tried again, and when Crier gives up. Pure; chance and time come from the caller. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'

export const SendState = z.enum(['waiting', 'sending', 'delivered', 'dead'])
export type SendState = z.infer<typeof SendState>

/** Why a webhook is switched off. */
export const DisabledWhy = z.enum(['by_hand', 'gone', 'failing', 'credential_ended', 'secret_lost'])
export type DisabledWhy = z.infer<typeof DisabledWhy>

const PREFIX = 'whsec_'
const SECRET_BYTES = { least: 24, most: 64 }

export function secretOf(chance: Buffer) {
  return PREFIX + chance.toString('base64')
}

/** The bytes behind `whsec_…`; undefined when they are not 24 to 64 bytes in base64 (Standard Webhooks 1.0.0, “Signature scheme”). */
export function secretBytes(secret: string): Buffer | undefined {
  if (!secret.startsWith(PREFIX)) return undefined
  const text = secret.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64')
  const isBase64 = bytes.toString('base64').replaceAll('=', '') === text.replaceAll('=', '')
  const fits = bytes.length >= SECRET_BYTES.least && bytes.length <= SECRET_BYTES.most
  return isBase64 && fits ? bytes : undefined
}

/** The headers of a call. Two secrets sign side by side for a day, so that a receiver changes over without a gap. */
export function signed(
  { id, body, secrets }: { id: string; body: string; secrets: readonly string[] },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const bytes = secretBytes(secret) ?? Buffer.alloc(0)
    const mac = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Crier-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/**
 * When a call that failed is made again, or undefined when it is given up. `chance` is between 0 and 1: calls that failed together
 * do not come back together.
 */
export function sendAgainAt(
  failed: { tries: number; retry_after: Date | undefined; chance: number; pace: number },
  now: Date,
): Date | undefined {
  const pause = PAUSES[failed.tries - 1]
  if (pause === undefined) return undefined
  const at = now.getTime() + (pause * (0.9 + failed.chance * 0.2)) / failed.pace
  return new Date(Math.max(at, failed.retry_after?.getTime() ?? 0))
}

/** How long a webhook fails, and how often, before it is switched off. */
const PATIENCE = 3 * 24 * HOUR
const FAILURES = 10

export function isLostCause(
  { failing_since, failures }: { failing_since: Date; failures: number },
  now: Date,
) {
  return failures >= FAILURES && now.getTime() - failing_since.getTime() >= PATIENCE
}

/** Hours for which a secret signs on after it was changed. */
export const OLD_SECRET_HOURS = 24

/** So many that were changed sign beside the present one: each lengthens every call. */
export const OLD_SECRETS = 4
