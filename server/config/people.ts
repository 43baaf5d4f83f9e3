/** Who may sign up, how mails leave, whose word about a caller's address is taken, and who is told of weaknesses. */
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { ConfigError, Secret } from './words.ts'

export const peopleSettings = {
  SIGN_UP: z
    .enum(['first', 'open', 'invitation', 'closed'])
    .default('first')
    .describe(
      'Who may sign up. first: the first person, later those whom a member invites. invitation: only those who are invited, the first too (crier person invite). open: everybody. closed: nobody.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server, such as smtps://user:password@mail.example.org. Unset: links are written to the log and shown at /mailbox of the sandbox.',
    ),
  MAIL_FROM: z
    .string()
    .optional()
    .describe('Sender of mails, such as Crier <crier@example.org>. Required with SMTP_URL.'),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe(
      'Reverse proxies whose X-Forwarded-For is believed: addresses and CIDR ranges, or loopback and uniquelocal, separated by commas; or how many proxies there are. Unset: nobody is believed.',
    ),
  SECURITY_CONTACT: z
    .string()
    .optional()
    .describe(
      'Told of weaknesses, at /.well-known/security.txt: mailto:security@example.org, an https address or tel:; several separated by spaces, the preferred one first. Unset: there is no such page.',
    ),
}

export interface PeopleConfig {
  sign_up: 'first' | 'open' | 'invitation' | 'closed'
  /** Undefined: there is no mail server. */
  smtp: { url: Secret; from: { name: string; address: string } } | undefined
  /** As Fastify takes it: ranges, or whether the proxy so many hops away is one of ours. */
  trust_proxy: string | false | ((address: string, hop: number) => boolean)
  /** Addresses as RFC 9116 wants them, the preferred first. */
  security_contacts: readonly string[]
}

interface Values {
  SIGN_UP: PeopleConfig['sign_up']
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  TRUST_PROXY?: string | undefined
  SECURITY_CONTACT?: string | undefined
}

export function peopleOf({
  SIGN_UP,
  SMTP_URL,
  MAIL_FROM,
  TRUST_PROXY,
  SECURITY_CONTACT,
}: Values): PeopleConfig {
  return {
    sign_up: SIGN_UP,
    smtp:
      SMTP_URL === undefined ? undefined : { url: new Secret(SMTP_URL), from: senderOf(MAIL_FROM) },
    trust_proxy: trusted(TRUST_PROXY),
    security_contacts: contactsOf(SECURITY_CONTACT),
  }
}

/** `Name <address>`, or an address alone. */
function senderOf(text: string | undefined) {
  if (text === undefined) throw new ConfigError('MAIL_FROM: Name the sender of mails.')
  const [, name = '', address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  if (!z.email().safeParse(address).success || /[\r\n]/.test(name)) {
    throw new ConfigError('MAIL_FROM: Write Crier <crier@example.org>, or an address alone.')
  }
  return { name: name.trim().replaceAll('"', ''), address }
}

function trusted(text: string | undefined): PeopleConfig['trust_proxy'] {
  if (text === undefined) return false
  if (/^\d{1,2}$/.test(text.trim())) return (_, hop) => hop < Number(text)
  const parts = text.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => !isRange(part))
  if (wrong === undefined) return parts.join(',')
  throw new ConfigError(
    `TRUST_PROXY: "${wrong}" is neither an address, nor a CIDR range, nor loopback, linklocal or uniquelocal.`,
  )
}

function isRange(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (!family || more.length) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
    return /^\d+$/.test(bits)
  } catch {
    return false
  }
}

function contactsOf(text: string | undefined) {
  if (text === undefined) return []
  const words = text.split(/\s+/).filter(Boolean)
  const wrong = words.filter((word) => !isContact(word))
  if (words.length > 0 && wrong.length === 0) return words.map((word) => new URL(word).href)
  const named = wrong.map((word) => `"${word}" is no such address. `).join('')
  throw new ConfigError(
    `SECURITY_CONTACT: ${named}Give mailto:security@example.org, an https address or tel:+1-201-555-0123, separated by spaces.`,
  )
}

function isContact(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, username, password } = new URL(text)
  if (protocol === 'mailto:') return z.email().safeParse(pathname).success
  if (protocol === 'tel:') return /^\+?\d[\d.()-]+$/.test(pathname)
  return /^https:\/\//i.test(text) && !username && !password
}
