import type { Tools } from '../platform.ts'

/** Addresses of videos have been seen without their host. */
export function permalinkOf({ config }: Tools, address: string): string {
  if (URL.canParse(address)) return address
  return `${config.hosts['web']}${address.startsWith('/') ? '' : '/'}${address}`
}
