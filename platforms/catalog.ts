import { bluesky } from './bluesky/connector.ts'
import { facebook } from './facebook/connector.ts'
import { google_business } from './google_business/connector.ts'
import { instagram } from './instagram/connector.ts'
import { linkedin } from './linkedin/connector.ts'
import { pinterest } from './pinterest/connector.ts'
import type { Connector, Manifest } from './platform.ts'
import { threads } from './threads/connector.ts'
import { tiktok } from './tiktok/connector.ts'
import { x } from './x/connector.ts'
import { youtube } from './youtube/connector.ts'

/** Every platform, one line each; a test notices a folder without one. */
export const catalog: Readonly<Record<string, Connector>> = {
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
}

/** What is known of every platform without speaking to it. */
export const manifests: Readonly<Record<string, Manifest>> = Object.fromEntries(
  Object.entries(catalog).map(([id, { manifest }]) => [id, manifest]),
)
