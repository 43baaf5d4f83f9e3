import { Failure, type PlatformConfig } from '../platform.ts'

/** An upload address as TikTok gave it, if it is TikTok's: the file goes there. */
export function checkedUpload(address: string, { hosts }: PlatformConfig): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const known = Object.values(hosts).map((host) => new URL(host))
  const real = known.some(({ hostname }) => hostname.endsWith('.tiktokapis.com'))
  const allowed =
    url &&
    (known.some(({ origin }) => origin === url.origin) ||
      (real && url.protocol === 'https:' && url.hostname.endsWith('.tiktokapis.com')))
  if (allowed) return address
  const message =
    'TikTok named an address for the upload that is not its own. Nothing was sent there.'
  throw new Failure('rejected', 'upload_address_refused', message, { words: url?.host })
}
