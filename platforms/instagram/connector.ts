import type { Connector } from '../platform.ts'
import { manifest } from './manifest.ts'
import { audience } from './audience.ts'
import { metrics } from './metrics.ts'
import { authorize, exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'

/** Professional Instagram accounts, by either login. What is known of it: README. */
export const instagram: Connector = {
  manifest,
  authorize,
  exchange,
  refresh,
  publish,
  metrics,
  audience,
}
