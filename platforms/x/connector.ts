import type { Connector } from '../platform.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh, settings } from './oauth.ts'
import { publish } from './publish.ts'
import { isGone, remove } from './remove.ts'
import { revoke } from './tokens.ts'

/** X, spoken to over API v2 as the person, never as the app. What is known of it: README. */
export const x: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  settings,
  revoke,
  publish,
  remove,
  isGone,
  metrics,
  audience,
}
