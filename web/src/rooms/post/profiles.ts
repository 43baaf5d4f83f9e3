/** Where an account can be looked at, as far as its name is enough for the address. */
import type { SocialAccount } from '@crier/sdk'

const addresses: Record<string, (name: string) => string> = {
  x: (name) => `https://x.com/${name}`,
  instagram: (name) => `https://www.instagram.com/${name}/`,
  threads: (name) => `https://www.threads.com/@${name}`,
  tiktok: (name) => `https://www.tiktok.com/@${name}`,
  youtube: (name) => `https://www.youtube.com/@${name}`,
  pinterest: (name) => `https://www.pinterest.com/${name}/`,
  bluesky: (name) => `https://bsky.app/profile/${name}`,
}

export function profileOf({ platform, username }: Pick<SocialAccount, 'platform' | 'username'>) {
  const name = username.replace(/^@/, '')
  if (!/^[\w.-]+$/.test(name)) return undefined
  return addresses[platform]?.(name)
}

/** Addresses come from platforms: nothing else than a web page is linked. */
export function httpOf(url: string | null | undefined) {
  return url && /^https?:\/\//.test(url) ? url : undefined
}
