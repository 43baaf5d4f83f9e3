import { bluesky } from './bluesky/connector.ts'
import { linkedin } from './linkedin/connector.ts'
import type { Connector, Manifest } from './platform.ts'
import { x } from './x/connector.ts'
import { youtube } from './youtube/connector.ts'

/** Every platform, one line each; a test notices a folder without one. */
export const catalog: Readonly<Record<string, Connector>> = {
  bluesky,
  linkedin,
  x,
  youtube,
}

/** What is known of every platform without speaking to it. */
export const manifests: Readonly<Record<string, Manifest>> = Object.fromEntries(
  Object.entries(catalog).map(([id, { manifest }]) => [id, manifest]),
)
