/** Signing in by a provider, and whether passwords are taken, out of the environment. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { type RoleMapping, RoleMappingText } from '#rules/oidc.ts'
import { Secret } from './words.ts'

export const oidcSettings = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/[?#]/.test(url) && !URL.parse(url)?.username, 'Give the issuer alone.')
    .refine(isSafe, 'Use https: only a host of a private network may go without.')
    .refine(
      (url) =>
        !/^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/.test(url),
      'Name your tenant: this one lets everybody in who has an account at Microsoft.',
    )
    .optional()
    .describe(
      'OpenID Connect provider that people sign in by, as it names itself: https://id.example.org/realms/home. It may be in a private network. See sign-in.md.',
    ),
  OIDC_CLIENT_ID: z.string().optional().describe('Of the client that the provider knows us as.'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Goes with OIDC_CLIENT_ID.'),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40, 'At most 40 characters.')
    .optional()
    .describe('What the button calls the provider. Default: the host of OIDC_ISSUER.'),
  OIDC_ROLES: z
    .string()
    .superRefine((text, context) => {
      const issues = RoleMappingText.safeParse(text).error?.issues ?? []
      for (const { message } of issues) context.addIssue({ code: 'custom', message })
    })
    .optional()
    .describe(
      'Roles in the first workspace by the values of a claim, set at each sign-in: groups: crier-admins=owner; marketing=editor. Who has none of them does not get in. Unset: roles are given by owners.',
    ),
  PASSWORDS: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off: people sign in by the provider only. crier person sign-in-link lets somebody in all the same.',
    ),
}

export interface OidcConfig {
  /** As an address is written. */
  issuer: string
  client_id: string
  client_secret: Secret
  name: string
  /** Undefined: owners give roles. */
  roles: RoleMapping | undefined
}

const Values = z.object(oidcSettings)

/** Undefined: nobody signs in by a provider. The settings were found to be whole. */
export function oidcOf(values: z.output<typeof Values>): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: secret } = values
  if (issuer === undefined || client_id === undefined || secret === undefined) return undefined
  const { href, host } = new URL(issuer)
  const { OIDC_NAME: name = host, OIDC_ROLES: text } = values
  const roles = text === undefined ? undefined : RoleMappingText.parse(text)
  return { issuer: href, client_id, client_secret: new Secret(secret), name, roles }
}

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** What does not go together, a sentence each. */
export function oidcProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const begun = [...needed, 'OIDC_NAME', 'OIDC_ROLES'].some((name) => set[name] !== undefined)
  const missing = needed.filter((name) => set[name] === undefined)
  const lines = begun ? missing.map((name) => `${name}: It goes with the other OIDC settings.`) : []
  if (set['PASSWORDS'] === 'off' && !begun) {
    lines.push('PASSWORDS: Set OIDC_ISSUER first: without passwords people sign in by a provider.')
  }
  return lines
}

/** Tokens and secrets cross the network: in the clear only where it is one's own. */
function isSafe(url: string) {
  // What is no address at all is told already.
  const { protocol, hostname } = URL.parse(url) ?? { protocol: 'https:', hostname: '' }
  if (protocol === 'https:') return true
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 4) return /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host)
  if (isIP(host) === 6) return /^(::1$|f[cd])/.test(host)
  return !host.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host)
}
