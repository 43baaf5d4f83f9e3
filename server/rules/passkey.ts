/** Where passkeys of a service belong. Browsers bind them to a name, and want https in front of it. Pure. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { Name } from './person.ts'

export interface RelyingParty {
  id: string
  origin: string
}

/** Why there are none: the address is a number, or browsers do not trust it, or people sign in by a provider only. */
export type NoPasskeys = 'address' | 'http' | 'provider'

/** What a service at this address is to browsers. On one's own machine it is localhost, by whichever name it is called. */
export function relyingParty(base_url: string): RelyingParty | { why: NoPasskeys } {
  const { protocol, hostname, port, origin } = new URL(base_url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const loopback = host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
  if (loopback && protocol === 'http:') {
    return { id: 'localhost', origin: `http://localhost${port && `:${port}`}` }
  }
  if (isIP(host)) return { why: 'address' }
  const local = host === 'localhost' || host.endsWith('.localhost')
  return protocol === 'https:' || local ? { id: host, origin } : { why: 'http' }
}

/** A person has no more. */
export const PASSKEYS = 20

export const PasskeyName = Name

const Bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*={0,2}$/, 'This is not base64url.')

/** What browsers answer, as far as we look at it; the rest is the library's to judge. */
const credential = {
  id: Bytes.min(1).max(1400),
  rawId: Bytes.min(1).max(1400),
  type: z.literal('public-key'),
}

export const Registered = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
})
export type Registered = z.infer<typeof Registered>

export const Asserted = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.nullish(),
  }),
})
export type Asserted = z.infer<typeof Asserted>

const ClientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string() })

/** What the browser says that was signed, and where; undefined when it says nothing of the kind. */
export function clientDataOf(base64url: string): z.infer<typeof ClientData> | undefined {
  try {
    const text = Buffer.from(base64url, 'base64url').toString('utf8')
    return ClientData.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
