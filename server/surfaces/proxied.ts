/** What only requests show: that a proxy stands before the service which the configuration knows nothing of. */
import type { FastifyInstance } from 'fastify'

export interface Proxied {
  /** BASE_URL. Without it cookies are those of plain http, and writes through a proxy are refused by their Origin. */
  named: string | undefined
  trust_proxy: unknown
}

const unnamed =
  'BASE_URL is not set, and requests come through a proxy: set it to the address that browsers use, with https. Nobody can sign in there until then, and links in mails lead nowhere.'
const untrusted =
  'TRUST_PROXY is not set, and requests come with X-Forwarded-For: if your proxy writes it, set its address. Everybody shares the limits of one caller until then.'

const unsaid =
  'Requests come through a proxy that does not tell who asks: let it set X-Forwarded-For. Everybody shares the limits of one caller until then.'

/** Answers what was noticed so far, in sentences for whoever runs the service; each is logged once. */
export function watchProxies(
  app: FastifyInstance,
  { named, trust_proxy }: Proxied,
): () => readonly string[] {
  // TLS ends before us: whoever has this name came through whatever ended it.
  const secure = named?.startsWith('https:') ? new URL(named).host : undefined
  const noticed = new Set<string>()
  const notice = (text: string) => {
    if (noticed.has(text)) return
    noticed.add(text)
    app.log.warn(text)
  }
  app.addHook('onRequest', async ({ headers }) => {
    const forwarded = headers['x-forwarded-for'] !== undefined
    const renamed = headers['x-forwarded-proto'] ?? headers['x-forwarded-host']
    if (secure !== undefined && headers.host === secure && !forwarded) notice(unsaid)
    if (named === undefined && (renamed ?? headers.forwarded) !== undefined) notice(unnamed)
    if (trust_proxy === false && forwarded) notice(untrusted)
  })
  return () => [...noticed]
}
