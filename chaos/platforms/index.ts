/** Every platform of the catalog, one line each; a test notices one without. */
import { bluesky } from './bluesky.ts'
import { facebook } from './facebook.ts'
import { google_business } from './google_business.ts'
import { instagram } from './instagram.ts'
import { linkedin } from './linkedin.ts'
import { pinterest } from './pinterest.ts'
import type { Tried } from './platform.ts'
import { threads } from './threads.ts'
import { tiktok } from './tiktok.ts'
import { x } from './x.ts'
import { youtube } from './youtube.ts'

export const tried = {
  bluesky,
  facebook,
  google_business,
  instagram,
  linkedin,
  pinterest,
  threads,
  tiktok,
  x,
  youtube,
} as const satisfies Record<string, Tried>

export type PlatformName = keyof typeof tried

export const platforms: readonly PlatformName[] = Object.keys(tried).filter((id) => isPlatform(id))

export function isPlatform(id: string): id is PlatformName {
  return id in tried
}

/** What is known of one: without the narrow types of each. */
export function factsOf(platform: PlatformName): Tried {
  return tried[platform]
}
