/** The address that somebody typed, and what speaks there: before anything that a client would do. */
import { connect } from 'node:tls'
import { isIP } from 'node:net'
import { z } from 'zod'
import { demand, expect, Finding, knock, type Patient, type Step } from './checkup.ts'

const Health = z.looseObject({ status: z.literal('ok'), version: z.string() })
/** What signatures and tokens bear. */
const APART_MINUTES = 5
const PATIENCE = 10_000

/** People paste what they gave their client: the service is one level up. */
export function serviceOf(url: string) {
  return url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/(mcp|mcp-oauth|api)$/, '')
    .replace(/\/+$/, '')
}

export const Ready = z.looseObject({
  status: z.literal('ready'),
  publishing: z.literal('held').optional(),
  warnings: z.array(z.string()).default([]),
})

export const addressSteps: readonly Step[] = [
  {
    name: 'reach the service',
    mend: 'Start it, and let BASE_URL and the proxy before it lead to it. Certificates must be valid for this name.',
    check: binding,
  },
  {
    name: 'agree on the time',
    mend: 'Set the clocks of both machines, best by NTP: tickets, tokens and signatures are good for minutes.',
    async check({ base_url }) {
      const { headers } = await knock(`${base_url}/health`)
      const theirs = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(theirs)) return 'it does not say the time'
      const minutes = (theirs - Date.now()) / 60_000
      const far = Math.abs(minutes)
      const said = far >= 120 ? `${Math.round(far / 60)} hours` : `${Math.round(far)} minutes`
      const way = minutes > 0 ? 'ahead of' : 'behind'
      demand(far <= APART_MINUTES, `Its clock is ${said} ${way} the one here.`)
      return new Date(theirs).toISOString()
    },
  },
  {
    name: 'be ready',
    mend: 'Look into its log: it is starting or stopping, or its database does not answer, or publishing is held.',
    async check({ base_url }) {
      const { publishing, warnings } = expect(Ready, await knock(`${base_url}/ready`), '/ready')
      demand(publishing !== 'held', warnings.join(' '))
      return ['the database answers', ...warnings].join('; ')
    },
  },
]

async function binding({ base_url }: Patient) {
  const { protocol, pathname } = addressOf(base_url)
  demand(
    pathname === '/',
    `The address has a path, ${pathname}: the service is at the top of its address.`,
  )
  const reply = await knock(`${base_url}/health`).catch(async (error: unknown) => {
    throw (await otherwise(base_url)) ?? error
  })
  // Some servers do answer who speaks plain HTTP to them, and say that they take none.
  if (reply.status === 400 && protocol === 'http:') {
    const found = await otherwise(base_url)
    if (found) throw found
  }
  const to = reply.headers.get('location')
  if (reply.status >= 300 && reply.status < 400 && to !== null) {
    const { origin } = new URL(to, base_url)
    throw new Finding(`It sends callers on to ${origin}.`, use(origin))
  }
  return `version ${expect(Health, reply, '/health').version}`
}

/** What is wrong when the other way of writing the address would be right. */
async function otherwise(base_url: string) {
  const secure = base_url.startsWith('http:')
  const other = base_url.replace(/^https?/, secure ? 'https' : 'http')
  if (await speaks(other)) {
    const typed = secure ? 'http' : 'https'
    return new Finding(`It does not speak ${typed} here, but ${other} answers.`, use(other))
  }
  const why = secure ? await distrusted(new URL(other)) : undefined
  return why === undefined
    ? undefined
    : new Finding(
        `This port takes https only, and its certificate is not trusted: ${why}.`,
        `Use ${other}, with a certificate that clients trust for this name, and set BASE_URL to it.`,
      )
}

function use(url: string) {
  return `Use ${url} at clients, and set BASE_URL to it.`
}

function addressOf(base_url: string) {
  if (URL.canParse(base_url) && /^https?:/.test(base_url)) return new URL(base_url)
  throw new Finding(`${base_url} is no address.`, 'Write all of it, with https:// before it.')
}

async function speaks(base_url: string) {
  const reply = await knock(`${base_url}/health`).catch((error: unknown) => {
    if (error instanceof Finding) return undefined
    throw error
  })
  return reply !== undefined && (reply.status < 400 || Health.safeParse(reply.json).success)
}

/** Why clients hang up on the TLS that is spoken there; undefined: they do not, or nobody speaks it. */
async function distrusted({ hostname, port }: URL): Promise<string | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    // It is only looked at: nothing is sent.
    rejectUnauthorized: false,
  })
  socket.setTimeout(PATIENCE, () => resolve(undefined))
  socket.on('error', () => resolve(undefined))
  socket.on('close', () => resolve(undefined))
  socket.on('secureConnect', () => {
    const { authorized, authorizationError } = socket
    resolve(authorized ? undefined : String(authorizationError))
  })
  const found = await promise
  socket.destroy()
  return found
}
