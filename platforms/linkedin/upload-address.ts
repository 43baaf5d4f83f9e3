import { Failure, type PlatformConfig } from '../platform.ts'

/**
 * An upload address as LinkedIn gave it, if it is LinkedIn's: our token and the file go there. Beside the configured
 * hosts these are LinkedIn's own, when the service speaks to the real one.
 */
export function checkedUpload(address: string, { hosts }: PlatformConfig): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const known = Object.values(hosts).map((host) => new URL(host))
  const real = known.some(({ hostname }) => hostname.endsWith('.linkedin.com'))
  const allowed =
    url &&
    (known.some(({ origin }) => origin === url.origin) ||
      (real && url.protocol === 'https:' && /\.(linkedin|licdn)\.com$/.test(url.hostname)))
  if (allowed) return address
  const message =
    'LinkedIn named an address for the upload that is not its own. Nothing was sent there.'
  throw new Failure('rejected', 'upload_address_refused', message, { words: url?.host })
}
