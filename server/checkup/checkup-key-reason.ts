/** Why a key opens nothing: to strangers all bad keys look the same, so the doctor finds it out by other ways. */
import { z } from 'zod'
import { Finding, knockJson, type Patient } from './checkup.ts'

/** What the instance itself knows of a key, for a doctor beside it. Undefined: nothing. */
export type KnownKeys = () => Promise<readonly { id: string; expires_at: string | null }[]>

const Shape = /^(\d+)\|(\S+)$/
const newOne = 'Make another one: crier key create --name "…".'

/** Before it is sent. */
export function demandKeyShape(key: string) {
  if (key.trim() === '')
    throw new Finding('The key is empty.', 'Give one: --key "7|…"; a shell may have taken it away.')
  if (!Shape.test(key))
    throw new Finding(
      'This is no key: one is a number, a bar and a secret, such as 7|s3cret.',
      'Quote it: to a shell the bar means something else.',
    )
}

/** After a 401. The endpoint for apps tells whether an Authorization header arrived at all. */
export async function whyRefused(
  { base_url, key = '' }: Patient,
  known: KnownKeys | undefined,
  message: unknown,
): Promise<Finding> {
  const authorization = `Bearer ${key}`
  const { headers } = await knockJson(`${base_url}/mcp-oauth`, message, { authorization })
  if (!/error="invalid_token"/.test(headers.get('www-authenticate') ?? '')) {
    return new Finding(
      'The Authorization header does not arrive.',
      'Let the proxy pass the Authorization header on.',
    )
  }
  const keys = await known?.()
  if (!keys) return new Finding('The key is mistyped, revoked or expired.', newOne)
  const [, id = ''] = Shape.exec(key) ?? []
  const found = keys.find((each) => each.id === id)
  if (!found) return new Finding(`There is no key ${id}: it was revoked, or never made.`, newOne)
  if (found.expires_at !== null && new Date(found.expires_at) <= new Date())
    return new Finding(`The key expired at ${found.expires_at}.`, newOne)
  return new Finding(`The secret is not that of key ${id}.`, 'Copy it whole, or make another one.')
}

export const KeysOf = z.array(
  z.looseObject({ id: z.string(), leash: z.looseObject({ expires_at: z.string().nullable() }) }),
)
