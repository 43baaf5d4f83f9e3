import type { Connector } from '../platform.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { places } from './places.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'

/** Threads, over its own Graph API. What is known of it: README. */
export const threads: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  remove,
  isGone,
  metrics,
  audience,
  places,
}
